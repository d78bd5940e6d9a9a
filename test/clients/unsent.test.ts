import { once } from 'node:events'
import http from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { passthrough, rest } from '../../src/entries/index.ts'
import { startForgiving } from '../promises/support.ts'
import { onBoth } from './oracle.ts'

/** The handle of a socket, as far as it keeps the process open. */
interface WithHandle {
  readonly _handle: { hasRef(): boolean } | null
}

/** Node 20 and 22 destroy the connection of such a request. */
const keepsConnection = Number.parseInt(process.versions.node, 10) >= 24

test.runIf(keepsConnection)(
  'the process never ends after a request that passes through and is aborted before it is sent (Node 24, 26)',
  async () => {
    const { real, mocked } = await onBoth({
      server: (_request, response) => response.end('[]'),
      routes: [rest.get('/users', passthrough())],
      async client(origin) {
        const agent = new http.Agent({ keepAlive: true })
        onTestFinished(() => agent.destroy())
        http
          .get(`${origin}/users`, { agent })
          .on('error', () => {})
          .destroy()
        const keepsOpen = () =>
          (Object.values(agent.freeSockets).flat() as unknown as WithHandle[])[0]?._handle?.hasRef()
        await expect.poll(keepsOpen).not.toBe(undefined)
        return keepsOpen()
      },
    })
    expect(mocked).toEqual(real)
    expect(mocked).toBe(false)
  },
)

test('options of a connection that Node refuses are an INTERNAL error of a request that passes through', async () => {
  const { real, mocked } = await onBoth({
    server: (_request, response) => response.end('[]'),
    routes: [rest.get('/users', passthrough())],
    async client(origin) {
      const send = async () => once(http.get(`${origin}/users`, { agent: false, localAddress: 'nowhere' }), 'response')
      return send().catch(({ name, code, message }) => [name, code, message])
    },
  })
  expect(mocked).toEqual(real)
})

test.for([
  [{ port: 99_999 }, 'http://127.0.0.1:99999/users'],
  [{ port: '80a' }, 'http://127.0.0.1:80a/users'],
  [{ host: 'a b' }, 'http://a b:80/users'],
] as const)('a request to %o is an INTERNAL error', async ([destination, url]) => {
  startForgiving([rest.get('/users', [])])
  const request = http.get({ host: '127.0.0.1', path: '/users', agent: false, ...destination })
  const [error] = await once(request, 'error')
  expect([error.code, error.message]).toEqual(['REQUEST', `The target of the request is not a URL: ${url}`])
})
