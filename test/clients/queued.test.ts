import http from 'node:http'
import { Client } from 'undici'
import { expect, onTestFinished, test } from 'vitest'
import { passthrough, rest, setupMocks } from '../../src/entries/index.ts'
import { deferred, rejectionOf } from '../promises/support.ts'
import { listen } from './listen.ts'

/** A real server that answers only when the test asks for it. */
async function slowServer() {
  const asked: string[] = []
  const arrived = deferred()
  const told = deferred()
  const server = http.createServer(async ({ url = '' }, response) => {
    asked.push(url)
    arrived.resolve()
    await told.promise
    response.end('real')
  })
  return { origin: `http://127.0.0.1:${await listen(server)}`, asked, arrived, told }
}

type Send = (path: string) => Promise<number | undefined>

/** Clients that have one connection for all that they send. */
const CLIENTS: Readonly<Record<string, (origin: string) => Send>> = {
  http(origin) {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    onTestFinished(() => agent.destroy())
    return (path) =>
      new Promise((resolve, reject) => {
        http.get(origin + path, { agent }, (response) => resolve(response.resume().statusCode)).on('error', reject)
      })
  },
  undici(origin) {
    const connection = new Client(origin)
    onTestFinished(() => connection.destroy())
    return async (path) => {
      const { statusCode, body } = await connection.request({ path, method: 'GET' })
      await body.dump()
      return statusCode
    }
  },
}

test.for(Object.entries(CLIENTS))(
  '%s: a request that waits behind a passthrough request reaches the network when the mocks end',
  async ([, client]) => {
    const { origin, asked, arrived, told } = await slowServer()
    const send = client(origin)
    const mocks = setupMocks([rest.get('/slow', passthrough()), rest.get('/waits', [])])
    mocks.start()
    const slow = send('/slow')
    await arrived.promise
    const waiting = rejectionOf(send('/waits'))
    mocks.stop()
    told.resolve()
    expect(await slow).toBe(200)
    expect(await waiting).toMatchObject({
      name: 'AbortError',
      message: 'The mocks ended before the request was answered',
    })
    expect(asked).toEqual(['/slow'])
    expect(await send('/later')).toBe(200)
  },
)
