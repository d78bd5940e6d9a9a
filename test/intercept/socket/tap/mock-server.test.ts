import { Agent, type ClientRequest, get, type IncomingMessage, request } from 'node:http'
import { describe, expect, onTestFinished, test } from 'vitest'
import { networkError, rest, text } from '../../../../src/entries/index.ts'
import { onBoth } from '../../../clients/oracle.ts'
import { start } from '../../../promises/support.ts'

/** When a client adds its listeners, counted from the call that sends the request. */
const MOMENTS: Readonly<Record<string, (listen: () => void) => void>> = {
  'in a setImmediate': (listen) => setImmediate(listen),
  'in a setImmediate that a microtask queues': (listen) => queueMicrotask(() => setImmediate(listen)),
  'in a setImmediate that the next tick queues': (listen) => process.nextTick(() => setImmediate(listen)),
  'in the second of two': (listen) => setImmediate(() => setImmediate(listen)),
}

function statusOf(sent: ClientRequest, later: (listen: () => void) => void): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    later(() => {
      sent.on('error', reject)
      sent.on('response', (response: IncomingMessage) => {
        response.resume().on('end', () => resolve(response.statusCode))
      })
    })
  })
}

describe.each(Object.entries(MOMENTS))('a listener that is added %s missed the answer', (_when, later) => {
  test.each([
    ['on a fresh connection', (origin: string) => [statusOf(get(`${origin}/users`, { agent: false }), later)]],
    [
      'on a kept connection',
      async (origin: string) => {
        const agent = new Agent({ keepAlive: true })
        onTestFinished(() => agent.destroy())
        const first = await statusOf(get(`${origin}/users`, { agent }), setImmediate)
        return [first, await statusOf(get(`${origin}/users`, { agent }), later)]
      },
    ],
    ['to a body', (origin: string) => [statusOf(request(`${origin}/users`, { method: 'POST' }).end('body'), later)]],
  ])('%s', async (_where, client) => {
    const { real, mocked } = await onBoth({
      server: (asked, response) => asked.resume().on('end', () => response.end('whole')),
      routes: [rest.all('/users', text('whole'))],
      client: async (origin) => Promise.all(await client(origin)),
    })
    expect(mocked).toEqual(real)
    expect(new Set(real)).toEqual(new Set([200]))
  })

  test('of a network error, which was uncaught', async () => {
    start([rest.get('/users', networkError())])
    await expect(statusOf(get('http://api.test/users'), later)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })
})
