import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createResolver, networkError, passthrough, rest, UnmatchedRequestError } from '../src/entries/core.ts'

const routes = [
  rest.get('/users', [{ id: 1 }]),
  rest.get('/users', [{ id: 2 }], { match: { queries: { role: 'admin' } } }),
  rest.get('/users/:id', ({ request }) => ({ id: request.params.id })),
  rest.post('/users', { created: true }, { status: 201, match: { body: { role: 'admin' } } }),
  rest.get('/down', networkError('ECONNRESET')),
  rest.get('/real', passthrough()),
]

/** The part of Playwright's `Route` that a handler needs. */
function fakeRoute(method: string, url: string, postData: string | null = null) {
  const done: unknown[] = []
  return {
    done,
    request: () => ({
      method: () => method,
      url: () => url,
      postData: () => postData,
      headers: () => ({ 'content-type': 'application/json' }),
    }),
    fulfill: (answer: { status: number; headers: Record<string, string>; body: Buffer }) =>
      done.push({ ...answer, body: String(answer.body) }),
    abort: (reason: string) => done.push(reason),
  }
}

test('answers as a handler of `page.route`', async () => {
  const resolver = createResolver(routes)
  async function handle(route: ReturnType<typeof fakeRoute>) {
    const request = route.request()
    const { method, url, postData, headers } = request
    const response = await resolver.fetch(
      new Request(url(), { method: method(), headers: headers(), body: postData() }),
    )
    route.fulfill({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: Buffer.from(await response.arrayBuffer()),
    })
  }
  const get = fakeRoute('GET', 'https://api.test/users?role=admin')
  await handle(get)
  expect(get.done).toEqual([
    { status: 200, headers: { 'content-type': 'application/json', 'content-length': '10' }, body: '[{"id":2}]' },
  ])
  const post = fakeRoute('POST', 'https://api.test/users', '{"role":"admin"}')
  await handle(post)
  expect(post.done).toEqual([
    { status: 201, headers: { 'content-type': 'application/json', 'content-length': '16' }, body: '{"created":true}' },
  ])
})

test("answers as a server's fetch handler", async () => {
  const resolver = createResolver(routes)
  const server = createServer(async (incoming, outgoing) => {
    const response = await resolver.fetch(new Request(`http://${incoming.headers.host}${incoming.url}`))
    outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/users/7`)
  expect(await response.json()).toEqual({ id: '7' })
  server.close()
})

test('rejects on a miss, and on a network error as fetch does', async () => {
  const resolver = createResolver(routes)
  const miss = await resolver.fetch(new Request('https://api.test/user')).catch((error: unknown) => error)
  expect(miss).toBeInstanceOf(UnmatchedRequestError)
  expect((miss as Error).message).toBe(`No stub answers GET https://api.test/user

Nearest: rest.get('/users')  test/create-resolver.test.ts:7
  path segment 1  expected 'users'
                  received 'user'
  1 more stub of this route did not match either

Also declared: POST /users, GET /down, and 2 more
To answer it: rest.get('/user', {})`)
  const down = await resolver.fetch(new Request('https://api.test/down')).catch((error: unknown) => error)
  expect(down).toBeInstanceOf(TypeError)
  expect(down).toMatchObject({ message: 'fetch failed', cause: { code: 'ECONNRESET' } })
})

test('rejects with the very error that a resolver throws', async () => {
  const error = new RangeError('a bug')
  const { fetch } = createResolver([rest.get('/bug', () => Promise.reject(error))])
  expect(await fetch(new Request('https://api.test/bug')).catch((thrown: unknown) => thrown)).toBe(error)
})

test('makes the real request by the option `passthrough`', async () => {
  const request = new Request('https://api.test/real')
  const real = createResolver(routes, { passthrough: ({ url }) => new Response(`real ${url}`) })
  expect(await (await real.fetch(request)).text()).toBe('real https://api.test/real')
  await expect(createResolver(routes).fetch(request)).rejects.toThrow(
    `The stub of GET https://api.test/real returns passthrough(), but this resolver cannot make the real request

Write  createResolver(…, { passthrough: (request) => fetch(request) })`,
  )
})

test('an option `passthrough` that returns no Response ended in an error of the caller', async () => {
  const passthrough = (async () => 'real') as never
  await expect(
    createResolver(routes, { passthrough }).fetch(new Request('https://api.test/real')),
  ).rejects.toMatchObject({
    code: 'PASSTHROUGH',
    message: "The option passthrough returned 'real'; it returns a Response",
  })
})

test('returns the decision without answering', async () => {
  const resolver = createResolver(routes, { baseUrl: 'https://api.test' })
  const { stub, params, message } = await resolver.resolve('/users/7')
  expect(stub).toBe(routes[2])
  expect(params).toEqual({ id: '7' })
  expect(message).toBe(
    "GET https://api.test/users/7 is answered by rest.get('/users/:id')  test/create-resolver.test.ts:9",
  )
})
