import type { Agent, ClientRequest, IncomingMessage, RequestListener } from 'node:http'
import * as undici from 'undici'
import { certificate } from '../clients/certificate.ts'
import { LOOPBACK, once, random, testSame } from './compare.ts'
import { rest } from './library.ts'
import { PROTOCOLS, serve } from './serve.ts'

/* Random exchanges that pass through, with mocks off and on. `MYNAH_RUNS=1000` tries more of them. */

const RUNS = Number(process.env.MYNAH_RUNS ?? 40)
const captured = globalThis.fetch
const ca = certificate.cert

const SIZES = [0, 1, 100, 16_384, 70_000, 300_000]
const CLIENTS = ['agent', 'keep-alive', 'no agent', 'undici', 'fetch'] as const

/** The plan of a random exchange: how each request is sent, and how it is answered. */
function plan(seed: number) {
  const next = random(seed)
  const pick = <Value>(values: readonly Value[]) => values[Math.floor(next() * values.length)] as Value
  const parts = () => Array.from({ length: 1 + Math.floor(next() * 3) }, () => pick(SIZES))
  const requests = Array.from({ length: 1 + Math.floor(next() * 4) }, () => ({
    method: pick(['GET', 'POST', 'PUT', 'DELETE']),
    path: pick(['/a', '/b?c=1', '/matched', '/%C3%A9/']),
    parts: parts(),
    framed: pick(['length', 'chunks']),
    expects: next() < 0.2,
    answer: {
      status: pick([200, 201, 404, 500]),
      parts: parts(),
      // A server that closes before it has read an upload resets it: what the client sees then is a matter of time.
      when: pick(['late', 'late', 'late', 'early', 'close'] as const),
    },
  }))
  const protocol = pick([...PROTOCOLS, PROTOCOLS[0]])
  return { ...protocol, sender: pick(CLIENTS), requests }
}

type Planned = ReturnType<typeof plan>['requests'][number]

const isBodied = ({ method }: Planned) => method === 'POST' || method === 'PUT'

/** Sends a request by `node:http`. Returns what came of it. */
async function sendByHttp(url: string, planned: Planned, agent: Agent | false): Promise<unknown[]> {
  const { method, parts, framed, expects, answer } = planned
  const headers: Record<string, string | number> = {}
  if (isBodied(planned) && framed === 'length') headers['content-length'] = parts.reduce((sum, size) => sum + size)
  // Without mynah too, Node 24 aborts the process if a server has answered before `100 Continue`.
  const isAsking = isBodied(planned) && expects && answer.when !== 'early'
  if (isAsking) headers.expect = '100-continue'
  const seen: unknown[] = []
  const { client } = url.startsWith('https') ? PROTOCOLS[1] : PROTOCOLS[0]
  const request: ClientRequest = client.request(url, { method, headers, agent, ca })
  const response = once<IncomingMessage>(request, 'response')
  const failed = once<NodeJS.ErrnoException>(request, 'error')
  const write = () => {
    if (isBodied(planned)) for (const size of parts) request.write(Buffer.alloc(size, 'x'))
    request.end()
  }
  if (isAsking) {
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

/** Sends a request by the global fetch, or by undici's. */
async function sendByFetch(url: string, planned: Planned, dispatcher?: undici.Dispatcher): Promise<unknown[]> {
  const { method, parts, framed } = planned
  const chunks = parts.filter((size) => size > 0).map((size) => Buffer.alloc(size, 'x'))
  const body = framed === 'length' ? Buffer.concat(chunks) : new Blob(chunks).stream()
  const init = { method, ...(isBodied(planned) && ({ body, duplex: 'half' } as const)) }
  const { status, ...response } = await (dispatcher ? sendByUndici(url, init, dispatcher) : sendCaptured(url, init))
  return [status, response.length]
}

async function sendCaptured(url: string, init: RequestInit): Promise<{ status: number; length: number }> {
  const response = await captured(url, init)
  return { status: response.status, length: (await response.arrayBuffer()).byteLength }
}

async function sendByUndici(url: string, init: RequestInit, dispatcher: undici.Dispatcher) {
  const response = await undici.fetch(url, { ...(init as undici.RequestInit), dispatcher })
  return { status: response.status, length: (await response.arrayBuffer()).byteLength }
}

/** Answers each request as it is planned. Adds what it receives to a list. */
function answering(requests: readonly Planned[], received: unknown[][]): RequestListener {
  return (request, response) => {
    const { answer } = requests[received.length] as Planned
    const names = request.rawHeaders.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase())
    const entry: unknown[] = [request.method, request.url, names.join()]
    received.push(entry)
    const reply = () => {
      if (answer.when === 'close') response.setHeader('connection', 'close')
      response.writeHead(answer.status)
      for (const size of answer.parts) response.write(Buffer.alloc(size, 'y'))
      response.end()
    }
    let length = 0
    request.on('data', (bytes) => {
      length += bytes.length
    })
    request.on('end', () => {
      // How much of an upload a server reads that has answered before is a matter of time.
      if (answer.when === 'early') return
      entry.push(length)
      reply()
    })
    if (answer.when === 'early') reply()
  }
}

for (let seed = 1; seed <= RUNS; seed++) {
  const { name, secure, client, sender, requests } = plan(seed)
  testSame(
    `exchange ${seed} is another with mocks: ${requests.length} by ${sender} over ${name}`,
    async (recorder) => {
      const received: unknown[][] = []
      const { origin } = await serve(recorder, answering(requests, received), secure)
      const options = { keepAlive: sender === 'keep-alive', maxSockets: 1, ca }
      const agent = sender === 'no agent' ? false : new client.Agent(options)
      const dispatcher = new undici.Agent({ connections: 1, connect: { ca } })
      for (const planned of requests) {
        const url = origin + planned.path
        // The global fetch takes no certificate.
        if (sender === 'undici' || (sender === 'fetch' && secure)) {
          recorder.add(await sendByFetch(url, planned, dispatcher))
        } else if (sender === 'fetch') recorder.add(await sendByFetch(url, planned))
        else recorder.add(await sendByHttp(url, planned, agent))
      }
      recorder.add(received)
      if (agent) agent.destroy()
      await dispatcher.destroy()
    },
    { passthrough: LOOPBACK, routes: [rest.all('/matched', {}, { match: { body: 'never' } })] },
  )
}
