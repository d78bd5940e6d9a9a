import assert from 'node:assert/strict'
import type { EventEmitter } from 'node:events'
import net, { type AddressInfo, type Socket } from 'node:net'
import tls from 'node:tls'
import { certificate } from '../clients/certificate.ts'
import { type MocksOptions, type Stub, setupMocks } from './library.ts'
import { test } from './runner.ts'

export const LOOPBACK = ['http://localhost:*', 'http://127.0.0.1:*', 'https://localhost:*', 'https://127.0.0.1:*']

type Exchange = (recorder: Recorder) => Promise<void>
type Seen = { readonly events: readonly unknown[]; readonly servers: readonly string[] }

/**
 * Tests that an exchange is the same while mocks run. `exchange` is given a new `Recorder` each time, and adds what can be
 * seen of the exchange to it; `options` are those of the mocks.
 */
export function testSame(
  title: string,
  exchange: Exchange,
  options: MocksOptions & { routes?: readonly Stub[] } = {},
): void {
  test(title, { timeout: 20_000 }, async () => {
    const expected = await record(exchange)
    const { routes = [], ...others } = options
    const mocks = setupMocks(routes, others)
    mocks.start()
    try {
      assert.deepEqual(await record(exchange), expected)
    } finally {
      mocks.reset({ failures: true })
      mocks.stop()
    }
  })
}

async function record(exchange: Exchange): Promise<Seen> {
  const recorder = new Recorder()
  try {
    await exchange(recorder)
    return recorder.seen
  } finally {
    recorder.close()
  }
}

interface Listener {
  listen(port: number, host: string, then: () => void): unknown
  address(): AddressInfo | string | null
  close(): unknown
  closeAllConnections?(): void
}

/** The observations of an exchange: the client's events, in order, and the bytes that arrive at each server. */
export class Recorder {
  readonly #events: unknown[] = []
  readonly #closing: (() => void)[] = []
  readonly #bytes: Buffer[][] = []

  get seen(): Seen {
    const servers = this.#bytes.map((chunks) => Buffer.concat(chunks).toString('latin1'))
    const text = JSON.stringify({ events: this.#events, servers })
    return JSON.parse(text.replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT'))
  }

  /** Notes an event of the client. */
  add(...event: unknown[]): void {
    this.#events.push(event)
  }

  /** Notes the events of an emitter, once each time that they are emitted. */
  watch<Emitter extends EventEmitter>(name: string, emitter: Emitter, events: readonly string[]): Emitter {
    for (const event of events) emitter.on(event, (value) => this.#note(name, event, summary(value)))
    return emitter
  }

  /** Bytes that arrive one after the other count as one event: a network may divide them as it likes. */
  #note(name: string, event: string, value: unknown): void {
    const last = this.#events.at(-1)
    const isMore = Array.isArray(last) && last[0] === name && last[1] === 'data' && event === 'data'
    if (isMore) last[2] += value
    else this.add(name, event, value)
  }

  /** Starts a server on loopback; `handle` is called with each connection. Returns its port. */
  async listen(handle: (socket: Socket) => void, { secure = false, keepBytes = true } = {}): Promise<number> {
    const chunks: Buffer[] = []
    this.#bytes.push(chunks)
    const sockets = new Set<Socket>()
    const accept = (socket: Socket) => {
      sockets.add(socket)
      socket.on('error', () => {})
      if (keepBytes) socket.on('data', (bytes) => chunks.push(bytes))
      handle(socket)
    }
    this.#closing.push(() => {
      for (const socket of sockets) socket.destroy()
    })
    return this.bind(secure ? tls.createServer(certificate, accept) : net.createServer({ allowHalfOpen: true }, accept))
  }

  /** Lets a server listen until the exchange is over. Returns its port. */
  async bind(server: Listener): Promise<number> {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    this.#closing.push(() => {
      server.closeAllConnections?.()
      server.close()
    })
    return (server.address() as AddressInfo).port
  }

  close(): void {
    for (const close of this.#closing) close()
  }
}

function summary(value: unknown): unknown {
  if (Buffer.isBuffer(value)) return value.toString('latin1')
  if (value instanceof Error) return (value as NodeJS.ErrnoException).code ?? value.message
  return ['string', 'number', 'boolean'].includes(typeof value) ? value : undefined
}

/** Returns what an emitter emits next with an event. Unlike Node's own `once`, it does not reject when `error` is emitted. */
export function once<Value = unknown>(emitter: EventEmitter, event: string): Promise<Value> {
  return new Promise((resolve) => emitter.once(event, resolve))
}

/** Reads a stream of bytes to its end. */
export async function read(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

/** Returns a generator of numbers from 0 to 1 that is the same for the same seed (mulberry32). */
export function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
