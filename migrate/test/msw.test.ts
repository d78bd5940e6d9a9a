import { describe, expect, test } from 'vitest'
import { pathOf } from '../src/msw/handlers/path.ts'
import { rewrite, runWithMynah } from './rewrite.ts'

const BEFORE = `import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { delay, http, HttpResponse, passthrough } from 'msw'
import { setupServer } from 'msw/node'

const users = [{ id: 1 }]
const server = setupServer(
  http.get('https://api.test/users', () => HttpResponse.json(users)),
  http.get('*/teams', () => HttpResponse.json([{ id: 2 }], { status: 201 })),
  http.post('https://api.test/users/:id', async ({ request, params, cookies }) => {
    const body = await request.json()
    await delay(1)
    return HttpResponse.json({ body, id: params.id, cookies })
  }),
  http.get('https://api.test/head', ({ request }) => HttpResponse.text(request.url)),
  http.get('https://api.test/some', ({ request }) => {
    if (request.url.endsWith('?a')) return new HttpResponse('a', { status: 202 })
  }),
  http.get('https://api.test/real', () => passthrough()),
)
before(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => server.resetHandlers())
after(() => server.close())

test('all', async () => {
  server.use(http.get('https://api.test/users', () => new HttpResponse(null, { status: 404 }), { once: true }))
  assert.equal((await fetch('https://api.test/users')).status, 404)
  assert.deepEqual(await (await fetch('https://api.test/users')).json(), [{ id: 1 }])
  assert.equal((await fetch('https://api.test/v1/teams')).status, 201)
  const made = await fetch('https://api.test/users/7', { method: 'POST', body: '{"a":1}' })
  assert.deepEqual(await made.json(), { body: { a: 1 }, id: '7', cookies: {} })
  assert.equal(await (await fetch('https://api.test/head')).text(), 'https://api.test/head')
  assert.equal((await fetch('https://api.test/some?a')).status, 202)
})
`

const AFTER = `import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { passthrough, rest, setupMocks, status, text } from 'mynah'

const users = [{ id: 1 }]
const server = setupMocks([
  rest.get('https://api.test/users', () => users),
  rest.get('{/*rest}/teams', status(201, [{ id: 2 }])),
  rest.post('https://api.test/users/:id', async ({ request: { raw: request, params, cookies } }) => {
    const body = await request.json()
    await new Promise((resolve) => setTimeout(resolve, 1))
    return { body, id: params.id, cookies }
  }),
  rest.get('https://api.test/head', ({ request }) => text(request.url)),
  rest.get('https://api.test/some', ({ request, next }) => {
    if (request.url.endsWith('?a')) return new Response('a', { status: 202 })
    return next()
  }),
  rest.get('https://api.test/real', () => passthrough()),
])
before(server)

test('all', async () => {
  server.use(rest.get('https://api.test/users', status(404), { times: 1 }))
`

describe('msw', () => {
  const result = rewrite(BEFORE)

  test('its handlers, responses and hooks become stubs, responses and the hook of the runner', () => {
    expect(result).toMatchObject({
      left: [],
      notes: [
        {
          line: 21,
          reason:
            'a request without a stub fails its test here, also one that a client sends again and whose error it handles: declare each, if need be with networkError()',
        },
      ],
    })
    const { text = '' } = result ?? {}
    expect(text.slice(0, text.indexOf('  assert'))).toBe(AFTER)
  })

  test('the rewritten file passes with mynah', () => {
    expect(runWithMynah(result?.text ?? '')).toEqual({ status: 0, output: '' })
  })

  test.each([
    ["{ onUnhandledRequest: 'bypass' }", "setupMocks([], { onUnmatched: 'passthrough' })", 0],
    ["{ onUnhandledRequest: 'warn' }", "setupMocks([], { onUnmatched: 'warn' })", 0],
    ['', 'setupMocks([])', 1],
  ])('listen(%s) is %s', (options, code, notes) => {
    const { text, notes: found } =
      rewrite(
        `import { setupServer } from 'msw/node'\n\nconst server = setupServer()\nbeforeAll(() => server.listen(${options}))\n`,
      ) ?? {}
    expect(text).toContain(`const server = ${code}\n`)
    expect(found).toHaveLength(notes)
  })

  test.each([
    ['/users/:id', '/users/:id'],
    ['/users/:id?', '/users{/:id}'],
    ['https://api.test/users?page=1', 'https://api.test/users'],
    ['*', '/{*rest}'],
    ['/users/*', '/users/*rest'],
    ['*/users/*', '{/*rest}/users/*rest2'],
  ])('the path %s is %s', (before, after) => {
    expect(pathOf(before)).toBe(after)
  })

  test('passthrough keeps its name in a handler that is left by hand', () => {
    const { text } =
      rewrite(
        `import { http, passthrough } from 'msw'\n\nexport const a = () => http.get('/a', ({ finalize }) => passthrough())\nexport const b = () => http.get('/b', () => passthrough())\n`,
      ) ?? {}
    expect(text).toContain("http.get('/a', ({ finalize }) => passthrough())\n")
    expect(text).toContain("rest.get('/b', () => mynahPassthrough())\n")
  })

  test('a resolver that two handlers share is rewritten once', () => {
    const { text, converted } =
      rewrite(`import { http, HttpResponse } from 'msw'

const users = async ({ request }) => HttpResponse.json(await request.json())
export const all = [http.post('/a', users), http.post('/b', users)]
`) ?? {}
    expect(text).toBe(`import { rest } from 'mynah'

const users = async ({ request: { raw: request } }) => await request.json()
export const all = [rest.post('/a', users), rest.post('/b', users)]
`)
    expect(converted).toBe(3)
  })

  test('a hook stayed for the comment on its listen(), and the comment of the command stands before it', () => {
    const { text, notes } =
      rewrite(`import { setupServer } from 'msw/node'

const server = setupServer()
beforeAll(() => {
  // before all tests
  server.listen()
})
`) ?? {}
    expect(text).toBe(`import { setupMocks } from 'mynah'

const server = setupMocks([])
// mynah: ${notes?.[0]?.reason}
beforeAll(server)
`)
  })

  test('a worker becomes mocks that warn of a request that no handler takes, as the worker does', () => {
    const { text, left } =
      rewrite(`import { setupWorker } from 'msw/browser'

export const worker = setupWorker(...handlers)
export const start = () => worker.start()
`) ?? {}
    expect(left).toEqual([])
    expect(text).toBe(`import { setupMocks } from 'mynah'

export const worker = setupMocks(handlers, { onUnmatched: 'warn' })
export const start = () => worker.start()
`)
  })

  test('a worker that a hook starts was left by hand', () => {
    const { text, left } =
      rewrite(`import { setupWorker } from 'msw/browser'

const worker = setupWorker(...handlers)
beforeAll(async () => {
  await worker.start({ onUnhandledRequest: 'error', quiet: true })
})
afterEach(() => worker.resetHandlers())
afterAll(() => worker.stop())
`) ?? {}
    expect(left).toEqual([])
    expect(text).toBe(`import { setupMocks } from 'mynah'

const worker = setupMocks(handlers)
beforeAll(worker)
`)
  })

  test('a function that gets a server and writes its hooks kept all files that hand theirs to it', () => {
    const code = (options: string) => `import type { setupServer } from 'msw/node'

export function hooks(server: ReturnType<typeof setupServer>) {
  beforeAll(() => server.listen(${options}))
  afterEach(() => server.resetHandlers())
  afterAll(() => server.close())
}
`
    const { text, left } = rewrite(code("{ onUnhandledRequest: 'error' }"), '/project/hooks.ts') ?? {}
    expect(left).toEqual([])
    expect(text).toBe(`import { type Mocks } from 'mynah'

export function hooks(server: Mocks) {
  beforeAll(server)
}
`)
    // Which mocks it gets, only the run tells.
    expect(rewrite(code("{ onUnhandledRequest: 'warn' }"), '/project/hooks.ts')?.left).toEqual([
      { line: 4, reason: "setupMocks needs the option { onUnmatched: 'warn' }" },
    ])
  })

  test('the type of a resolver was left by hand', () => {
    const { text, left } =
      rewrite(`import { http, HttpResponse, type HttpResponseResolver } from 'msw'

const answer: HttpResponseResolver = async () => HttpResponse.json([])
const others: HttpResponseResolver[] = []
export const users = http.get('/users', answer)
`) ?? {}
    expect(left).toEqual([])
    expect(text).toBe(`import { type ResolverContext, rest } from 'mynah'

const answer: (context: ResolverContext) => unknown = async () => []
const others: ((context: ResolverContext) => unknown)[] = []
export const users = rest.get('/users', answer)
`)
  })

  test('the type of what is handed to a resolver stays by hand: Parameters<ResponseResolver>', () => {
    const { left } =
      rewrite(
        "import { type ResponseResolver } from 'msw'\n\nexport const read = ([{ request }]: Parameters<ResponseResolver>) => request.headers.get('a')\n",
      ) ?? {}
    expect(left?.map(({ reason }) => reason)).toEqual([
      'write the parameters of ResponseResolver as those of mynah: [ResolverContext]',
    ])
  })

  test('delay outside of a resolver is a promise', () => {
    const { text } = rewrite(`import { delay } from 'msw'\n\nexport const wait = () => delay(200)\n`) ?? {}
    expect(text).toContain('export const wait = () => new Promise((resolve) => setTimeout(resolve, 200))\n')
  })
})

test('a type of msw inside of another one was written into what stands for that one', () => {
  const result = rewrite(`import { type DefaultBodyType, type StrictRequest } from 'msw'

let received: StrictRequest<DefaultBodyType>
`)
  expect(result?.left).toEqual([])
  expect(result?.text.trim()).toBe('let received: Request')
})

describe('what msw’s handlers and servers keep', () => {
  test.each([
    "export const all = [http.get('/a', function* () { let id = 0; while (true) yield HttpResponse.json(++id) })]",
    "const all = () => [http.get('/a', function* () { let id = 0; while (id < 1) yield HttpResponse.json(++id) })]",
    "const all = () => [http.get('/a', ({ requestId }) => HttpResponse.json([requestId, requestId]))]",
    'const server = setupServer()\nserver.use(...all)\nexpect(server.listHandlers()).toHaveLength(0)',
    'export const server = setupServer()\nexpect(server.listHandlers()).toHaveLength(0)',
  ])('%s stays', (code) => {
    const { left } =
      rewrite(`import { http, HttpResponse } from 'msw'\nimport { setupServer } from 'msw/node'\n\n${code}\n`) ?? {}
    expect(left).not.toEqual([])
  })
})

describe('what a test asks of a server of msw kept it, and all files that use it', () => {
  const code = (statements: string) => `import { setupServer } from 'msw/node'

const server = setupServer()
test('a', async () => {
  ${statements}
})
`
  test.each([
    [
      "server.events.on('request:start', ({ request }) => log(request.url))",
      "server.on('request', ({ request }) => log(request.url))",
    ],
    [
      "server.events.on('request:start', async ({ request }: { request: Request }) => {\n    urls.push(request.url)\n  })",
      "server.on('request', async ({ request }) => {\n    urls.push(request.url)\n  })",
    ],
    [
      "server.events.on('request:unhandled', async ({ request }) => log(await request.json()))",
      "server.on('unmatched', async ({ request: { raw: request } }) => log(await request.json()))",
    ],
    ['await load()\n  server.restoreHandlers()', 'await load()'],
  ])('%s', (before, after) => {
    const { text, left } = rewrite(code(before)) ?? {}
    expect(left).toEqual([])
    expect(text).toContain(`test('a', async () => {\n  ${after}\n})`)
  })

  test.each([
    [
      "server.events.on('response:mocked', ({ response }) => log(response))",
      "write server.on('request', ({ request }) => …), which returns its undo",
    ],
    [
      "server.events.on('request:start', listener)",
      "write server.on('request', ({ request }) => …), which returns its undo",
    ],
    ['server.events.removeAllListeners()', 'server.events.removeAllListeners() of msw: see "From MSW" in migrating.md'],
    ['server.restoreHandlers()\n  await load()', 'server.restoreHandlers() of msw: see "From MSW" in migrating.md'],
  ])('stays by hand: %s', (statements, reason) => {
    expect(rewrite(code(statements))?.left).toEqual([{ line: 5, reason }])
  })
})
