import { describe, expect, test } from 'vitest'
import { rewrite } from './rewrite.ts'

const HEAD = `import { delay, graphql, http, HttpResponse, passthrough } from 'msw'
import { setupServer } from 'msw/node'

`
const convert = (code: string, name?: string) => rewrite(`${HEAD}${code}\n`, name)

const WHOLE = 'setupMocks refuses the whole list while one of its handlers is msw’s'
const REFUSED = '; setupMocks refuses a handler of msw'

describe('handlers that both fit one request', () => {
  test.each([
    [
      'the older one has a param where the newer one has a name, and may answer nothing',
      "http.get('/users/:id', ({ params }) => { if (params.id === '1') return HttpResponse.json(1) }), http.get('/users/me', () => HttpResponse.json(2))",
      "http.get('/users/:id') comes first in msw, and this one, which is more specific, here: remove one of them, or declare this one first if it should answer",
    ],
    [
      'the older one is of all methods, and answers nothing',
      "http.all('*', async () => { await delay(1) }), http.get('/users/me', () => HttpResponse.json(2))",
      "http.all('*') runs before this one in msw, and answers nothing: do it by mocks.on('request', ({ request }) => …), and remove it",
    ],
    [
      'the older one has a RegExp',
      "http.get(/users/, ({ request }) => HttpResponse.text(request.url)), http.get('/users/me', () => HttpResponse.json(2))",
      'http.get(/users/) comes first in msw, and this one, which is more specific, here: remove one of them, or declare this one first if it should answer',
    ],
    [
      'they stand in constants of the file',
      "...first, ...second)\nconst first = [http.get('/users/:id', ({ params }) => { if (params.id) return HttpResponse.json(1) })]\nconst second = [http.get('/users/me', () => HttpResponse.json(2))]\nvoid (0",
      "http.get('/users/:id') comes first in msw, and this one, which is more specific, here: remove one of them, or declare this one first if it should answer",
    ],
    [
      'the older one has no origin, which is that of the page: the newer one was removed',
      "http.get('/users', () => HttpResponse.json(1)), http.get('https://b.test/users', () => HttpResponse.json(2))",
      "http.get('/users') comes first in msw, and this one, which is more specific, here: remove one of them, or declare this one first if it should answer",
    ],
    [
      'the older one of a constant takes all requests of the newer one',
      "...first, ...second)\nconst first = [http.get('/users', () => HttpResponse.json(1))]\nconst second = [http.get('/users', ({ request }) => HttpResponse.text(request.url))]\nvoid (0",
      'msw never asks this handler, since one before it takes all its requests, and setupMocks refuses it: remove it',
    ],
    [
      'the older one has a star in its host',
      "http.get('https://*.test/users/:id', ({ params }) => HttpResponse.json(params)), http.get('https://api.test/users/me', () => HttpResponse.json(2))",
      "http.get('https://*.test/users/:id') comes first in msw, and this one, which is more specific, here: remove one of them, or declare this one first if it should answer",
    ],
    [
      'the older one has a star in place of its scheme',
      "http.get('*://api.test/users/:id', ({ params }) => HttpResponse.json(params)), http.get('https://api.test/users/me', () => HttpResponse.json(2))",
      "http.get('*://api.test/users/:id') comes first in msw, and this one, which is more specific, here: remove one of them, or declare this one first if it should answer",
    ],
    ...[
      ['lists that are joined', '...first.concat(second)', '', ''],
      ['lists that functions return', '...first(), ...second()', '() => ', ''],
      ['a list that gets more', '...first', '', '\nfirst.push(...second)'],
      ['the values of an object', '...Object.values({ first, second }).flat()', '', ''],
    ].map(([title, list, made, more]) => [
      `they stand in ${title}`,
      `${list})\nconst first = ${made}[http.get('/users/:id', ({ params }) => { if (params.id) return HttpResponse.json(1) })]\nconst second = ${made}[http.get('/users/me', () => HttpResponse.json(2))]${more}\nvoid (0`,
      "http.get('/users/:id') comes first in msw, and this one, which is more specific, here: remove one of them, or declare this one first if it should answer",
    ]),
    [
      'one function makes them',
      "reply('/users/:id'), reply('/users/me'))\nconst reply = (path: string) => http.get(path, ({ request }) => HttpResponse.text(request.url)\n)\nvoid (0",
      'msw never asks this handler, since one before it takes all its requests, and setupMocks refuses it: remove it',
    ],
    [
      'a loop makes them',
      "...all)\nconst all: HttpHandler[] = []\nfor (const id of [':id', 'me']) all.push(http.get('/users/' + id, () => HttpResponse.json(id)))\nvoid (0",
      'msw never asks this handler, since one before it takes all its requests, and setupMocks refuses it: remove it',
    ],
    [
      'one takes any operation, and may answer nothing',
      "graphql.operation(({ query }) => { if (query) return HttpResponse.json({ data: 1 }) }), graphql.query('User', () => HttpResponse.json({ data: 2 }))",
      'graphql.operation() comes first in msw, and this one, which is more specific, here: remove one of them, or declare this one first if it should answer',
    ],
  ])('%s: they stay with msw', (_, handlers, reason) => {
    const { left, converted } = convert(`const server = setupServer(${handlers})`) ?? {}
    expect(left?.map((one) => one.reason)).toContain(reason)
    expect(converted).toBe(0)
  })

  test.each([
    [
      "http.get('/users', () => HttpResponse.json(1)), http.get('/users', ({ request }) => HttpResponse.text(request.url))",
      "rest.get('/users', 1)",
      "http.get('/users')",
    ],
    [
      "http.get('/users/:id', ({ params }) => HttpResponse.json(params)), http.get('/users/me', () => HttpResponse.json(2))",
      "rest.get('/users/:id', ({ request: { params } }) => Response.json(params))",
      "http.get('/users/me')",
    ],
    [
      "graphql.query('A', () => HttpResponse.json({ data: 1 })), graphql.query('A', () => HttpResponse.json({ data: 2 }))",
      "api.query('A', { data: 1 })",
      "graphql.query('A')",
    ],
    [
      "http.post('/users/:id', () => HttpResponse.json(1)), http.post('/users/me', () => HttpResponse.json(2))",
      "rest.post('/users/:id', 1)",
      "http.post('/users/me')",
    ],
    [
      "graphql.operation(() => HttpResponse.json({ data: 1 })), graphql.query('User', () => HttpResponse.json({ data: 2 }))",
      'api.operation({ data: 1 })',
      "graphql.query('User')",
    ],
  ])('%s: the one that msw never asked is removed', (handlers, kept, text) => {
    const result = convert(`const server = setupServer(${handlers})`)
    expect(result?.left).toEqual([])
    expect(result?.text).toContain(`const server = setupMocks([${kept}])`)
    expect(result?.notes.map(({ reason }) => reason)).toEqual([
      `msw never asked ${text} behind this, which takes all its requests; it is removed`,
    ])
  })

  test('the comment of one that is removed stood above the whole server, and what was said of it too', () => {
    const code = `const server = setupServer(
  // All users
  http.get('/users/:id', () => HttpResponse.json(1)),
  // Never asked
  http.get('/users/me', () => HttpResponse.json(2)),
)`
    expect(convert(code)?.text).toContain(`
const server = setupMocks([
  // All users
  // mynah: msw never asked http.get('/users/me') behind this, which takes all its requests; it is removed
  rest.get('/users/:id', 1),
])
`)
  })

  test.each([
    "http.get('/users/:id', () => HttpResponse.json(1)), http.get('/posts/me', () => HttpResponse.json(2))",
    "http.get('/users/me', () => HttpResponse.json(1)), http.get('/users/:id', () => HttpResponse.json(2))",
    "http.get('/users/:id', () => HttpResponse.json(1)), http.post('/users/me', () => HttpResponse.json(2))",
    "http.get('/users', ({ request }) => { if (request.url.endsWith('?a')) return HttpResponse.json(1) }), http.get('/users', () => HttpResponse.json(2))",
    "http.get('/users', () => HttpResponse.json(1), { once: true }), http.get('/users', () => HttpResponse.json(2))",
    "http.get('https://a.test/:id', () => HttpResponse.json(1)), http.get('https://b.test/me', () => HttpResponse.json(2))",
    "http.get('https://*.a.test/:id', () => HttpResponse.json(1)), http.get('https://b.test/me', () => HttpResponse.json(2))",
    "...['users', 'posts'].map((name) => http.get('/' + name + '/:id', () => HttpResponse.json(name)))",
    "graphql.query('User', () => HttpResponse.json({ data: 2 })), graphql.operation(() => HttpResponse.json({ data: 1 }))",
  ])('%s: are asked in the same order', (handlers) => {
    expect(convert(`const server = setupServer(${handlers})`)?.left).toEqual([])
  })
})

test('of two handlers of a test whose order counts, a second run converted the one that was left', () => {
  const handlers = "http.all('*', () => { seen() }), http.get('/a', () => HttpResponse.json(1))"
  const code = `test('a', () => { server.use(${handlers}) })`
  const first = convert(code)
  expect(first?.left.map(({ reason }) => reason).sort()).toEqual([
    "http.all('*') runs before this one in msw, and answers nothing: do it by mocks.on('request', ({ request }) => …), and remove it",
    "this comes before http.get('/a') in msw: change them together",
  ])
  expect(rewrite(first?.text ?? '')?.text).toBe(first?.text)
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
      "rest.get('/a', ({ request }) => request.url ? new Response(null, { status: 204 }) : Response.json(1))",
    ],
    [
      "http.get('/a', () => new HttpResponse('', { status: 204 }))",
      "rest.get('/a', () => new Response(null, { status: 204 }))",
    ],
    [
      "http.get('/a', () => HttpResponse.json(undefined))",
      "rest.get('/a', () => new Response(null, { headers: { 'content-type': 'application/json' } }))",
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
      "rest.get('/a', async ({ setDelay }) => { setDelay(Infinity); return Response.json(1) })",
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
    const make = (type: string) =>
      `export const one = http.get('/a', () => new HttpResponse(null, { type: '${type}' }))`
    expect(convert(make('error'))?.text).toContain("rest.get('/a', () => networkError())")
    expect(convert(make('opaque'))?.left.map(({ reason }) => reason)).toEqual([
      'leave the option type out: a Response ignores it; setupMocks refuses a handler of msw',
    ])
  })

  test('what a helper returns was no Response, so nobody could throw it or read it', () => {
    const { left, text } =
      convert(
        `const text = (one) => HttpResponse.text(one)\nconst down = () => HttpResponse.error()\nconst page = () => HttpResponse.html('a')`,
      ) ?? {}
    expect(left).toEqual([])
    expect(text).toContain(`const text = (one) => new Response(one)
const down = () => Response.error()
const page = () => new Response('a', { headers: { 'content-type': 'text/html' } })
`)
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

  test('that a function is handed, which starts and resets it, was left by hand with all its tests', () => {
    const { left, text } =
      convert(`export function useServer(server: ReturnType<typeof setupServer>) {
  beforeAll(() => {
    server.listen({ onUnhandledRequest: 'error' })
  })

  afterEach(() => {
    server.resetHandlers()
  })

  afterAll(() => {
    server.close()
  })
}`) ?? {}
    expect(left).toEqual([])
    expect(text).toContain(`export function useServer(server: Mocks) {
  beforeAll(server)
}
`)
  })

  test('that a function is handed lets requests pass: its setup does not know it', () => {
    const { left } =
      convert(`export function useServer(server: ReturnType<typeof setupServer>) {
  beforeAll(() => server.listen({ onUnhandledRequest: 'bypass' }))
}`) ?? {}
    expect(left?.map(({ reason }) => reason)).toEqual(["setupMocks needs the option { onUnmatched: 'passthrough' }"])
  })

  test('has a note that it is never reset, and a function that it is handed to resets it', () => {
    const { notes } =
      convert(`const server = setupServer()
useServer(server)
test('a', () => { server.use(http.get('/a', () => HttpResponse.json(1))) })
test('b', () => { server.use(http.get('/a', () => HttpResponse.json(2))) })`) ?? {}
    expect(notes).toEqual([])
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

  test('that is never reset keeps what a test declares for the next one', () => {
    const { notes, text } =
      convert(`const server = setupServer()
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
test('a', () => { server.use(http.get('/a', () => HttpResponse.json(1))) })
test('b', () => {})`) ?? {}
    expect(notes?.map(({ reason }) => reason)).toEqual([
      'msw keeps this for the tests after it; mynah removes it at the end of the test',
    ])
    expect(text).toContain("server.use(rest.get('/a', 1))")
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
    const reason = 'rest is of msw 1: move to msw 2 by https://mswjs.io/docs/migrations/1.x-to-2.x, then run this again'
    expect(new Set(left?.map((one) => one.reason))).toEqual(new Set([reason]))
    expect(text).not.toContain('// mynah: ')
    expect(converted).toBe(0)
  })

  test('whose policy prints an error says that it fails here', () => {
    const { notes } =
      convert(
        `const server = setupServer()\nbeforeAll(() => server.listen({ onUnhandledRequest: (request, print) => print.error() }))`,
      ) ?? {}
    expect(notes?.map((one) => one.reason)).toEqual([
      'error() only prints in msw 3 and the last versions of msw 2, and the request passes; here it fails',
    ])
  })
})

describe('a handler', () => {
  test('whose spy was asked for its calls got other arguments, silently', () => {
    const { left } =
      convert(`test('a', () => {
  const spy = vi.fn(({ request }) => HttpResponse.text(request.url))
  server.use(http.get('/a', spy))
  expect(spy.mock.calls[0][0].request.url).toBe('a')
})`) ?? {}
    expect(left?.map((one) => one.reason)).toEqual([
      `this spy is handed ({ request }) here, whose raw is the Request: read its calls from mocks.calls()${REFUSED}`,
    ])
  })

  test('that answers once for all tests says that it answers once in each', () => {
    const { notes } =
      convert(`const server = setupServer(http.get('/a', () => HttpResponse.json(1), { once: true }))`) ?? {}
    expect(notes?.map((one) => one.reason)).toEqual([
      'times counts anew in each test; msw counts until restoreHandlers()',
    ])
  })

  test('with a generator began anew in each test, though nothing resets it', () => {
    const { left, text } =
      convert(
        `const server = setupServer(http.get('/a', function* () { yield HttpResponse.json(1); return HttpResponse.json(2) }))`,
      ) ?? {}
    expect(left).toEqual([])
    expect(text).toContain(
      'const replies = (function* () { yield Response.json(1); return Response.json(2) })()\n  let last: unknown\n  return () => (last = replies.next().value ?? last)',
    )
  })
})
