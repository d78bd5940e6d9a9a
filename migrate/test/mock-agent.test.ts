import { describe, expect, test } from 'vitest'
import { UNDECLARED } from '../src/declare/differences.ts'
import { LOOSENED } from '../src/order/order.ts'
import { rewrite, runWithMynah } from './rewrite.ts'

/** In the folder of the tests, undici's types are found. */
const FILE = new URL('virtual.test.ts', import.meta.url).pathname

/** A file whose agent is the global one, with hooks for each test. */
const HEAD = `import assert from 'node:assert/strict'
import { after, afterEach, beforeEach, test } from 'node:test'
import { fetch, getGlobalDispatcher, type Interceptable, MockAgent, request, setGlobalDispatcher } from 'undici'

const original = getGlobalDispatcher()
let agent: MockAgent<MockAgent.Options>
let pool: Interceptable

beforeEach(() => {
  agent = new MockAgent()
  agent.disableNetConnect()
  setGlobalDispatcher(agent)
  pool = agent.get('https://api.test')
})
afterEach(async () => {
  agent.assertNoPendingInterceptors()
  await agent.close()
})
after(() => setGlobalDispatcher(original))
`

const GLOBAL = `${HEAD}
test('all', async () => {
  pool.intercept({ path: '/a?page=2' }).reply(200, { id: 1 }, { headers: { 'x-id': '7' } })
  const a = await fetch('https://api.test/a?page=2')
  assert.deepEqual([await a.json(), a.headers.get('x-id')], [{ id: 1 }, '7'])

  pool.intercept({ path: '/b', method: 'POST', body: (body) => body.includes('Ada') }).reply(201, 'made')
  const b = await fetch('https://api.test/b', { method: 'POST', body: 'Ada' })
  assert.deepEqual([b.status, await b.text()], [201, 'made'])

  pool.intercept({ path: '/c', method: 'PUT', headers: { accept: 'a/b' } }).reply(200, (from) => ({ got: from.body, as: from.headers['X-As'] })).times(2)
  for (const _ of [1, 2]) {
    const c = await request('https://api.test/c', { method: 'PUT', headers: { accept: 'a/b', 'x-as': '1' }, body: 'hi' })
    assert.deepEqual(await c.body.json(), { got: 'hi', as: '1' })
  }

  agent.get('https://other.test').intercept({ path: '/d', query: { q: 'x' } }).reply(() => ({ statusCode: 202, data: { ok: true } }))
  assert.equal((await fetch('https://other.test/d?q=x')).status, 202)

  pool.intercept({ path: '/e' }).replyWithError(new Error('broken'))
  await assert.rejects(fetch('https://api.test/e'))
})
`

test('a request that the agent refused, and whose error the product handles, failed its test without a word', () => {
  const { notes } =
    rewrite(
      "import { MockAgent, setGlobalDispatcher } from 'undici'\n\nconst agent = new MockAgent()\nsetGlobalDispatcher(agent)\nbeforeAll(() => {\n  agent.disableNetConnect()\n})\ntest('a', async () => {\n  agent.get('https://api.test').intercept({ path: '/a?b=1' }).reply(200)\n})\n",
      FILE,
    ) ?? {}
  expect(notes).toContainEqual({ line: 6, reason: UNDECLARED })
})

test('the mocks of a file refused the requests of a test without a word, where the agent was that of another one', () => {
  const { notes, text } =
    rewrite(
      `import { test } from 'node:test'
import { MockAgent, setGlobalDispatcher } from 'undici'

test('a', async () => {
  const agent = new MockAgent()
  setGlobalDispatcher(agent)
  agent.get('https://api.test').intercept({ path: '/a' }).reply(200, [])
  await fetch('https://api.test/a')
})
test('b', () => fetch(process.env.URL))
`,
      FILE,
    ) ?? {}
  expect(text).toContain("test('a', async () => {\n  mocks.use.get('https://api.test/a', [], { times: 1 })\n")
  expect(notes).toContainEqual({
    line: 6,
    reason:
      'the agent answers in this test alone, and these mocks in all of the file: they refuse what another test sends elsewhere',
  })
})

describe('the global MockAgent of undici', () => {
  const result = rewrite(GLOBAL, FILE)

  test('becomes the mocks of the file, and its pools rest.at', () => {
    expect(result).toMatchObject({ left: [], notes: [{ line: 11, reason: UNDECLARED }, { reason: LOOSENED }] })
    expect(result?.text).toBe(`import assert from 'node:assert/strict'
import { before, after, afterEach, beforeEach, test } from 'node:test'
import { equals, networkError, rest, type RestMethods, setupMocks, status, text } from 'mynah'
import { fetch, request } from 'undici'

const mocks = setupMocks([])
before(mocks)

let pool: RestMethods

beforeEach(() => {
  pool = rest.at('https://api.test')
})

test('all', async () => {
  mocks.expect(pool.get(
    '/a',
    { id: 1 },
    { match: { queries: equals({ page: '2' }) }, headers: { 'x-id': '7' } },
  ))
  const a = await fetch('https://api.test/a?page=2')
  assert.deepEqual([await a.json(), a.headers.get('x-id')], [{ id: 1 }, '7'])

  mocks.expect(pool.post(
    '/b',
    text('made'),
    { status: 201, match: ({ text = '' }) => ((body) => body.includes('Ada'))(text) },
  ))
  const b = await fetch('https://api.test/b', { method: 'POST', body: 'Ada' })
  assert.deepEqual([b.status, await b.text()], [201, 'made'])

  mocks.expect(pool.put(
    '/c',
    ({ request: { text: body, headers } }) => ({ got: body, as: headers['x-as'] }),
    { match: { headers: { accept: 'a/b' } }, times: 2 },
  ))
  for (const _ of [1, 2]) {
    const c = await request('https://api.test/c', { method: 'PUT', headers: { accept: 'a/b', 'x-as': '1' }, body: 'hi' })
    assert.deepEqual(await c.body.json(), { got: 'hi', as: '1' })
  }

  mocks.expect.get(
    'https://other.test/d',
    () => status(202, { ok: true }),
    { match: { queries: equals({ q: 'x' }) } },
  )
  assert.equal((await fetch('https://other.test/d?q=x')).status, 202)

  mocks.expect(pool.get('/e', networkError(new Error('broken'))))
  await assert.rejects(fetch('https://api.test/e'))
})
`)
  })

  test('the rewritten file passes with mynah', () => {
    expect(runWithMynah(result?.text ?? '')).toEqual({ status: 0, output: '' })
  })
})

test('an agent that is handed to its clients stays: mynah answers any client', () => {
  const { converted, left } =
    rewrite(
      `import { fetch, MockAgent } from 'undici'

const agent = new MockAgent()
agent.get('https://api.test').intercept({ path: '/a' }).reply(200)
export const load = () => fetch('https://api.test/a', { dispatcher: agent })
`,
      FILE,
    ) ?? {}
  expect(converted).toBe(0)
  expect(left?.map(({ reason }) => reason)).toContain(
    'no setGlobalDispatcher() is here: start mocks in place of the agent, beforeAll(setupMocks(stubs)), which answer any client',
  )
})

const PARTLY = `${HEAD}const load = async (path) => (await fetch('https://api.test' + path)).json()

test('known', async () => {
  pool.intercept({ path: '/a' }).reply(200, () => new Promise((resolve) => setTimeout(resolve, 1, { id: 1 })))
  assert.deepEqual(await load('/a'), { id: 1 })
})
test('unknown', async () => {
  pool.intercept({ ...{ method: 'GET' }, path: '/b' }).reply(200, { id: 2 })
  assert.deepEqual(await load('/b'), { id: 2 })
})
test('unknown and known', async () => {
  pool.intercept({ path: '/c', method: (method) => method === 'GET' }).reply(200, { id: 3 })
  pool.intercept({ path: '/d' }).reply(200, { id: 4 })
  assert.deepEqual([await load('/d'), await load('/c')], [{ id: 4 }, { id: 3 }])
})
`

describe('an interceptor that is not known, and a promise as an answer, kept the agent of their file', () => {
  const result = rewrite(PARTLY, FILE)

  test('two of four are converted, and the agent stays for the others without a rule of its own', () => {
    expect(result?.left.map(({ reason }) => reason)).toEqual([
      'write the options of intercept() inline, as an object',
      'write the method of this interceptor as a member of rest, or as match: ({ method }) => …',
    ])
    expect(result?.text).toContain(`  mocks.expect.get(
    'https://api.test/a',
    () => new Promise((resolve) => setTimeout(resolve, 1, { id: 1 })).then((value) => (typeof value === 'string' ? text(value) : value)),
  )`)
    expect(result?.text).toContain("  mocks.expect.get('https://api.test/d', { id: 4 })\n")
    expect(result?.text).toContain("pool = agent.get('https://api.test')")
    expect(result?.text).not.toContain('disableNetConnect')
    expect(result?.notes.map(({ reason }) => reason)).toContain(
      'the agent refused other requests here, and mynah does: one that the agent has no answer for any more may reach the network',
    )
  })

  test('the rewritten file passes, by mynah and by the agent beneath it', () => {
    expect(runWithMynah(result?.text ?? '')).toEqual({ status: 0, output: '' })
  })
})

const UNTYPED = `const assert = require('node:assert/strict')
const { beforeEach, afterEach, test } = require('node:test')
const { fetch, request, MockAgent, setGlobalDispatcher } = require('undici')

let agent

beforeEach(() => {
  agent = new MockAgent()
  setGlobalDispatcher(agent)
})
afterEach(() => agent.close())

test('all', async () => {
  agent.get('https://api.test').intercept({ path: '/a' }).reply(200, { id: 1 })
  assert.deepEqual(await (await fetch('https://api.test/a')).json(), { id: 1 })
  agent.get('https://api.test').intercept({ path: '/b' }).reply(200, { id: 2 }).persist()
  const b = await request('https://api.test/b')
  assert.deepEqual(await b.body.json(), { id: 2 })
})
`

describe('a file of CommonJS, without types', () => {
  const result = rewrite(UNTYPED, '/project/users.test.js')

  test('is rewritten by what its variables are set to', () => {
    expect(result).toMatchObject({ left: [], notes: [{ reason: LOOSENED }] })
    expect(result?.text).toBe(`const assert = require('node:assert/strict')
const { before, beforeEach, afterEach, test } = require('node:test')
const { setupMocks } = require('mynah')
const { fetch, request } = require('undici')

const mocks = setupMocks([])
before(mocks)

test('all', async () => {
  mocks.use.get('https://api.test/a', { id: 1 }, { times: 1 })
  assert.deepEqual(await (await fetch('https://api.test/a')).json(), { id: 1 })
  mocks.use.get('https://api.test/b', { id: 2 })
  const b = await request('https://api.test/b')
  assert.deepEqual(await b.body.json(), { id: 2 })
})
`)
  })

  test('what may be no pool is left by hand', () => {
    const { left } = rewrite(UNTYPED.replaceAll('agent.get(', 'poolOf('), '/project/users.test.js') ?? {}
    expect(left?.map(({ reason }) => reason)).toEqual([
      ...Array(2).fill('write the type of this parameter, as pool: MockPool, and run migrate again'),
      ...Array(3).fill('the agent of undici stays, and its interceptors with it, while one of its uses is left'),
    ])
  })

  test('an intercept() that is bound to its pool was to get its options inline, and a property with it a type', () => {
    const { left } =
      rewrite(`import { MockAgent, MockPool, setGlobalDispatcher } from 'undici'

interface Context { intercept: (options: object) => { reply(status: number): void } }
const agent = new MockAgent()
setGlobalDispatcher(agent)
const pool: MockPool = agent.get('https://api.test')
const context: Context = { intercept: pool.intercept.bind(pool) }
context.intercept({ path: '/a' }).reply(200)
`) ?? {}
    const reason = 'hand on the pool in place of its intercept(), call pool.intercept(…), and run migrate again'
    expect(left?.filter((one) => one.line > 6)).toEqual([7, 8].map((line) => ({ line, reason })))
  })
})

test('options of replies in a constant with a type of undici kept their whole file', () => {
  const { left, text } =
    rewrite(
      `import { MockAgent, type MockInterceptor, setGlobalDispatcher } from 'undici'

const agent = new MockAgent()
setGlobalDispatcher(agent)
const options: MockInterceptor.MockResponseOptions = {
  headers: { via: 'a' },
}
agent.get('https://api.test').intercept({ path: '/a' }).reply(() => {
  return {
    statusCode: 201,
    data: { id: 1 },
    responseOptions: {
      headers: {
        ...options.headers,
      },
    },
  }
})
`,
      FILE,
    ) ?? {}
  expect(left).toEqual([])
  expect(text).toContain(`const options = {
  headers: { via: 'a' },
}`)
  expect(text).toContain(`    return Response.json({ id: 1 }, { status: 201, headers: {
      ...options.headers,
    } })
`)
})

test('a parameter that is a pool or a client was told to be a pool', () => {
  const { left, text } =
    rewrite(
      `import { test } from 'node:test'
import { MockAgent, type MockClient, type MockPool, setGlobalDispatcher } from 'undici'

const agent = new MockAgent()
setGlobalDispatcher(agent)
function mockUser(pool: MockPool | MockClient) {
  pool.intercept({ path: '/user' }).reply(200, { id: 1 })
}
test('a', () => mockUser(agent.get('https://api.test')))
`,
      FILE,
    ) ?? {}
  expect(left).toEqual([])
  expect(text).toContain(`function mockUser(pool: RestMethods) {
  mocks.use(pool.get('/user', { id: 1 }, { times: 1 }))
}
test('a', () => mockUser(rest.at('https://api.test')))
`)
})

test.each([['() => true', 'get(/.*/, 1, { times: 1 })']])(
  'a path of %s, which takes no argument, was called with one: a type error of the written code',
  (path, after) => {
    const code = `import { MockAgent, setGlobalDispatcher } from 'undici'

const isOn = true
const isAny = () => isOn
const agent = new MockAgent()
setGlobalDispatcher(agent)
test('any path', () => {
  agent.get('https://api.test').intercept({ path: ${path} }).reply(200, 1)
})
`
    const { left, text } = rewrite(code, FILE) ?? {}
    expect(left).toEqual([])
    expect(text?.replaceAll(/(?<=\()\n\s+|,?\n\s*(?=\))/g, '')).toContain(
      `mocks.use(rest.at('https://api.test').${after})`,
    )
  },
)

test('the global agent kept a file because a client was given it too', () => {
  const text = GLOBAL.replace("  pool = agent.get('https://api.test')\n", '$&  client.setHttpAgent(agent)\n').replace(
    /test\('all'[\s\S]*/,
    "test('a', async () => {\n  pool.intercept({ path: '/a' }).reply(200, [])\n})\n",
  )
  const result = rewrite(`declare const client: { setHttpAgent(agent: unknown): void }\n${text}`, FILE)
  expect(result?.left).toMatchObject([])
  expect(result?.text).not.toContain('setHttpAgent(agent)\n')
})

test('the options of an interceptor in a constant kept the agent of their file', () => {
  const { text, left } =
    rewrite(
      `import { MockAgent, setGlobalDispatcher } from 'undici'

const agent = new MockAgent()
setGlobalDispatcher(agent)
const target = { method: 'POST', path: '/a' }
test('a', () => {
  agent.get('https://api.test').intercept(target).reply(201)
})
`,
      FILE,
    ) ?? {}
  expect(left).toEqual([])
  expect(text).toContain("  mocks.use.post('https://api.test/a', status(201), { times: 1 })")
})

test('an assertion of one test on what a hook declares went: it passed when nothing was sent', () => {
  const { text, left } =
    rewrite(
      `import { MockAgent, setGlobalDispatcher } from 'undici'

const agent = new MockAgent()
beforeEach(() => {
  setGlobalDispatcher(agent)
  agent.get('https://api.test').intercept({ path: '/a' }).reply(200)
})
test('a', async () => {
  await load()
  agent.assertNoPendingInterceptors()
})
`,
      FILE,
    ) ?? {}
  expect(left).toEqual([])
  expect(text).toContain('  await load()\n  mocks.verify({ unused: true })\n')
})
