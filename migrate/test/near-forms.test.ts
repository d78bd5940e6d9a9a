import { expect, test } from 'vitest'
import { fileIn, rewrite, runWithMynah } from './rewrite.ts'

const FETCH_MOCK = `import { afterEach, beforeEach, expect, test } from 'vitest'
import fetchMock from 'fetch-mock'

beforeEach(() => fetchMock.mockGlobal())
afterEach(() => {
  fetchMock.removeRoutes().clearHistory()
})
`
const NOCK = `import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import nock from 'nock'

const api = (path) => fetch('https://api.test' + path)
afterEach(() => nock.cleanAll())
`
const MSW = `import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { beforeAll, expect, test } from 'vitest'

const server = setupServer(http.get('https://api.test/a', () => HttpResponse.error()))
beforeAll(() => server.listen())
`
const FUNCTIONS = `import { expect, test, vi } from 'vitest'\n`
const UNDICI = `import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { MockAgent, setGlobalDispatcher } from 'undici'

let agent
let pool
beforeEach(() => {
  agent = new MockAgent()
  setGlobalDispatcher(agent)
  pool = agent.get('https://api.test')
})
`

interface Left {
  readonly symptom: string
  readonly code: string
  readonly reason: string
}

const BY_HAND: readonly Left[] = [
  {
    symptom: 'the requests of all tests reach the network once one enables connections for itself',
    code: `${NOCK}
beforeEach(() => nock.disableNetConnect())
test('a', async () => {
  nock.enableNetConnect('b.test')
  await fetch('https://b.test/a')
})`,
    reason: "write mocks.use.all('https://api.test/*rest', passthrough()) before the stubs of this test",
  },
  {
    symptom: 'a helper sees the calls that the test has cleared',
    code: `${FETCH_MOCK}
const count = () => fetchMock.callHistory.calls('path:/a').length
test('a', async () => {
  fetchMock.get('path:/a', 200)
  await fetch('https://api.test/a')
  fetchMock.clearHistory()
  expect(count()).toBe(0)
})`,
    reason: 'count from here',
  },
  {
    symptom: 'a matcher that is told a method in lower case matches nothing',
    code: `${FETCH_MOCK}
fetchMock.defineMatcher({ name: 'by', matcher: ({ by }) => ({ options }) => options.method === by })
test('a', () => {
  fetchMock.any(200, { by: 'put' })
})`,
    reason: 'request.method is in capitals here',
  },
  {
    symptom: 'an async matcher no longer matches all requests',
    code: `${FETCH_MOCK}
fetchMock.defineMatcher({ name: 'by', matcher: ({ by }) => async ({ url }) => url.includes(by) })
test('a', () => {
  fetchMock.any(200, { by: 'put' })
})`,
    reason: 'write this matcher as match',
  },
  {
    symptom: 'the stub of a RegExp is removed, which nock keeps',
    code: `${NOCK}
test('a', () => {
  nock('https://api.test').get(/a/).reply(200)
  nock.removeInterceptor({ hostname: 'api.test', path: '/a', proto: 'https' })
})`,
    reason: 'keep the undo',
  },
  {
    symptom: 'an optional interceptor is pending',
    code: `${NOCK}
test('a', () => {
  nock('https://api.test').get('/a').optionally().reply(200)
  assert.deepEqual(nock.pendingMocks(), [])
})`,
    reason: 'ask mocks.unused(), which lists the stubs without a request',
  },
  {
    symptom: 'the newer of two scopes that are asked for their requests answers first',
    code: `${NOCK}
test('a', async () => {
  const first = nock('https://api.test').get('/a').reply(200, 'first')
  const second = nock('https://api.test').get('/a').reply(200, 'second')
  assert.equal(await (await api('/a')).text(), 'first')
  assert.equal(first.isDone() && !second.isDone(), true)
})`,
    reason: 'the older of two answers comes first there',
  },
  {
    symptom: 'a stub is used before the hook has set its variable',
    code: `${NOCK}
let scope
beforeEach(() => { scope = nock('https://api.test').get('/a').reply(200) })
test('a', () => {
  assert.equal(scope.isDone(), false)
})`,
    reason: 'write this in a line of its own',
  },
  {
    symptom: 'mocks get a stub before they are started',
    code: `${NOCK}
const scope = nock('https://api.test').get('/a').reply(200)
test('a', () => {
  assert.equal(scope.isDone(), false)
})`,
    reason: 'declare this in beforeEach',
  },
  {
    symptom: 'a default header is sent beside the same header in other letters',
    code: `${NOCK}
test('a', () => {
  nock('https://api.test').defaultReplyHeaders({ 'X-A': '1' }).get('/a').reply(200, 'a', { 'x-a': '2' })
})`,
    reason: 'write the names of defaultReplyHeaders()',
  },
  {
    symptom: 'a listener of responses hears of a network error',
    code: `${MSW}
test('a', async () => {
  const seen = []
  server.events.on('response:mocked', ({ request }) => { seen.push(request.url) })
  await fetch('https://api.test/a').catch(() => {})
  expect(seen).toEqual([])
})`,
    reason: 'leave network errors out',
  },
  {
    symptom: 'an interceptor that took one of two requests is not pending',
    code: `${UNDICI}
test('a', async () => {
  pool.intercept({ path: '/a' }).reply(200).times(2)
  await fetch('https://api.test/a')
  assert.equal(agent.pendingInterceptors().length, 1)
})`,
    reason: 'ask mocks.unused(), which lists the stubs without a request',
  },
  {
    symptom: 'the path of a pending interceptor is the path of a stub',
    code: `${UNDICI}
test('a', () => {
  pool.intercept({ path: '/a' }).reply(200)
  assert.equal(agent.pendingInterceptors()[0].path, '/a')
})`,
    reason: 'ask mocks.unused(), which lists the stubs without a request',
  },
  {
    symptom: 'the newer of two stubs of a host answers first, since one stands on a pool in a variable',
    code: `${UNDICI}
beforeEach(() => {
  agent.get('https://api.test').intercept({ path: '/a' }).reply(200)
})
test('a', async () => {
  pool.intercept({ path: '/a' }).reply(401)
  assert.equal((await fetch('https://api.test/a')).status, 200)
})`,
    reason: 'the older of two answers comes first there',
  },
  {
    symptom: 'the callers of a helper that returns the mock of fetch get an undo',
    code: `${FUNCTIONS}
const mockFetch = (data) => vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json(data))
test('a', async () => {
  const spy = mockFetch({ a: 1 })
  await fetch('https://api.test/a')
  expect(spy).toHaveBeenCalledTimes(1)
})`,
    reason: 'declare this answer in a statement',
  },
  {
    symptom: 'the answers stay when a test resets all mocks',
    code: `${FUNCTIONS}
test('a', async () => {
  globalThis.fetch = vi.fn(async () => Response.json([]))
  vi.resetAllMocks()
  fetch.mockResolvedValue(Response.json({}))
})`,
    reason: 'write what of this is about fetch: mocks.reset()',
  },
]

test.each(BY_HAND)('left, since $symptom', ({ code, reason }) => {
  const reasons = rewrite(code, fileIn({ 'fetch-mock': '12.0.0', nock: '15.0.0' }, 'a.test.js'))?.left ?? []
  expect(reasons.map((one) => one.reason)).toContainEqual(expect.stringContaining(reason))
})

test('a scope that is not done is done where the question is negated', () => {
  const code = `${NOCK}
test('a', async () => {
  const scope = nock('https://api.test').get('/a').reply(200)
  if (scope.isDone()) throw new Error('done too early')
  await api('/a')
  if (!scope.isDone()) throw new Error('not done')
})`
  const result = rewrite(code, '/project/a.test.js')
  expect(result?.left).toEqual([])
  expect(result?.text).toContain('if (mocks.calls(scope).length !== 1)')
  expect(runWithMynah(result?.text ?? '')).toEqual({ status: 0, output: '' })
})

test('a number in a query that a helper counts up is always the first one', () => {
  const code = `${NOCK}
let page = 0
const next = () => {
  page++
  nock('https://api.test').get('/a?page=' + page).reply(200, String(page))
}
test('a', async () => {
  next()
  next()
  assert.equal(await (await api('/a?page=2')).text(), '2')
})`
  const result = rewrite(code, '/project/a.test.js')
  expect(result?.left).toEqual([])
  expect(runWithMynah(result?.text ?? '')).toEqual({ status: 0, output: '' })
})

test('a test that enables connections at its end lets the requests of all tests pass', () => {
  const code = `${NOCK}
test('a', async () => {
  nock.disableNetConnect()
  nock('https://api.test').get('/a').reply(200)
  assert.equal((await api('/a')).status, 200)
  nock.enableNetConnect()
})`
  const result = rewrite(code, '/project/a.test.js')
  expect(result?.left).toEqual([])
  expect(result?.text).toContain('const mocks = setupMocks([])\n')
})

test('a helper that cleans in the middle of a test is taken away, and an answer that it took counts', () => {
  const code = `${NOCK}
const clean = () => {
  nock.cleanAll()
}
test('a', async () => {
  nock('https://api.test').get('/a').reply(200)
  clean()
  assert.deepEqual(nock.pendingMocks(), [])
})`
  const result = rewrite(code, '/project/a.test.js')
  expect(result?.left).toEqual([])
  expect(runWithMynah(result?.text ?? '')).toEqual({ status: 0, output: '' })
})

test('what a test does while nock is active is lost', () => {
  const code = `${NOCK}
let count = 0
beforeEach(() => {
  if (!nock.isActive()) {
    nock.activate()
  }
  if (nock.isActive()) {
    count += 1
  }
})
test('a', async () => {
  nock('https://api.test').get('/a').reply(200)
  await api('/a')
  assert.equal(count, 1)
})`
  const result = rewrite(code, '/project/a.test.js')
  expect(result?.left).toEqual([])
  expect(result?.text).not.toContain('!true')
  expect(runWithMynah(result?.text ?? '')).toEqual({ status: 0, output: '' })
})

test('a stub that is cleaned away fails the test, since its request did not come', () => {
  const code = `${NOCK}
test('a', async () => {
  nock('https://api.test').get('/a').reply(200)
  nock.cleanAll()
  nock('https://api.test').get('/a').reply(201)
  assert.equal((await api('/a')).status, 201)
  assert.ok(nock.isDone())
})`
  const result = rewrite(code, '/project/a.test.js')
  expect(result?.left).toEqual([])
  expect(runWithMynah(result?.text ?? '')).toEqual({ status: 0, output: '' })
})

test.each([
  '/^127\\.0\\.0\\.1/',
  '/^127\\.0\\.0\\.1:\\d+$/',
  "'127.0.0.1|localhost'",
  "(host) => host.startsWith('127.0.0.1:')",
  "new RegExp('^' + local)",
])("the test's own server is refused, whose host a RegExp or a function tells: %s", (host) => {
  const code = `${NOCK}
const local = '127.0.0.1'
beforeEach(() => {
  nock.disableNetConnect()
  nock.enableNetConnect(${host})
})
test('a', async () => {
  const server = createServer((_, response) => response.end('own')).listen(0, local)
  await once(server, 'listening')
  nock('https://api.test').get('/a').reply(201)
  assert.equal((await api('/a')).status, 201)
  const own = await fetch('http://127.0.0.1:' + server.address().port)
  assert.equal(await own.text(), 'own')
  server.close()
})`
  const result = rewrite(
    `import { once } from 'node:events'\nimport { createServer } from 'node:http'\n${code}`,
    '/project/a.test.js',
  )
  expect(result?.left).toEqual([])
  expect(runWithMynah(result?.text ?? '')).toEqual({ status: 0, output: '' })
})

const OF_NODE = `import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'

const json = async (path = '/a') => (await fetch('https://api.test' + path)).json()
`

const FORMS: readonly { readonly symptom: string; readonly code: string }[] = [
  {
    symptom: 'a variable that the test sets later is answered as it was when it was declared',
    code: `let user
beforeEach(() => {
  user = { id: 1 }
  globalThis.fetch = mock.fn(async () => ({ ok: true, json: async () => user }))
})
test('a', async () => {
  user = { id: 2 }
  assert.deepEqual(await json(), { id: 2 })
})`,
  },
  {
    symptom: 'each request gets the first answer of a queue',
    code: `const queue = [1, 2]
test('a', async () => {
  mock.method(globalThis, 'fetch', async () => Response.json(queue.shift()))
  assert.equal(await json(), 1)
  assert.equal(await json(), 2)
  assert.equal(fetch.mock.callCount(), 2)
})`,
  },
  {
    symptom: 'a function that throws for an unknown URL fails the test',
    code: `beforeEach(() => {
  globalThis.fetch = mock.fn(async (input) => {
    const url = typeof input === 'string' ? input : input.url
    switch (url) {
      case 'https://api.test/a':
        return Response.json({ a: 1 })
      default:
        throw new Error('unexpected ' + url)
    }
  })
})
test('a', async () => {
  assert.deepEqual(await json(), { a: 1 })
  await assert.rejects(json('/b'))
})`,
  },
  {
    symptom: 'the real fetch that a file keeps is put back for no use',
    code: `const realFetch = globalThis.fetch
let fetchSpy
beforeEach(() => {
  fetchSpy = mock.method(globalThis, 'fetch')
})
afterEach(() => {
  globalThis.fetch = realFetch
})
test('a', async () => {
  fetchSpy.mockResolvedValue({ ok: true, status: 204, json: () => Promise.reject(new Error('no body')) })
  assert.equal((await fetch('https://api.test/a')).status, 204)
})`,
  },
]

test.each(FORMS)('$symptom', ({ code }) => {
  const result = rewrite(`${OF_NODE}${code}\n`, '/project/a.test.js')
  expect(result?.left).toEqual([])
  expect(result?.text).not.toMatch(/realFetch|fetchSpy/)
  expect(runWithMynah(result?.text ?? '')).toEqual({ status: 0, output: '' })
})

test('a hook after the tests that enables connections lets the requests of all tests pass', () => {
  const code = `${UNDICI}
beforeEach(() => agent.disableNetConnect())
after(() => agent.enableNetConnect())
test('a', async () => {
  pool.intercept({ path: '/a' }).reply(200)
  assert.equal((await fetch('https://api.test/a')).status, 200)
})`
  const result = rewrite(code, '/project/a.test.js')
  expect(result?.left).toEqual([])
  expect(result?.text).toContain('const mocks = setupMocks([])\n')
})

test.each([
  'globalThis.fetch = vi.fn()\nbeforeEach(() => {\n  fetch.mockReset()\n})',
  'beforeEach(() => {\n  globalThis.fetch = vi.fn()\n})',
])(
  'a setup file loses the function in place of fetch on which the tests of other files declare answers: %s',
  (code) => {
    const result = rewrite(`import { beforeEach, vi } from 'vitest'\n${code}\n`, '/project/setup.js')
    expect(result?.left.map(({ reason }) => reason)).toContainEqual(
      expect.stringContaining('when no test declares answers'),
    )
    expect(result?.converted).toBe(0)
  },
)
