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
    symptom: 'an optional interceptor is pending',
    code: `${NOCK}
test('a', () => {
  nock('https://api.test').get('/a').optionally().reply(200)
  assert.deepEqual(nock.pendingMocks(), [])
})`,
    reason: 'ask mocks.unused(), which lists the stubs without a request',
  },
  {
    symptom: 'the first pending mock in a variable is the text of nock',
    code: `${NOCK}
test('a', () => {
  nock('https://api.test').get('/a').reply(200)
  const pending = nock.pendingMocks()
  assert.equal(pending[0], 'GET https://api.test:443/a')
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
]

test.each(BY_HAND)('left, since $symptom', ({ code, reason }) => {
  const reasons = rewrite(code, fileIn({ 'fetch-mock': '12.0.0', nock: '15.0.0' }, 'a.test.js'))?.left ?? []
  expect(reasons.map((one) => one.reason)).toContainEqual(expect.stringContaining(reason))
})

const FORM =
  'the body of a form is a record of its fields here, and one without a content type is bytes: read request.text for the text'
const PARSED =
  'the type of a body tells how it is parsed here: the fields of a form are a record, and nock tries JSON first'
const REASON =
  'a response has the reason phrase of its status here, which some clients put into an error’s message, and a client that sends the request again needs a stub for that too'
const IN_ORDER =
  'mocks.expect answers in the order of declaration, and fails a test that does not send all these requests'

test.each([
  ['an answer that keeps the text of a form', ".post('/a').reply(200, (_, body) => { sent = body; return '' })", FORM],
  ['a matcher that reads a body', ".post('/a', (body) => body.a === 1).reply(200)", PARSED],
  ['a message with the reason phrase of a status', ".get('/a').reply(500)", REASON],
  [
    'a test that sends the first of two requests',
    ".get('/a').reply(200)\n  later(() => { nock('https://api.test').get('/a').reply(201) })",
    IN_ORDER,
  ],
])('%s failed without a word', (_, chain, reason) => {
  const result = rewrite(
    `import nock from 'nock'\n\nlet sent\ntest('a', async () => {\n  nock('https://api.test')${chain}\n  await load()\n})\n`,
    fileIn({ nock: '14.0.0' }, 'a.test.js'),
  )
  expect(result?.notes).toContainEqual({ line: 5, reason })
})

test('a scope at the end of a list of variables kept nock, which then met the agents of a proxy', () => {
  const code = `${NOCK}
test('a', async () => {
  const body = { id: 1 },
    scope = nock('https://api.test').get('/a').reply(200, body)
  assert.equal((await (await api('/a')).json()).id, 1)
  scope.done()
})`
  const result = rewrite(code, '/project/a.test.js')
  expect(result?.left).toEqual([])
  expect(result?.text).toContain("  const body = { id: 1 }\n  mocks.expect.get('https://api.test/a', body)\n  assert")
  expect(runWithMynah(result?.text ?? '')).toEqual({ status: 0, output: '' })
})

test('an assertion that nothing waits for fails without a word', () => {
  const code = `${NOCK}
test('a', async () => {
  nock('https://api.test').get('/a').reply(200)
  expect(api('/a').then((response) => response.status)).resolves.toBe(200)
  await expect(api('/a')).rejects.toThrow()
})`
  expect(rewrite(code, '/project/a.test.js')?.notes).toContainEqual({
    line: 10,
    reason: 'await this: nothing waits for it, and responses arrive some event-loop turns later than before',
  })
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
  expect(result?.text).toContain("const scope = scopeOf(rest.get('https://api.test/a'")
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

test('a test of whether nock is there kept all answers: if (nock) { nock.cleanAll() }', () => {
  const { text, left } = rewrite(`import nock from 'nock'

afterEach(() => {
  if (nock) { nock.cleanAll() }
  close()
})
describe('a', () => {
  if (!nock) return
  it('b', async () => {
    nock('https://api.test').get('/a').reply(200)
  })
})
`) ?? { text: '' }
  expect(left).toEqual([])
  expect(text).toBe(`import { setupMocks } from 'mynah'

const mocks = setupMocks([])
beforeAll(mocks)

afterEach(() => {
  close()
})
describe('a', () => {
  if (!mocks) return
  it('b', async () => {
    mocks.use.get('https://api.test/a', undefined, { times: 1 })
  })
})
`)
})

test.each([
  [
    'nock',
    "import nock from 'nock'\n",
    `nock('https://api.test/v1').get((uri) => uri.endsWith('/a?b=1')).reply(200)`,
    `mocks.use(rest.at('https://api.test').get(/.*/, undefined, {
    match: ({ url }) => ((uri) => uri.endsWith('/a?b=1'))(url.slice(new URL(url).origin.length)),
    times: 1,
  }))`,
  ],
  [
    'nock, with a query',
    "import nock from 'nock'\n",
    `nock('https://api.test').get((uri) => uri === '/a').query(true).reply(200)`,
    `mocks.use(rest.at('https://api.test').get(
    /.*/,
    undefined,
    { match: ({ url }) => ((uri) => uri === '/a')(new URL(url).pathname), times: 1 },
  ))`,
  ],
  [
    'undici',
    "import { MockAgent, setGlobalDispatcher } from 'undici'\nconst agent = new MockAgent()\nsetGlobalDispatcher(agent)\n",
    `agent.get('https://api.test').intercept({ path: isUsers, method: 'POST' }).reply(200)`,
    `mocks.use(rest.at('https://api.test').post(
    /.*/,
    undefined,
    { match: ({ url }) => isUsers(url.slice(new URL(url).origin.length)), times: 1 },
  ))`,
  ],
])('a function of the path kept its answer, and with undici its agent: %s', (_, head, answer, expected) => {
  const { text, left } =
    rewrite(`${head}const isUsers = (path) => path === '/users?page=1'\ntest('a', () => {\n  ${answer}\n})\n`) ?? {}
  expect(left).toEqual([])
  expect(text?.slice(text.indexOf('  mocks.use'))).toBe(`  ${expected}\n})\n`)
})

test("a hook of a test's context was imported by its whole name: import { t.beforeEach }", () => {
  const { text, left } =
    rewrite(`import { test } from 'node:test'
import nock from 'nock'

test('a', async (t) => {
  t.before(() => {
    nock('https://api.test').persist().get('/a').reply(200)
  })
  await t.test('b', () => {})
})
`) ?? {}
  expect(left).toEqual([])
  expect(text).toBe(`import { before, test } from 'node:test'
import { setupMocks } from 'mynah'

const mocks = setupMocks([])
before(mocks)

test('a', async (t) => {
  t.beforeEach(() => {
    mocks.use.get('https://api.test/a', undefined)
  })
  await t.test('b', () => {})
})
`)
})
