import type { RequestListener } from 'node:http'
import { describe, test } from 'vitest'
import { rest, text } from '../../src/entries/index.ts'
import { type Answering, compareCall, echo, typeOf } from './fetch-oracle.ts'

describe('redirects', () => {
  const redirecting = (status: number, location: string): Answering => ({
    server: async (request, response) => {
      if (request.url !== '/old' && request.url !== '/older') return echo.server(request, response)
      request.resume()
      request.on('end', () =>
        response.writeHead(status, { location: request.url === '/older' ? '/old' : location }).end(),
      )
      request.on('error', () => {})
    },
    routes: [
      rest.all('/old', undefined, { status, headers: { location } }),
      rest.all('/older', undefined, { status, headers: { location: '/old' } }),
      ...['/echo', '/old/', '/%EF%BF%BD', '/a%20b', '/%C3%A9'].map((path) =>
        rest.all(new RegExp(`^${path}$`), ({ request: { method, headers, text: body = '' } }) =>
          text(JSON.stringify([method, body, typeOf(headers['content-type'])])),
        ),
      ),
    ],
  })
  const bodies: Readonly<Record<string, () => object>> = {
    'a stream': () => ({ method: 'POST', duplex: 'half', body: new Blob(['a']).stream() }),
    'a generator': () => ({
      method: 'PUT',
      duplex: 'half',
      body: (async function* () {
        yield Buffer.from('a')
      })(),
    }),
    'a text': () => ({ method: 'POST', body: 'a' }),
    'a form': () => ({ method: 'PUT', body: new URLSearchParams('a=1') }),
    nothing: () => ({}),
    'nothing, with HEAD': () => ({ method: 'HEAD' }),
  }
  const rows = [301, 302, 303, 307, 308].flatMap((status) =>
    Object.keys(bodies).map((body) => ({ status, body }) as const),
  )

  /** The message of the cause is mynah's own if the real error has none. */
  test.for(rows)('$status after $body', async ({ status, body }) => {
    await compareCall((origin) => fetch(`${origin}/old`, bodies[body]?.() as RequestInit), redirecting(status, '/echo'))
  })

  test.for(rows)(
    '$status twice after $body: a body that was sent again failed as a stream',
    async ({ status, body }) => {
      const init = () => bodies[body]?.() as RequestInit
      await compareCall((origin) => fetch(`${origin}/older`, init()), redirecting(status, '/echo'))
    },
  )

  test.for(rows)('$status after $body of a Request', async ({ status, body }) => {
    await compareCall(
      (origin) => fetch(new Request(`${origin}/old`, bodies[body]?.() as RequestInit)),
      redirecting(status, '/echo'),
    )
  })

  test.for(['error', 'manual', 'follow'] as const)('the mode %s', async (redirect) => {
    await compareCall((origin) => fetch(`${origin}/old`, { redirect }), redirecting(302, '/echo'))
  })

  test.for([
    'http://',
    'http://[',
    'ftp://127.0.0.1/',
    'data:,x',
    'javascript:1',
    '/echo#hash',
    'echo',
    '/é',
    '/\u00c3\u00a9',
    '/a b',
  ])('a location %s', async (location) => {
    await compareCall((origin) => fetch(`${origin}/old`), redirecting(302, location))
  })

  test.for(['/echo', 'http://localhost:4999/echo'])('the mode same-origin led to any origin: %s', async (location) => {
    await compareCall((origin) => fetch(`${origin}/old`, { mode: 'same-origin' }), redirecting(302, location))
  })

  test('a location with credentials', async () => {
    const routes = [
      rest.get('/old', ({ request, setStatusCode, setHeader }) => {
        setStatusCode(302)
        setHeader('location', request.url.replace('://', '://user:secret@').replace('/old', '/echo'))
      }),
      ...echo.routes,
    ]
    const server: RequestListener = (request, response) => {
      if (request.url !== '/old') return echo.server(request, response)
      response.writeHead(302, { location: `http://user:secret@${request.headers.host}/echo` }).end()
    }
    await compareCall((origin) => fetch(`${origin}/old`), { server, routes })
  })
})
