import http from 'node:http'
import https from 'node:https'
import { rest } from 'mynah'
import * as undici from 'undici'
import { certificate, LOOPBACK, once, testSame } from './compare.js'

const RUNS = Number(process.env.MYNAH_RUNS ?? 60)
const captured = globalThis.fetch
const ca = certificate.cert

/** A generator of numbers from 0 to 1 that is the same for the same seed (mulberry32). */
function random(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A random exchange: how each request of it is sent, and how it is answered. */
function plan(seed) {
  const next = random(seed)
  const pick = (values) => values[Math.floor(next() * values.length)]
  const sizes = [0, 1, 100, 16_384, 70_000, 300_000]
  const requests = Array.from({ length: 1 + Math.floor(next() * 4) }, () => ({
    method: pick(['GET', 'POST', 'PUT', 'DELETE']),
    path: pick(['/a', '/b?c=1', '/matched', '/%C3%A9/']),
    parts: Array.from({ length: 1 + Math.floor(next() * 3) }, () => pick(sizes)),
    framed: pick(['length', 'chunks']),
    expect: next() < 0.2,
    answer: {
      status: pick([200, 201, 404, 500]),
      parts: Array.from({ length: 1 + Math.floor(next() * 3) }, () => pick(sizes)),
      // A server that closes before it has read an upload resets it: what the client sees then is a matter of time.
      ...pick([{}, {}, {}, { early: true }, { close: true }]),
    },
  }))
  return { secure: next() < 0.4, client: pick(['agent', 'keep-alive', 'no agent', 'undici', 'fetch']), requests }
}

/** Sends one request by `node:http`. Returns what came of it. */
async function sendByHttp(url, { method, parts, framed, expect, answer }, agent) {
  const isBodied = method === 'POST' || method === 'PUT'
  const headers = {}
  if (isBodied && framed === 'length') headers['content-length'] = parts.reduce((sum, size) => sum + size)
  const seen = []
  // Without mynah too, Node 24 aborts the process if a server has answered before the client is told to continue.
  if (isBodied && expect && !answer.early) headers.expect = '100-continue'
  const request = (url.startsWith('https') ? https : http).request(url, { method, headers, agent, ca })
  const response = once(request, 'response')
  const failed = once(request, 'error')
  const write = () => {
    if (isBodied) for (const size of parts) request.write(Buffer.alloc(size, 'x'))
    request.end()
  }
  if (headers.expect) {
    request.on('continue', () => {
      seen.push('continue')
      write()
    })
    request.flushHeaders()
  } else write()
  const first = await Promise.race([response, failed])
  if (first instanceof Error) return [...seen, first.code]
  let length = 0
  for await (const chunk of first) length += chunk.length
  await new Promise(setImmediate)
  return [...seen, first.statusCode, first.rawHeaders.filter((name) => name.toLowerCase() !== 'date').length, length]
}

async function sendByFetch(url, { method, parts, framed }, send, dispatcher) {
  const isBodied = method === 'POST' || method === 'PUT'
  const chunks = parts.filter((size) => size > 0).map((size) => Buffer.alloc(size, 'x'))
  const body = framed === 'length' ? Buffer.concat(chunks) : new Blob(chunks).stream()
  const init = { method, dispatcher, ...(isBodied && { body, duplex: 'half' }) }
  const response = await send(url, init)
  return [response.status, (await response.arrayBuffer()).byteLength]
}

for (let seed = 1; seed <= RUNS; seed++) {
  const { secure, client, requests } = plan(seed)
  testSame(
    `exchange ${seed}: ${requests.length} by ${client}${secure ? ' over TLS' : ''}`,
    async (recorder) => {
      const received = []
      const handle = async (request, response) => {
        const { answer } = requests[received.length] ?? requests[0]
        const entry = [
          request.method,
          request.url,
          request.rawHeaders
            .filter((_, at) => at % 2 === 0)
            .map((name) => name.toLowerCase())
            .join(),
        ]
        received.push(entry)
        const reply = () => {
          if (answer.close) response.setHeader('connection', 'close')
          response.writeHead(answer.status)
          for (const size of answer.parts) response.write(Buffer.alloc(size, 'y'))
          response.end()
        }
        let length = 0
        request.on('data', (bytes) => {
          length += bytes.length
        })
        request.on('end', () => {
          entry.push(length)
          if (!answer.early) reply()
        })
        if (answer.early) reply()
      }
      const server = secure ? https.createServer(certificate, handle) : http.createServer(handle)
      const origin = `${secure ? 'https' : 'http'}://127.0.0.1:${await recorder.bind(server)}`
      const { Agent } = secure ? https : http
      const agent = client === 'no agent' ? false : new Agent({ keepAlive: client === 'keep-alive', maxSockets: 1, ca })
      const dispatcher = new undici.Agent({ connections: 1, connect: { ca } })
      for (const request of requests) {
        const url = origin + request.path
        if (client === 'undici') recorder.add(await sendByFetch(url, request, undici.fetch, dispatcher))
        else if (client === 'fetch' && !secure) recorder.add(await sendByFetch(url, request, captured))
        else recorder.add(await sendByHttp(url, request, agent))
      }
      // How much of an upload a server reads that has answered before is a matter of time.
      recorder.add(received.map((entry, at) => (requests[at].answer.early ? entry.slice(0, 3) : entry)))
      if (agent) agent.destroy()
      await dispatcher.destroy()
    },
    { passthrough: LOOPBACK, routes: [rest.all('/matched', {}, { match: { body: 'never' } })] },
  )
}
