import { createServer, type RequestListener } from 'node:http'
import { describe, expect, test } from 'vitest'
import { rest } from '../../src/entries/index.ts'
import { listen } from '../clients/listen.ts'
import { serve, startApp } from './support.ts'

const CLIENTS = ['fetch', 'captured fetch', 'http', 'kept http', 'axios', 'undici']

async function startServer(listener: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listen(createServer(listener))}`
}

const HEADERS: [string, string][] = [
  ['content-type', 'application/json'],
  ['set-cookie', 'a=1; Path=/'],
  ['set-cookie', 'b=2; HttpOnly'],
  ['content-length', '10'],
]

describe.each(CLIENTS)('%s', (client) => {
  test('observes what a real server would send', async () => {
    const origin = await startServer((_, outgoing) => outgoing.writeHead(203, 'Told', HEADERS.flat()).end('{"id": 17}'))
    const headers = new Headers(HEADERS)
    const served = await serve([
      rest.get(`${origin}/users`, () => new Response('{"id": 17}', { status: 203, statusText: 'Told', headers })),
    ])
    const app = await startApp()
    const real = await app.ask({ client, to: `${origin}/users` })
    expect(real).toMatchObject({ status: 203, text: '{"id": 17}' })
    expect(await app.ask({ client, to: `${origin}/users` }, served)).toEqual(real)
    expect(served.mocks.calls()).toMatchObject([{ from: 'server', outcome: 'answered' }])
  })
})
