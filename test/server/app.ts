import { Agent, createServer, get, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream'
import axios from 'axios'
import * as undici from 'undici'

/*
 * An application's server, run as a process of its own: `GET /?client=…&to=…` asks the URL `to` by a client, and answers with what
 * that client has observed. It knows nothing of mynah.
 */
interface Observed {
  readonly status: number
  readonly reason?: string | undefined
  readonly headers: readonly (readonly [string, string])[]
  readonly text: string
}

type Client = (url: string, init: { readonly method: string; readonly body?: string }) => Promise<Observed>

const kept = new Agent({ keepAlive: true, maxSockets: 4 })
// As an application's module takes it when it is loaded.
const captured = globalThis.fetch

const byFetch =
  (fetch: () => typeof globalThis.fetch): Client =>
  async (url, init) => {
    const response = await fetch()(url, init)
    return observed(response.status, response.statusText, [...response.headers], await response.text())
  }

function observed(status: number, reason: string | undefined, headers: [string, string][], text: string): Observed {
  const shown = headers.map(([name, value]): [string, string] => [name.toLowerCase(), value])
  // The connection's own: a real server says how long it keeps the connection.
  const own = shown.filter(([name]) => !/^(date|connection|keep-alive|transfer-encoding)$/.test(name))
  return { status, reason, headers: own.sort((a, b) => String(a).localeCompare(String(b))), text }
}

const byHttp =
  (agent: Agent | undefined): Client =>
  (url, { method, body }) =>
    new Promise((resolve, reject) => {
      const sent = request(url, { method, agent })
      sent.on('error', reject)
      sent.on('response', (response) => {
        let text = ''
        response.on('data', (chunk) => {
          text += chunk
        })
        response.on('error', reject)
        response.on('end', () => {
          const { statusCode = 0, statusMessage, rawHeaders } = response
          const headers = rawHeaders.flatMap((name, at): [string, string][] =>
            at % 2 === 0 ? [[name, rawHeaders[at + 1] as string]] : [],
          )
          resolve(observed(statusCode, statusMessage, headers, text))
        })
      })
      sent.end(body)
    })

const CLIENTS: Readonly<Record<string, Client>> = {
  fetch: byFetch(() => globalThis.fetch),
  'captured fetch': byFetch(() => captured),
  http: byHttp(undefined),
  'kept http': byHttp(kept),
  async axios(url, { method, body }) {
    const data = body === undefined ? {} : { data: body }
    const response = await axios(url, { method, ...data, validateStatus: () => true, responseType: 'text' })
    const headers = Object.entries(response.headers).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, String(one)]),
    )
    return observed(response.status, response.statusText, headers, String(response.data))
  },
  async undici(url, { method, body }) {
    const response = await undici.request(url, { method: method as 'GET', body: body ?? null })
    const headers = Object.entries(response.headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((one): [string, string] => [name, one]),
    )
    return observed(response.statusCode, undefined, headers, await response.body.text())
  },
}

const server = createServer(async (incoming, outgoing) => {
  const { searchParams } = new URL(incoming.url ?? '/', 'http://app.test')
  const client = CLIENTS[searchParams.get('client') ?? 'fetch'] as Client
  const body = searchParams.get('body') ?? undefined
  try {
    const result = await client(searchParams.get('to') ?? '', {
      method: body === undefined ? 'GET' : 'POST',
      ...(body !== undefined && { body }),
    })
    outgoing.end(JSON.stringify(result))
  } catch (error) {
    outgoing.statusCode = 500
    outgoing.end(JSON.stringify(failure(error)))
  }
})

function failure(error: unknown): unknown {
  const { name, message, code, cause } = error as Error & { readonly code?: unknown }
  return { name, message, code, ...(cause !== undefined && { cause: failure(cause) }) }
}

/** `/pipe?to=…`: forwards the body of a fetch chunk by chunk, and ends the fetch with its own client. */
const streams = createServer((incoming, outgoing) => {
  const to = new URL(incoming.url ?? '/', 'http://app.test').searchParams.get('to') ?? ''
  const sent = get(to, (response) => pipeline(response, outgoing, () => {}))
  sent.on('error', (error) => outgoing.destroy(error))
  outgoing.on('close', () => sent.destroy())
})

server.listen(0, process.env.HOST ?? '127.0.0.1', () =>
  streams.listen(0, '127.0.0.1', () => {
    const [app, pipe] = [server, streams].map((one) => (one.address() as AddressInfo).port)
    process.stdout.write(`${JSON.stringify({ app, pipe })}\n`)
  }),
)
