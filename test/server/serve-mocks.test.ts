import { createServer } from 'node:http'
import { describe, expect, test } from 'vitest'
import { cut, networkError, type Mocks, rest, stream } from '../../src/entries/index.ts'
import { serveMocks } from '../../src/server/serve-mocks.ts'
import { listen } from '../clients/listen.ts'
import { messageOf, rejectionOf } from '../promises/support.ts'
import { cookieOf, serve, startApp } from './support.ts'

const CLIENTS = ['fetch', 'captured fetch', 'http', 'kept http', 'axios', 'undici']

/** What a real server answers, and a stub for the same. */
const HEADERS: [string, string][] = [
  ['content-type', 'application/json'],
  ['set-cookie', 'a=1; Path=/'],
  ['set-cookie', 'b=2; HttpOnly'],
  ['x-words', 'Grüße'],
]

describe.each(CLIENTS)('%s', (client) => {
  test('observes an answer of the test as one of a real server', async () => {
    const real = createServer((_, outgoing) => {
      outgoing.writeHead(203, 'Told', [...HEADERS, ['content-length', '10']].flat())
      outgoing.end('{"id": 17}')
    })
    const origin = `http://127.0.0.1:${await listen(real)}`
    const settings = { status: 203, statusText: 'Told', headers: HEADERS }
    const served = await serve([rest.get(`${origin}/users`, { ...settings, response: () => new Response('{"id": 17}') })])
    const app = await startApp()
    const told = await app.ask({ client, to: `${origin}/users` })
    expect(await app.ask({ client, to: `${origin}/users` }, served)).toEqual(told)
    expect(served.mocks.calls()).toMatchObject([{ from: 'server', outcome: 'answered' }])
  })
})
