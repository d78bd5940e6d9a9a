import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'vitest'
import { WebSocketServer, WebSocket as WsWebSocket } from 'ws'
import { rest, setupMocks } from '../../src/entries/index.ts'
import {
  type WebSocketCloseContext,
  type WebSocketContext,
  type WebSocketHandlers,
  type WebSocketOptions,
  websocket,
} from '../../src/entries/websocket.ts'

/** What each class has of a WebSocket. */
export type Client = WebSocket

export type ClientClass = new (url: string, protocols?: string | string[]) => Client

export const CLIENTS: Readonly<Record<string, ClientClass>> = {
  "ws'": WsWebSocket as unknown as ClientClass,
  // Node 20 has none without a flag, and neither undici 8 nor jsdom can be loaded there.
  ...(typeof WebSocket === 'function' && { "Node's": WebSocket, ...(await loadClients()) }),
}

async function loadClients(): Promise<Record<string, ClientClass>> {
  const undici = await import('undici')
  // @ts-expect-error It has no types.
  const { JSDOM } = await import('jsdom')
  const { window } = new JSDOM('', { url: 'http://page.test/' })
  return { "undici's": undici.WebSocket as unknown as ClientClass, "jsdom's": window.WebSocket }
}

/** What a server does: as the handlers of a stub, in plain data and functions that both sides take. */
export interface Behaviour extends Omit<WebSocketHandlers, 'message'>, WebSocketOptions {
  readonly message?: Extract<WebSocketHandlers['message'], (...args: never[]) => unknown>
}

/** Notes what a client sees. */
export class Recorder {
  readonly events: unknown[] = []
  readonly #pending: Promise<void>[] = []

  note(...event: unknown[]): void {
    this.events.push(event)
  }

  /** Notes all events of a client. Resolves when it is closed. */
  watch(client: Client): Promise<void> {
    client.addEventListener('open', () => this.note('open', client.protocol, client.extensions, client.readyState))
    client.addEventListener('error', () => this.note('error', client.readyState))
    client.addEventListener('message', ({ data }: { data: unknown }) => {
      const place = this.events.push(['message', data]) - 1
      this.#pending.push(
        toText(data).then((text) => {
          this.events[place] = ['message', text]
        }),
      )
    })
    return new Promise((resolve) => {
      client.addEventListener('close', ({ code, reason, wasClean }) => {
        this.note('close', code, reason, wasClean, client.readyState)
        resolve()
      })
    })
  }

  async read(): Promise<readonly unknown[]> {
    await Promise.all(this.#pending)
    return this.events
  }
}

async function toText(data: unknown): Promise<unknown> {
  if (typeof data === 'string') return data.length > 100 ? `${data.length} characters` : data
  const kind = Object.prototype.toString.call(data).slice(8, -1)
  const buffer = kind === 'Blob' ? await (data as Blob).arrayBuffer() : (data as Buffer)
  const bytes = Buffer.from(buffer as Buffer)
  return `${kind} ${bytes.length > 100 ? `${bytes.length} bytes` : bytes.toString('hex')}`
}

/** Does what is compared, over one URL. */
export type Play = (url: string, recorder: Recorder) => Promise<void>

/** Plays the same against a server of `ws` on loopback, and against a stub. */
export async function assertSame(behaviour: Behaviour, play: Play): Promise<void> {
  const { protocol, ...handlers } = behaviour
  const server = await listen(behaviour)
  const expected = new Recorder()
  try {
    await inTime(play(server.url, expected))
  } finally {
    server.close()
  }
  const { ended, ...stubbed } = watched(handlers)
  const mocks = setupMocks([rest.get('/chat', websocket(stubbed, protocol === undefined ? {} : { protocol }))])
  mocks.start()
  const seen = new Recorder()
  try {
    await inTime(play('ws://api.test/chat', seen))
    await inTime(ended())
    mocks.verify()
  } finally {
    mocks.reset({ failures: true })
    mocks.stop()
  }
  assert.deepEqual(await seen.read(), await expected.read())
}

/** Rejects if a client has not seen its end: the mocks of a test that times out would answer those after it. */
async function inTime(promise: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The client has not seen its end')), 15_000)
  })
  await Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

/** Waits for the end of all connections of a stub, as `close` of a server does. */
function watched(handlers: WebSocketHandlers) {
  let open = 0
  let ended = () => {}
  return {
    ...handlers,
    open: (context: WebSocketContext) => {
      open++
      return handlers.open?.(context)
    },
    close: (context: WebSocketCloseContext) => {
      open--
      ended()
      return handlers.close?.(context)
    },
    async ended() {
      while (open > 0) {
        await new Promise<void>((resolve) => {
          ended = resolve
        })
      }
    },
  }
}

/** Tests each client. */
export function testSame(title: string, behaviour: Behaviour, play: (Class: ClientClass) => Play): void {
  for (const [name, Class] of Object.entries(CLIENTS)) {
    test(`${name} WebSocket: ${title}`, () => assertSame(behaviour, play(Class)))
  }
}

/** Starts a server of `ws` that does the same as a stub with these handlers. */
async function listen({ open, message, close, protocol }: Behaviour) {
  const http = createServer((_request, response) => response.writeHead(426).end('Upgrade Required'))
  const server = new WebSocketServer({
    server: http,
    ...(protocol !== undefined && { handleProtocols: () => protocol }),
  })
  server.on('connection', (socket) => {
    const context = {
      send(data: unknown) {
        const isReady =
          typeof data === 'string' || ArrayBuffer.isView(data) || data instanceof ArrayBuffer || data instanceof Blob
        socket.send(isReady ? (data as string) : JSON.stringify(data))
      },
      close: (code?: number, reason?: string) => socket.close(code, reason),
      break: () => socket.terminate(),
      protocol: socket.protocol,
    } as never as Parameters<NonNullable<Behaviour['open']>>[0]
    socket.on('error', () => {})
    socket.on('message', (data: Buffer, isBinary) => message?.({ ...context, data: isBinary ? data : String(data) }))
    socket.on('close', (code, reason) => close?.({ ...context, code, reason: String(reason) }))
    open?.(context)
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  return {
    url: `ws://127.0.0.1:${(http.address() as AddressInfo).port}/chat`,
    close() {
      for (const socket of server.clients) socket.terminate()
      http.closeAllConnections()
      http.close()
    },
  }
}
