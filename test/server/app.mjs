import { EventEmitter, on } from 'node:events'
import { readFile } from 'node:fs'
import http, { createServer, get } from 'node:http'
import http2 from 'node:http2'
import https from 'node:https'
import { pipeline } from 'node:stream'
import axios from 'axios'
import * as undici from 'undici'

/*
 * An application's server, run as a process of its own. It knows nothing of mynah. `/?client=…&to=…` asks the URL `to` by a
 * client, and answers with what that client has observed. `begin` names what the request begins in. With `forwards`, the client sends the
 * cookies of the visitor.
 */

// One socket for each origin: a request waits for the one of another test.
const kept = {
  'http:': new http.Agent({ keepAlive: true, maxSockets: 1 }),
  'https:': new https.Agent({ keepAlive: true, maxSockets: 1 }),
}
// As an application's module takes it when it is loaded.
const captured = globalThis.fetch

const byFetch = (fetch) => async (url, init) => {
  const response = await fetch()(url, init)
  return observed(response.status, response.statusText, [...response.headers], await response.text())
}

function observed(status, reason, headers, text) {
  const shown = headers.map(([name, value]) => [name.toLowerCase(), value])
  // The connection's own: a real server says how long it keeps the connection.
  const own = shown.filter(([name]) => !/^(date|connection|keep-alive|transfer-encoding)$/.test(name))
  return { status, reason, headers: own.sort((a, b) => String(a).localeCompare(String(b))), text }
}

const byHttp =
  (agents) =>
  (url, { method, body, headers }) =>
    new Promise((resolve, reject) => {
      const { protocol } = new URL(url)
      const { request } = protocol === 'https:' ? https : http
      const sent = request(url, { method, headers, agent: agents[protocol] })
      sent.on('error', reject)
      sent.on('response', (response) => {
        let text = ''
        response.on('data', (chunk) => {
          text += chunk
        })
        response.on('error', reject)
        response.on('end', () => {
          const { statusCode, statusMessage, rawHeaders } = response
          const headers = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1]]] : []))
          resolve(observed(statusCode, statusMessage, headers, text))
        })
      })
      sent.end(body)
    })

const CLIENTS = {
  fetch: byFetch(() => globalThis.fetch),
  'captured fetch': byFetch(() => captured),
  http: byHttp({}),
  'kept http': byHttp(kept),
  async axios(url, { method, body, headers: sent }) {
    const response = await axios(url, {
      method,
      data: body,
      headers: sent,
      validateStatus: () => true,
      responseType: 'text',
    })
    const headers = Object.entries(response.headers).flatMap(([name, value]) =>
      [value].flat().map((one) => [name, one]),
    )
    return observed(response.status, response.statusText, headers, String(response.data))
  },
  async undici(url, { method, body, headers: sent }) {
    const response = await undici.request(url, { method, body, headers: sent })
    const headers = Object.entries(response.headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((one) => [name, one]),
    )
    return observed(response.statusCode, undefined, headers, await response.body.text())
  },
}

const events = new EventEmitter()
events.on('asked', (ask, resolve) => resolve(ask()))

/** Runs all jobs of the process. The first request that has one starts it. */
async function startLoop() {
  for await (const [job] of on(events, 'job')) await job()
}

/** What a timer of the process runs. */
const waiting = []
setInterval(() => waiting.splice(0).map((job) => job()), 1)

const BEGINS = {
  'the listener': (ask) => ask(),
  'the events of its body': (ask, incoming) =>
    new Promise((resolve) => incoming.resume().on('end', () => resolve(ask()))),
  'the loop over its body': async (ask, incoming) => {
    for await (const _ of incoming);
    return ask()
  },
  'a timer': (ask) => new Promise((resolve) => setTimeout(() => resolve(ask()), 1)),
  setImmediate: (ask) => new Promise((resolve) => setImmediate(() => resolve(ask()))),
  nextTick: (ask) => new Promise((resolve) => process.nextTick(() => resolve(ask()))),
  'a callback of a file': (ask) => new Promise((resolve) => readFile(import.meta.filename, () => resolve(ask()))),
  'an event emitter': (ask) => new Promise((resolve) => events.emit('asked', ask, resolve)),
  'a batch of its own': async (ask) => (await Promise.resolve().then(() => Promise.all([ask(), ask()])))[1],
  'the loop of the process': (ask) =>
    new Promise((resolve, reject) => {
      if (events.listenerCount('job') === 0) startLoop()
      events.emit('job', () => ask().then(resolve, reject))
    }),
  'a timer of the process': (ask) => new Promise((resolve, reject) => waiting.push(() => ask().then(resolve, reject))),
}

async function answer(incoming, outgoing) {
  const {
    client = 'fetch',
    begin = 'the listener',
    to,
    body,
    forwards,
  } = Object.fromEntries(new URL(incoming.url, 'http://app.test').searchParams)
  const headers = forwards ? { cookie: incoming.headers.cookie } : {}
  const init = { method: body === undefined ? 'GET' : 'POST', body, headers }
  const ask = async () => CLIENTS[client](to, init)
  try {
    outgoing.end(JSON.stringify(await BEGINS[begin](ask, incoming)))
  } catch (error) {
    outgoing.statusCode = 500
    outgoing.end(JSON.stringify(failure(error)))
  }
}

/** Forwards a request by a Unix socket, as a dev server does to its worker. */
function toWorker(incoming, outgoing) {
  const { url, headers } = incoming
  const sent = get({ socketPath: SOCKET, path: url, headers }, (response) => pipeline(response, outgoing, () => {}))
  sent.on('error', (error) => outgoing.destroy(error))
}

function failure({ name, message, code, cause }) {
  return { name, message, code, ...(cause && { cause: failure(cause) }) }
}

/** `/?to=…`: forwards the body of a response chunk by chunk, and ends the request with its own client. */
function pipe(incoming, outgoing) {
  const sent = get(new URL(incoming.url, 'http://app.test').searchParams.get('to'), (response) =>
    pipeline(response, outgoing, () => {}),
  )
  sent.on('error', (error) => outgoing.destroy(error))
  outgoing.on('close', () => sent.destroy())
}

const { HOST, CERTIFICATE, SOCKET } = process.env
createServer(answer).listen(SOCKET)
const servers = [
  createServer(answer),
  createServer(pipe),
  CERTIFICATE
    ? http2.createSecureServer({ ...JSON.parse(CERTIFICATE), allowHTTP1: true }, answer)
    : http2.createServer(answer),
  createServer(toWorker),
]
const ports = servers.map(
  (server) =>
    new Promise((resolve) => {
      server.listen(0, HOST, () => resolve(server.address().port))
    }),
)
Promise.all(ports).then((all) => console.log(JSON.stringify(all)))
