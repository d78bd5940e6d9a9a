import type { RequestListener } from 'node:http'
import { describe, expect, test } from 'vitest'
import { cut, networkError, rest, type Stub, sequence, stream, text } from '../../src/entries/index.ts'
import { deferred } from '../promises/support.ts'
import type { Client } from './contract/client.ts'
import { onBoth } from './oracle.ts'

const BODY = '{"users":["Ada","Bob"]}'
const CORS = { 'access-control-allow-origin': '*' }

/** Sends the head, so many bytes of a body, and destroys its socket when they are on their way. */
function breakOff(head: Readonly<Record<string, string | number>>, bytes: number): RequestListener {
  return (_request, response) => {
    const { socket } = response
    response.writeHead(200, { 'content-type': 'text/plain;charset=utf-8', ...CORS, ...head })
    response.flushHeaders()
    if (bytes === 0) socket?.destroy()
    else response.write(BODY.slice(0, bytes), () => socket?.destroy())
  }
}

/** The names, codes and messages of an error and its causes. */
function chainOf(error: unknown): unknown[] {
  if (!(error instanceof Error)) return error === undefined ? [] : [error]
  const { name, message } = error
  return [{ name, message, code: 'code' in error ? error.code : undefined }, ...chainOf(error.cause)]
}

async function seenBy(client: Client, url: string): Promise<unknown> {
  return client.request({ url }).then(
    ({ status, bytes }) => ({ status, text: Buffer.from(bytes).toString() }),
    (error: unknown) => chainOf(error),
  )
}

interface Case {
  readonly title: string
  readonly server: RequestListener
  readonly stub: () => Stub
}

const LENGTH = { 'content-length': BODY.length }

const cases: readonly Case[] = [
  {
    title: 'a body of a known length',
    server: breakOff(LENGTH, 5),
    stub: () => rest.get('/users', cut(text(BODY), 5)),
  },
  {
    title: 'a body of which nothing arrives',
    server: breakOff(LENGTH, 0),
    stub: () => rest.get('/users', () => cut(text(BODY), 0)),
  },
  {
    title: 'a body of an unknown length',
    server: breakOff({}, 5),
    stub: () => rest.get('/users', stream([BODY.slice(0, 3), BODY.slice(3, 5), networkError()])),
  },
  {
    title: 'a body of an unknown length at its end',
    server: breakOff({}, BODY.length),
    stub: () => rest.get('/users', stream([BODY, networkError()])),
  },
]

/** A body that breaks off at a client, compared with a real server that destroys its socket. */
export function cutting(client: Client): void {
  const protocol = client.origin.startsWith('https:') ? 'https:' : 'http:'

  describe(client.name, () => {
    test.each(cases)('$title fails as on a network', async ({ server, stub }) => {
      const { real, mocked } = await onBoth({
        protocol,
        server,
        routes: [stub()],
        client: (origin) => seenBy(client, `${origin}/users`),
      })
      expect(mocked).toEqual(real)
      expect(real).toBeInstanceOf(Array)
    })

    const { stream: read } = client
    test.skipIf(!read)(`the bytes before arrive${read ? '' : ' (it delivers no chunks)'}`, async () => {
      // A client may drop what it has not read when the connection breaks.
      const { promise: isRead, resolve: tellRead } = deferred()
      const { real, mocked } = await onBoth({
        protocol,
        server: async (_request, response) => {
          response.writeHead(200, LENGTH).write(BODY.slice(0, 5))
          await isRead
          response.socket?.destroy()
        },
        routes: [rest.get('/users', cut(text(BODY), 5))],
        client: async (origin) => {
          let arrived = ''
          const error = await (async () => {
            for await (const chunk of (await read?.({ url: `${origin}/users` })) ?? []) {
              arrived += Buffer.from(chunk).toString()
              if (arrived.length === 5) tellRead()
            }
          })().catch((thrown: unknown) => thrown)
          return { arrived, error: chainOf(error) }
        },
      })
      expect(mocked).toEqual(real)
      expect(real.arrived).toBe(BODY.slice(0, 5))
    })

    test('the next request is answered', async () => {
      const { real, mocked } = await onBoth({
        protocol,
        server: (request, response) => {
          if (request.url === '/users') breakOff(LENGTH, 5)(request, response)
          else response.writeHead(200, CORS).end('whole')
        },
        routes: [rest.get('/users', sequence(cut(text(BODY), 5), text('last'))), rest.get('/whole', text('whole'))],
        client: async (origin) => {
          const failed = await seenBy(client, `${origin}/users`)
          return [failed, await seenBy(client, `${origin}/whole`)]
        },
      })
      expect(mocked).toEqual(real)
      expect(real).toHaveProperty('1', { status: 200, text: 'whole' })
    })
  })
}
