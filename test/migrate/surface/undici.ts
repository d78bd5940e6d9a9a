import { type Row, rowsOf } from './row.ts'

const PER_TEST =
  "import { MockAgent, setGlobalDispatcher } from 'undici'\nlet agent\nbeforeEach(() => {\n  agent = new MockAgent({ enableCallHistory: true })\n  setGlobalDispatcher(agent)\n})\n"

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
      "pool.intercept({ path: '/a', method: /^P/ }).reply(200)": 'match: ({ method }) => /^P/.test(method)',
      "pool.intercept({ path: '/a', method: (method) => method !== 'GET' }).reply(200)":
        "match: ({ method }) => method !== 'GET'",
      "pool.intercept({ path: '/a', method(name) { return name === 'PUT' } }).reply(200)":
        "((name) => { return name === 'PUT' })(method)",
      "pool.intercept({ path: 'a' }).reply(200)": "pool.get('/a'",
      "pool.intercept({ path: '/a?page=2' }).reply(200)": "queries: equals({ page: '2' })",
      "pool.intercept({ path: '/a', query: { page: 2 } }).reply(200)": 'queries: equals({ page: 2 })',
      'pool.intercept({ path: /a$/ }).reply(200)': 'get(/a$/',
      'pool.intercept({ path: /a\\?page=/ }).reply(200)':
        'match: ({ url }) => /a\\?page=/.test(url.slice(new URL(url).origin.length))',
      "pool.intercept({ path: (path) => path === '/a' }).reply(200)":
        "{ match: ({ url }) => url.slice(new URL(url).origin.length) === '/a', times: 1 }",
      "pool.intercept({ path: (path) => path.startsWith('/a'), method: 'POST' }).reply(201)":
        "match: ({ url }) => url.slice(new URL(url).origin.length).startsWith('/a')",
      "pool.intercept({ path(path) { return path === '/a' } }).reply(200)":
        "((path) => { return path === '/a' })(url.slice(new URL(url).origin.length))",
      "const isA = (path) => path === '/a'\n  pool.intercept({ path: isA }).reply(200)":
        'match: ({ url }) => isA(url.slice(new URL(url).origin.length))',
      "pool.intercept({ path: (path) => path === '/a', method: (one) => one === 'PUT' }).reply(200)":
        'match: ({ url, method }) =>',
      "pool.intercept({ path: (path) => path === '/a', headers: { 'x-a': '1' } }).reply(200)":
        "=== '/a' && headers['x-a'] === '1'",
      "pool.intercept({ path: '/a', method: 'POST', body: 'b' }).reply(200)": "match: { body: 'b' }",
      "pool.intercept({ path: '/a', method: 'POST', body: /b/ }).reply(200)": 'match: { body: /b/ }',
      "pool.intercept({ path: '/a', method: 'POST', body: (body) => body.includes('b') }).reply(200)":
        "match: ({ text: body = '' }) => body.includes('b')",
      "pool.intercept({ path: '/a', headers: { accept: 'a/b' } }).reply(200)": "match: { headers: { accept: 'a/b' } }",
      "pool.intercept({ path: '/a', headers: { accept: /b/ } }).reply(200)": 'match: { headers: { accept: /b/ } }',
      "pool.intercept({ path: '/a', headers: { accept: (value) => value === 'b' } }).reply(200)":
        "match: { headers: { accept: fn((value) => value === 'b') } }",
      "pool.intercept({ path: '/a', headers: (headers) => headers['x-a'] === '1' }).reply(200)":
        "match: { headers: fn((headers) => headers['x-a'] === '1') }",
      "pool.intercept({ path: '/a' }).reply(200, 'a')": "text('a')",
      "pool.intercept({ path: '/a' }).reply(200, Buffer.from('a'))": "Buffer.from('a')",
      "pool.intercept({ path: '/a' }).reply(200, { id: 1 }, { headers: { 'x-a': '1' } })": "headers: { 'x-a': '1' }",
      "pool.intercept({ path: '/a' }).reply(503)": 'status(503)',
      "pool.intercept({ path: '/a' }).reply(200, () => ({ id: 1 }))": '() => ({ id: 1 })',
      "pool.intercept({ path: '/a' }).reply(200, ({ headers }) => ({ a: headers['X-A'] }))": "headers['x-a']",
      "pool.intercept({ path: '/a' }).reply(200, (options) => ({ method: options.method }))":
        '({ request: { method } }) => ({ method: method })',
      "pool.intercept({ path: '/a' }).reply(() => ({ statusCode: 201, data: { id: 1 } }))": 'status: 201',
      "pool.intercept({ path: '/a', method: 'POST' }).reply(({ body }) => ({ statusCode: 201, data: { body } }))":
        '({ request: { text: body } }) => status(201, { body })',
      "pool.intercept({ path: '/a' }).reply(() => ({ statusCode: 200, data: 'a', responseOptions: { headers: { 'x-a': '1' } } }))":
        "headers: { 'x-a': '1' }",
      "pool.intercept({ path: '/a' }).replyWithError(new Error('down'))": "networkError(new Error('down'))",
      "pool.intercept({ path: '/a' }).reply(200).persist()": "pool.get('/a', undefined)",
      "pool.intercept({ path: '/a' }).reply(200).times(2)": 'times: 2',
      "pool.intercept({ path: '/a' }).reply(200).delay(20)": 'delay: 20',
      "pool.intercept({ path: '/a' }).defaultReplyHeaders({ 'x-a': '1' }).reply(200)": "headers: { 'x-a': '1' }",
      "pool.intercept({ path: '/a' }).replyContentLength().reply(200, 'a')": "text('a')",
      "agent.get('https://other.test').intercept({ path: '/a' }).reply(200)":
        "mocks.use.get('https://other.test/a', undefined, { times: 1 })",
      "agent.get('https://other.test').intercept({ path: (path) => path === '/a' }).reply(200)":
        "mocks.use(rest.at('https://other.test').get(",
      "agent.disableNetConnect()\n  pool.intercept({ path: '/a' }).reply(200)": 'const mocks = setupMocks([])',
      "agent.enableNetConnect()\n  pool.intercept({ path: '/a' }).reply(200)": "{ onUnmatched: 'passthrough' }",
      "agent.enableNetConnect('a.test')\n  pool.intercept({ path: '/a' }).reply(200)":
        "{ passthrough: ['http://a.test:*', 'https://a.test:*'] }",
      "agent.enableNetConnect('a.test:80')\n  pool.intercept({ path: '/a' }).reply(200)":
        "{ passthrough: ['http://a.test:80', 'https://a.test:80'] }",
      "agent.enableNetConnect(/a\\.test$/)\n  pool.intercept({ path: '/a' }).reply(200)":
        '{ passthrough: [({ url }) => /a\\.test$/.test(new URL(url).host)] }',
      "agent.enableNetConnect((host) => host === 'a.test')\n  pool.intercept({ path: '/a' }).reply(200)":
        "{ passthrough: [({ url }) => new URL(url).host === 'a.test'] }",
      "pool.intercept({ path: '/a' }).reply(200)\n  agent.assertNoPendingInterceptors()": 'mocks.expect(',
      "expect(agent.pendingInterceptors()).toEqual([])\n  pool.intercept({ path: '/a' }).reply(200)":
        'expect(mocks.unused()).toEqual([])',
      "pool.intercept({ path: '/a' }).reply(200)\n  agent.activate()": 'mocks.use(',
      "pool.intercept({ path: '/a' }).reply(200)\n  await agent.close()": 'mocks.use(',
      "pool.intercept({ path: '/a' }).reply(200)\n  await pool.close()": 'mocks.use(',
      "agent.enableCallHistory()\n  pool.intercept({ path: '/a' }).reply(200)": 'mocks.use(',
    },
    {
      "pool.intercept({ path: (path) => path === '/a?b=1&c=2' }).reply(200)":
        'write the function of the path as match: ({ url }) => …, which has the query as it was sent',
      "pool.intercept({ path: (path) => path === '/a', query: { b: 1 } }).reply(200)":
        'write the function of the path as match: ({ url }) => …, which has the query as it was sent',
      "pool.intercept({ path: (path) => path === '/a', method: 'POST', body: 'b' }).reply(200)":
        'write these conditions as one function: match: ({ url, headers, text }) => …',
      "pool.intercept({ path: '/a', method: 'POST' }).reply(200, ({ body }) => body)":
        'does the resolver return a text or a JSON value (body)? A text is text(…)',
      "pool.intercept({ path: '/a' }).reply(200, ({ path }) => ({ path }))": "mynah's request has nothing like path",
      "pool.intercept({ path: '/a' }).reply(200, 'a', { trailers: { 'x-a': '1' } })":
        'write the trailers of this reply by hand',
      "pool.intercept({ path: '/a' }).defaultReplyTrailers({ 'x-a': '1' }).reply(200)":
        'write defaultReplyTrailers() by hand',
      "const reply = () => ({ statusCode: 200 })\n  pool.intercept({ path: '/a' }).reply(reply)":
        'rewrite this reply as a resolver: ({ request }) => payload',
      "const options = { path: '/a' }\n  pool.intercept(options).reply(200)":
        'write the options of intercept() in place, as an object',
      "pool.intercept({ path: '/a', ignoreTrailingSlash: true }).reply(200)":
        'write the option ignoreTrailingSlash of intercept() by hand',
      "const scope = pool.intercept({ path: '/a' }).reply(200)\n  scope.times(2)":
        'write what scope is used for in the chain: intercept(…).reply(…).times(2)',
      "pool.intercept({ path: '/a' })": 'this interceptor has no reply',
      "pool.intercept({ path: '/a' }).replyWithError('down')":
        'write networkError(new Error(text)): undici hands over the text itself',
      "agent.get(/api/).intercept({ path: '/a' }).reply(200)":
        'a pool of many origins: declare stubs of a path alone, with match: ({ url }) => … for the origin',
      "agent.get((origin) => origin.includes('api')).intercept({ path: '/a' }).reply(200)":
        'a pool of many origins: declare stubs of a path alone, with match: ({ url }) => … for the origin',
      'agent.deactivate()': 'requests pass between mocks.stop() and mocks.start()',
      'expect(agent.isMockActive).toBe(true)': 'mocks answer from mocks.start() to mocks.stop(): take this away',
      'expect(agent.getCallHistory().calls().length).toBe(1)':
        'mocks.calls() has each request, in their order: mocks.calls().at(-1)?.request',
      "expect(agent.getCallHistory().lastCall().path).toBe('/a')":
        'mocks.calls() has each request, in their order: mocks.calls().at(-1)?.request',
      'agent.clearCallHistory()': 'mocks.calls() has each request, in their order: mocks.calls().at(-1)?.request',
      'agent.disableCallHistory()': 'mocks.calls() has each request, in their order: mocks.calls().at(-1)?.request',
      'pool.cleanMocks()': 'mocks.reset() takes the stubs of all hosts away',
      "await pool.request({ path: '/a', method: 'GET' })":
        'a pool sends nothing here: write fetch(url) in place of request()',
    },
  ),
  ...rowsOf(
    'undici',
    {
      'expect(agent.getCallHistory()?.calls().length).toBe(1)': 'expect(mocks.calls().length).toBe(1)',
      'expect(agent.getCallHistory().calls()).toHaveLength(1)': 'expect(mocks.calls()).toHaveLength(1)',
      "expect(agent.getCallHistory()?.lastCall()?.method).toBe('GET')":
        "expect(mocks.calls().at(-1)?.request.method).toBe('GET')",
      "expect(agent.getCallHistory().firstCall().fullUrl).toBe('https://api.test/a')":
        "expect(mocks.calls().at(0)?.request.url).toBe('https://api.test/a')",
      "expect(agent.getCallHistory()?.nthCall(2)?.path).toBe('/a')":
        "expect(new URL(mocks.calls().at(1)?.request.url ?? '').pathname).toBe('/a')",
    },
    {
      "expect(agent.getCallHistory().lastCall().body).toBe('a')":
        'mocks.calls() has each request, in their order: mocks.calls().at(-1)?.request',
      "expect(agent.getCallHistory().filterCalls({ method: 'GET' }).length).toBe(1)":
        'mocks.calls() has each request, in their order: mocks.calls().at(-1)?.request',
      'const history = agent.getCallHistory()':
        'mocks.calls() has each request, in their order: mocks.calls().at(-1)?.request',
    },
    PER_TEST,
  ),
]
