import { describe, expect, test } from 'vitest'
import { rewrite } from './rewrite.ts'

const HEAD = `import { delay, graphql, http, HttpResponse, passthrough } from 'msw'
import { setupServer } from 'msw/node'

`
const convert = (code: string, name?: string) => rewrite(`${HEAD}${code}\n`, name)

const WHOLE = 'setupMocks refuses the whole list while one of its handlers is msw’s'

describe('handlers that both fit one request', () => {
  const FIRST = 'comes first in msw for what both take, and this one, which is more specific, here: remove one of them'
  const SAME = 'comes first, and if it always answers, setupMocks refuses this one: remove it'
  const UNKNOWN =
    'msw asks these handlers in the order of their list, and mynah the more specific one first: check those that take the same request'

  test.each([
    [
      'the older one has a param where the newer one has a name',
      "http.get('/users/:id', ({ params }) => HttpResponse.json(params)), http.get('/users/me', () => HttpResponse.json(2))",
      `get('/users/:id') ${FIRST}`,
    ],
    [
      'the older one is of all methods',
      "http.all('*', async () => { await delay(1) }), http.get('/users/me', () => HttpResponse.json(2))",
      `all('*') ${FIRST}`,
    ],
    [
      'the older one has a RegExp',
      "http.get(/users/, ({ request }) => HttpResponse.text(request.url)), http.get('/users/me', () => HttpResponse.json(2))",
      `get(/users/) ${FIRST}`,
    ],
    [
      'they are spread from constants',
      "...first, ...second)\nconst first = [http.get('/users/:id', ({ params }) => HttpResponse.json(params))]\nconst second = [http.get('/users/me', () => HttpResponse.json(2))]\nvoid (0",
      `get('/users/:id') ${FIRST}`,
    ],
    [
      'they are constants',
      "first, second)\nconst first = http.get('/users/:id', ({ params }) => HttpResponse.json(params))\nconst second = http.get('/users/me', () => HttpResponse.json(2))\nvoid (0",
      `get('/users/:id') ${FIRST}`,
    ],
    [
      'both stand behind a base that is known when the tests run',
      "http.get(base + '/users/:id', ({ params }) => HttpResponse.json(params)), http.get(base + '/users/me', () => HttpResponse.json(2))",
      `get(base + '/users/:id') ${FIRST}`,
    ],
    [
      'both have one path',
      "http.get('/users', ({ request }) => HttpResponse.text(request.url)), http.get('/users', () => HttpResponse.json(2))",
      `get('/users') ${SAME}`,
    ],
    [
      'one takes any operation',
      "graphql.operation(({ query }) => { if (query) return HttpResponse.json({ data: 1 }) }), graphql.query('User', () => HttpResponse.json({ data: 2 }))",
      `operation() ${FIRST}`,
    ],
    [
      'a function returns some of them',
      "...make(), http.get('/users/me', () => HttpResponse.json(2)))\nvoid (0",
      UNKNOWN,
    ],
    ['functions make them', "reply('/users/:id'), reply('/users/me')", UNKNOWN],
  ])('%s: their order changed without a word', (_, handlers, reason) => {
    const { left, notes } = convert(`const server = setupServer(${handlers})`) ?? {}
    expect(left).toEqual([])
    expect(notes?.map((one) => one.reason)).toContain(reason)
  })

  test.each([
    "http.get('/users/:id', () => HttpResponse.json(1)), http.get('/posts/me', () => HttpResponse.json(2))",
    "http.get('/users/me', () => HttpResponse.json(1)), http.get('/users/:id', () => HttpResponse.json(2))",
    "http.get('/users/:id', () => HttpResponse.json(1)), http.post('/users/me', () => HttpResponse.json(2))",
    "http.get('/users', ({ request }) => { if (request.url.endsWith('?a')) return HttpResponse.json(1) }), http.get('/users', () => HttpResponse.json(2))",
    "http.get('/users', () => HttpResponse.json(1), { once: true }), http.get('/users', () => HttpResponse.json(2))",
    "http.get('https://a.test/:id', () => HttpResponse.json(1)), http.get('https://b.test/me', () => HttpResponse.json(2))",
    "...['users', 'posts'].map((name) => http.get('/' + name + '/:id', () => HttpResponse.json(name)))",
    "graphql.query('User', () => HttpResponse.json({ data: 2 })), graphql.operation(() => HttpResponse.json({ data: 1 }))",
  ])('%s: are asked in the same order', (handlers) => {
    expect(convert(`const server = setupServer(${handlers})`)?.left).toEqual([])
  })
})

describe('a response', () => {
  test.each([
    ["http.get('/a', () => HttpResponse.json({}, { status: 204 }))", "rest.get('/a', status(204))"],
    [
      "http.get('/a', () => HttpResponse.json(null, { status: 204, headers: { a: '1' } }))",
      "rest.get('/a', status(204), { headers: { a: '1' } })",
    ],
    [
      "http.get('/a', ({ request }) => request.url ? HttpResponse.json(null, { status: 204 }) : HttpResponse.json(1))",
      "rest.get('/a', ({ request }) => request.url ? new Response(null, { status: 204 }) : 1)",
    ],
    [
      "http.get('/a', () => new HttpResponse('', { status: 204 }))",
      "rest.get('/a', () => new Response(null, { status: 204 }))",
    ],
  ])('%s was refused by setupMocks, or by Response', (before, after) => {
    const { left, text } = convert(`export const all = [${before}]`) ?? {}
    expect(left).toEqual([])
    expect(text).toContain(after)
  })

  test.each([
    [
      'a status without a body in a constant',
      "const status = 204\nexport const one = http.delete('/a', () => HttpResponse.json(null, { status }))",
      "rest.delete('/a', () => new Response(null, { status }))",
    ],
    [
      'headers as a list, which setupMocks refused',
      "export const one = http.get('/a', () => HttpResponse.json(1, { headers: [['a', '1'], ['a', '2']] }))",
      "rest.get('/a', () => Response.json(1, { headers: [['a', '1'], ['a', '2']] }))",
    ],
    [
      'a delay without an end in a constant',
      "const SLOW = 'infinite'\nexport const one = http.get('/a', async () => { await delay(SLOW); return HttpResponse.json(1) })",
      "rest.get('/a', async () => { await new Promise(() => {}); return 1 })",
    ],
    [
      'passthrough itself as the resolver',
      "export const one = http.get('/a', passthrough)",
      "rest.get('/a', passthrough())",
    ],
  ])('%s', (_, before, after) => {
    const { left, text } = convert(before, '/project/users.test.js') ?? {}
    expect(left).toEqual([])
    expect(text).toContain(after)
  })

  test('of a type, which Response ignores, was sent without it', () => {
    const { left } = convert("export const one = http.get('/a', () => new HttpResponse(null, { type: 'error' }))") ?? {}
    expect(left?.map(({ reason }) => reason)).toEqual([
      'write HttpResponse.error() for the type error, and leave other types out: a Response ignores them',
    ])
  })

  test('what a helper returns was no Response, so nobody could throw it or read it', () => {
    const { left, text } =
      convert(`const text = (one) => HttpResponse.text(one)\nconst down = () => HttpResponse.error()`) ?? {}
    expect(left).toEqual([])
    expect(text).toContain(`const text = (one) => new Response(one)
const down = () => Response.error()
`)
  })

  test('a response of JSON without a value was left by hand', () => {
    const { left, text } =
      convert(
        `export const one = http.get('/a', ({ request }) => request.url ? HttpResponse.json() : HttpResponse.json(undefined, { status: 500 }))`,
      ) ?? {}
    expect(left).toEqual([])
    expect(text).toContain('request.url ? new Response() : new Response(undefined, { status: 500 })')
  })

  test('delay(…).then(…) was left by hand', () => {
    const { left, text } =
      convert(`export const one = http.get('/a', () => delay(20).then(() => HttpResponse.json(1)))`) ?? {}
    expect(left).toEqual([])
    expect(text).toContain('() => new Promise((resolve) => setTimeout(resolve, 20)).then(() => Response.json(1))')
  })
})

describe('a server', () => {
  test('that is made in a hook was left by hand, and its handlers were not', () => {
    const { left, text } =
      convert(`let server: ReturnType<typeof setupServer>
beforeAll(() => {
  server = setupServer(http.get('/a', () => HttpResponse.json(1)))
  server.listen({ onUnhandledRequest: 'error' })
})
afterEach(() => server.resetHandlers())
afterAll(() => server.close())`) ?? {}
    expect(left).toEqual([])
    expect(text).toContain(`let server: Mocks
beforeAll(() => {
  server = setupMocks([rest.get('/a', 1)])
  server.start()
})
afterEach(() => server.reset())
afterAll(() => server.stop())
`)
  })

  test('was never started if its hook lost all that it did', () => {
    const { left, text } =
      convert(`const server = setupServer()
describe('users', () => {
  beforeAll(() => {
    server.listen({ onUnhandledRequest: 'error' })
    server.resetHandlers()
  })
})`) ?? {}
    expect(left).toEqual([])
    expect(text).toContain(`describe('users', () => {
  beforeAll(server)
})`)
  })

  test('that a hook imports kept all files: close() had a type error', () => {
    const { text, left } =
      rewrite(`import type { SetupServerApi } from 'msw/node'

let server: SetupServerApi

beforeAll(async () => {
  const { server: imported } = await import('./server')
  server = imported
  server.listen({ onUnhandledRequest: 'error' })
})
afterEach(() => server.resetHandlers())
afterAll(() => server.close())
`) ?? {}
    expect(left).toEqual([])
    expect(text?.replace(/ *\/\/ mynah: .*\n/, '')).toBe(`import { type Mocks } from 'mynah'

let server: Mocks

beforeAll(async () => {
  const { server: imported } = await import('./server')
  server = imported
  server.start()
})
afterEach(() => server.reset())
afterAll(() => server.stop())
`)
  })

  test('that a module exports without a name was left by hand, and its handlers were not', () => {
    const { left, text } = convert(`export default setupServer(http.get('/a', () => HttpResponse.json(1)))`) ?? {}
    expect(left).toEqual([])
    expect(text).toContain(`export default setupMocks([rest.get('/a', 1)])`)
  })

  test.each([
    [
      'takes a maker of handlers apart',
      "const { get } = http\nconst server = setupServer(get('/a', () => HttpResponse.json(1)))",
      'write http of msw as rest of mynah: rest.get(path, payload)',
    ],
    [
      'goes elsewhere',
      "const servers = [setupServer(http.get('/a', () => HttpResponse.json(1)))]",
      'keep what setupServer() returns in a variable: mynah-migrate follows that',
    ],
    [
      'is handed to a function',
      "const server = setupServer(http.get('/a', () => HttpResponse.json(1)))\nuseServer(server)",
      'write server.start(), reset() and stop() in what it is handed to',
    ],
  ])('that %s stays, with all handlers', (_, code, reason) => {
    const { left, converted } = convert(code, '/project/users.test.js') ?? {}
    expect(left?.map((one) => one.reason)).toEqual(expect.arrayContaining([reason, WHOLE]))
    expect(converted).toBe(0)
  })

  test('of msw 1 had a reason at each type, whose members msw 2 has no more, and at each handler', () => {
    const { left, converted, text } =
      rewrite(
        "import { type RestRequest, rest } from 'msw'\nimport { setupServer } from 'msw/node'\n\nlet last: RestRequest | undefined\nconst server = setupServer(rest.get('/a', (req, res, ctx) => res(ctx.json(1))))\nserver.use(rest.get('/b', (req, res, ctx) => res(ctx.json(2))))\nlast = last as RestRequest\n",
      ) ?? {}
    expect(new Set(left?.map((one) => one.reason))).toEqual(new Set(['msw 1 is not converted']))
    expect(text).not.toContain('// mynah: ')
    expect(converted).toBe(0)
  })
})

describe('a handler', () => {
  test('that answers once for all tests says that it answers once in each', () => {
    const { notes } =
      convert(`const server = setupServer(http.get('/a', () => HttpResponse.json(1), { once: true }))`) ?? {}
    expect(notes?.map((one) => one.reason)).toEqual([
      'times counts anew in each test; msw counts until restoreHandlers()',
    ])
  })
})
