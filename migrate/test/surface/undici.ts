import { type Row, rowsOf } from './row.ts'

const PER_TEST =
  "import { MockAgent, setGlobalDispatcher } from 'undici'\nlet agent\nbeforeEach(() => {\n  agent = new MockAgent({ enableCallHistory: true })\n  setGlobalDispatcher(agent)\n})\n"

const PER_FILE =
  "import { MockAgent, setGlobalDispatcher } from 'undici'\nconst agent = new MockAgent({ enableCallHistory: true })\nsetGlobalDispatcher(agent)\n"

export const UNDICI: readonly Row[] = [
  ...rowsOf(
    'undici',
    {
      "pool.intercept({ path: '/a' }).reply(200, { id: 1 })": "mocks.use(pool.get('/a', { id: 1 }, { times: 1 }))",
      "pool.intercept({ path: '/a' }).reply(200)": "pool.get('/a', undefined, { times: 1 })",
      "pool.intercept({ path: '/a', method: 'GET' }).reply(200)": "pool.get('/a', undefined, { times: 1 })",
      "pool.intercept({ path: '/a', method: 'POST' }).reply(201, 'a')": "text('a')",
      "pool.intercept({ path: '/a', method: 'put' }).reply(200)": 'pool.put(',
      "pool.intercept({ path: '/a', method: 'PATCH' }).reply(200)": 'pool.patch(',
      "pool.intercept({ path: '/a', method: 'DELETE' }).reply(204)": 'pool.delete(',
      "pool.intercept({ path: '/a', method: 'HEAD' }).reply(200)": 'pool.head(',
      "pool.intercept({ path: '/a', method: 'OPTIONS' }).reply(204)": 'pool.options(',
      "pool.intercept({ path: '/a', method: 'TRACE' }).reply(200)": "match: ({ method }) => method === 'TRACE'",
      "pool.intercept({ path: 'a' }).reply(200)": "pool.get('/a'",
      "pool.intercept({ path: '/a', query: { page: 2 } }).reply(200)": 'queries: equals({ page: 2 })',
      'pool.intercept({ path: /a\\?page=/ }).reply(200)':
        'match: ({ url }) => /a\\?page=/.test(url.slice(new URL(url).origin.length))',
      "pool.intercept({ path: '/a', method: 'POST', body: 'b' }).reply(200)": "match: { body: 'b' }",
      "pool.intercept({ path: '/a', method: 'POST', body: /b/ }).reply(200)": 'match: { body: /b/ }',
      "pool.intercept({ path: '/a', headers: { accept: 'a/b' } }).reply(200)": "match: { headers: { accept: 'a/b' } }",
      "pool.intercept({ path: '/a', headers: { accept: /b/ } }).reply(200)": 'match: { headers: { accept: /b/ } }',
      "pool.intercept({ path: '/a', headers: { accept: (value) => value === 'b' } }).reply(200)":
        "match: { headers: { accept: fn((value) => value === 'b') } }",
      "pool.intercept({ path: '/a', headers: (headers) => headers['x-a'] === '1' }).reply(200)":
        "match: { headers: fn((headers) => headers['x-a'] === '1') }",
      "pool.intercept({ path: '/a' }).reply(200, Buffer.from('a'))": "Buffer.from('a')",
      "pool.intercept({ path: '/a' }).reply(200, { id: 1 }, { headers: { 'x-a': '1' } })": "headers: { 'x-a': '1' }",
      "pool.intercept({ path: '/a' }).reply(503)": 'status(503)',
      "pool.intercept({ path: '/a' }).reply(200, () => ({ id: 1 }))": '() => ({ id: 1 })',
      "pool.intercept({ path: '/a' }).reply(200, ({ headers }) => ({ a: headers['X-A'] }))": "headers['x-a']",
      "pool.intercept({ path: '/a' }).reply(200, (options) => ({ method: options.method }))":
        '({ request: { method } }) => ({ method: method })',
      "pool.intercept({ path: '/a' }).reply(() => ({ statusCode: 201, data: { id: 1 } }))":
        '() => status(201, { id: 1 })',
      "pool.intercept({ path: '/a' }).reply(() => ({ statusCode: 200, data: 'a', responseOptions: { headers: { 'x-a': '1' } } }))":
        "headers: { 'x-a': '1' }",
      "pool.intercept({ path: '/a' }).reply(200).persist()": "pool.get('/a', undefined)",
      "pool.intercept({ path: '/a' }).reply(200).times(2)": 'times: 2',
      "pool.intercept({ path: '/a' }).defaultReplyHeaders({ 'x-a': '1' }).reply(200)": "headers: { 'x-a': '1' }",
      "pool.intercept({ path: '/a' }).replyContentLength().reply(200, 'a')": "text('a')",
      "agent.get('https://other.test').intercept({ path: '/a' }).reply(200)":
        "mocks.use.get('https://other.test/a', undefined, { times: 1 })",
      "agent.disableNetConnect()\n  pool.intercept({ path: '/a' }).reply(200)": 'const mocks = setupMocks([])',
      "agent.enableNetConnect()\n  pool.intercept({ path: '/a' }).reply(200)": "{ onUnmatched: 'passthrough' }",
      "agent.enableNetConnect('a.test')\n  pool.intercept({ path: '/a' }).reply(200)":
        "{ passthrough: ['http://a.test:*', 'https://a.test:*'] }",
      "agent.enableNetConnect(/a\\.test$/)\n  pool.intercept({ path: '/a' }).reply(200)":
        '{ passthrough: [({ url }) => /a\\.test$/.test(new URL(url).host)] }',
      "pool.intercept({ path: '/a' }).reply(200)\n  agent.assertNoPendingInterceptors()": 'mocks.expect(',
      "pool.intercept({ path: '/a' }).reply(200)\n  await agent.close()": 'mocks.use(',
      "pool.intercept({ path: '/a' }).reply(200)\n  await pool.close()": 'mocks.use(',
      "pool.intercept({ path: '/a' }).reply(200, ({ path }) => ({ path }))":
        '({ request: { url } }) => ({ path: url.slice(new URL(url).origin.length) })',
      "agent.get(new URL('https://other.test')).intercept({ path: '/a' }).reply(200)":
        "mocks.use(rest.at(new URL('https://other.test').origin).get('/a', undefined, { times: 1 }))",
      "agent.enableNetConnect('a.test:80')\n  agent.enableNetConnect(/b/)":
        "{ passthrough: ['http://a.test:80', 'https://a.test:80', ({ url }) => /b/.test(new URL(url).host)] }",
      "pool.intercept({ path: '/a' }).reply(200)\n  assert.ok(agent.pendingInterceptors().length > 0)":
        'assert.ok(mocks.unused().length > 0)',
      "pool.intercept({ path: '/a' }).reply(200)\n  expect(agent.pendingInterceptors()).toEqual([])":
        'expect(mocks.unused()).toEqual([])',
      "pool.intercept({ path: '/a' }).replyWithError('down')": "networkError(new Error('down'))",
    },
    {},
  ),
  ...rowsOf('undici', {}, {}, PER_TEST),
  ...rowsOf('undici', {}, {}, "import { SnapshotAgent } from 'undici'\n"),
  ...rowsOf('undici', {}, {}, PER_FILE),
  ...rowsOf('undici', {}, {}, PER_TEST),
]
