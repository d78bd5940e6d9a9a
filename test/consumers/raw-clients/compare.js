import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import net from 'node:net'
import { test } from 'node:test'
import tls from 'node:tls'
import { setupMocks } from 'mynah'

/** A self-signed certificate for `localhost` and `127.0.0.1`. */
export const certificate = {
  key: readFileSync(new URL('certificate/key.pem', import.meta.url)),
  cert: readFileSync(new URL('certificate/cert.pem', import.meta.url)),
}

export const LOOPBACK = ['http://localhost:*', 'http://127.0.0.1:*', 'https://localhost:*', 'https://127.0.0.1:*']

/**
 * Tests that an exchange is the same while mocks run. `exchange` is given a new `Recorder` each time, and adds what can be
 * seen of the exchange to it; `options` are those of the mocks.
 */
export function testSame(title, exchange, options = {}) {
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

async function record(exchange) {
  const recorder = new Recorder()
  try {
    await exchange(recorder)
    return recorder.log
  } finally {
    recorder.close()
  }
}

/** What is seen of an exchange: the client's events, in order, and the bytes that arrive at each server. */
export class Recorder {
  #events = []
  #servers = []
  #bytes = []

  get log() {
    const servers = this.#bytes.map((chunks) => Buffer.concat(chunks).toString('latin1'))
    return JSON.parse(
      JSON.stringify({ events: this.#events, servers }).replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT'),
    )
  }

  /** Notes an event of the client. */
  add(...event) {
    this.#events.push(event)
  }

  /** Notes the events of an emitter, once each time that they are emitted. */
  watch(name, emitter, events) {
    for (const event of events) emitter.on(event, (value) => this.add(name, event, summary(value)))
    return emitter
  }

  /** Starts a server on loopback; `handle` is called with each connection. Returns its port. */
  async listen(handle, { secure = false, keepBytes = true } = {}) {
    const chunks = []
    this.#bytes.push(chunks)
    const sockets = new Set()
    const accept = (socket) => {
      sockets.add(socket)
      socket.on('error', () => {})
      if (keepBytes) socket.on('data', (bytes) => chunks.push(bytes))
      handle(socket)
    }
    const server = secure ? tls.createServer(certificate, accept) : net.createServer({ allowHalfOpen: true }, accept)
    this.#servers.push(() => {
      for (const socket of sockets) socket.destroy()
      server.close()
    })
    return await this.bind(server)
  }

  /** Lets a server listen until the exchange is over. Returns its port. */
  async bind(server) {
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
    this.#servers.push(() => {
      server.closeAllConnections?.()
      server.close()
    })
    return server.address().port
  }

  close() {
    for (const close of this.#servers) close()
  }
}

function summary(value) {
  if (Buffer.isBuffer(value)) return value.toString('latin1')
  if (value instanceof Error) return value.code ?? value.message
  return ['string', 'number', 'boolean'].includes(typeof value) ? value : undefined
}

export const once = (emitter, event) => new Promise((resolve) => emitter.once(event, resolve))
