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
      "pool.intercept({ path: '/a', method: (method) => method !== 'GET' }).reply(200)":
        "match: ({ method }) => method !== 'GET'",
      "pool.intercept({ path: '/a', method(name) { return name === 'PUT' } }).reply(200)":
        "((name) => { return name === 'PUT' })(method)",
      "pool.intercept({ path: 'a' }).reply(200)": "pool.get('/a'",
      "pool.intercept({ path: '/a', query: { page: 2 } }).reply(200)": 'queries: equals({ page: 2 })',
      'pool.intercept({ path: /a\\?page=/ }).reply(200)':
        'match: ({ url }) => /a\\?page=/.test(url.slice(new URL(url).origin.length))',
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
      "pool.intercept({ path: '/a' }).reply(200, Buffer.from('a'))": "Buffer.from('a')",
      "pool.intercept({ path: '/a' }).reply(200, { id: 1 }, { headers: { 'x-a': '1' } })": "headers: { 'x-a': '1' }",
      "pool.intercept({ path: '/a' }).reply(503)": 'status(503)',
      "pool.intercept({ path: '/a' }).reply(200, () => ({ id: 1 }))": '() => ({ id: 1 })',
      "pool.intercept({ path: '/a' }).reply(200, ({ headers }) => ({ a: headers['X-A'] }))": "headers['x-a']",
      "pool.intercept({ path: '/a' }).reply(200, (options) => ({ method: options.method }))":
        '({ request: { method } }) => ({ method: method })',
      "pool.intercept({ path: '/a' }).reply(() => ({ statusCode: 201, data: { id: 1 } }))": 'status: 201',
      "pool.intercept({ path: '/a' }).reply(() => ({ statusCode: 200, data: 'a', responseOptions: { headers: { 'x-a': '1' } } }))":
        "headers: { 'x-a': '1' }",
      "pool.intercept({ path: '/a' }).reply(200).persist()": "pool.get('/a', undefined)",
      "pool.intercept({ path: '/a' }).reply(200).times(2)": 'times: 2',
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
      "agent.enableNetConnect(/a\\.test$/)\n  pool.intercept({ path: '/a' }).reply(200)":
        '{ passthrough: [({ url }) => /a\\.test$/.test(new URL(url).host)] }',
      "pool.intercept({ path: '/a' }).reply(200)\n  agent.assertNoPendingInterceptors()": 'mocks.expect(',
      "pool.intercept({ path: '/a' }).reply(200)\n  expect(() => agent.assertNoPendingInterceptors()).toThrow()":
        'expect(() => mocks.verify({ unused: true })).toThrow()',
      "pool.intercept({ path: '/a' }).reply(200)\n  agent.activate()": 'mocks.use(',
      "pool.intercept({ path: '/a' }).reply(200)\n  await agent.close()": 'mocks.use(',
      "pool.intercept({ path: '/a' }).reply(200)\n  await pool.close()": 'mocks.use(',
      "agent.enableCallHistory()\n  pool.intercept({ path: '/a' }).reply(200)": 'mocks.use(',
      'agent.clearCallHistory()': 'async () => {\n})',
      'agent.disableCallHistory()': 'async () => {\n})',
      "pool.intercept({ path: (path) => path === '/a?b=1&c=2' }).reply(200)":
        "pool.get('/a', undefined, { match: { queries: equals({ b: '1', c: '2' }) }, times: 1 })",
      "pool.intercept({ path: (path) => path === '/a', query: { b: 1 } }).reply(200)":
        "match: ({ url }) => url.slice(new URL(url).origin.length) === '/a', times: 1",
      "pool.intercept({ path: (path) => path === '/a', method: 'POST', body: 'b' }).reply(200)":
        "=== '/a' && text === 'b'",
      "pool.intercept({ path: '/a', method: 'POST' }).reply(200, ({ body }) => body)":
        "({ request: { text: body } }) => text(body ?? '')",
      "pool.intercept({ path: '/a' }).reply(200, ({ path }) => ({ path }))":
        '({ request: { url } }) => ({ path: url.slice(new URL(url).origin.length) })',
      "const reply = () => ({ statusCode: 200 })\n  pool.intercept({ path: '/a' }).reply(reply)":
        "const reply = () => undefined\n  mocks.use(pool.get('/a', reply, { times: 1 }))",
      "const options = { path: '/a' }\n  pool.intercept(options).reply(200)":
        "async () => {\n  mocks.use(pool.get('/a', undefined, { times: 1 }))",
      "pool.intercept({ path: '/a', ignoreTrailingSlash: true }).reply(200)": "pool.get('/a', undefined, { times: 1 })",
      "const scope = pool.intercept({ path: '/a' }).reply(200)\n  scope.times(2)":
        "async () => {\n  mocks.use(pool.get('/a', undefined, { times: 2 }))\n}",
      "pool.intercept({ path: '/a' })": 'async () => {\n})',
      "pool.intercept({ path: '/a' }).reply(200)\n  await agent.request({ origin: 'https://api.test', path: '/a', method: 'GET' })":
        "await new Agent().request({ origin: 'https://api.test'",
      'agent.deactivate()': 'mocks.use.all(/.*/, passthrough())',
      'expect(agent.isMockActive).toBe(true)': 'async () => {\n})',
      "await pool.close()\n  await fetch('https://api.test/a')": 'await mocks.reset()',
      "const scope = pool.intercept({ path: '/a' })\n  scope.reply(201).persist()":
        "mocks.use(pool.get('/a', status(201)))",
      "agent.get(new URL('https://other.test')).intercept({ path: '/a' }).reply(200)":
        "mocks.use(rest.at(new URL('https://other.test').origin).get('/a', undefined, { times: 1 }))",
      "agent.enableNetConnect('a.test:80')\n  agent.enableNetConnect(/b/)":
        "{ passthrough: ['http://a.test:80', 'https://a.test:80', ({ url }) => /b/.test(new URL(url).host)] }",
      "pool.intercept({ path: '/a', method: 'POST' }).reply(({ body }) => ({ statusCode: 201, data: body }))":
        '({ request: { text: body } }) => new Response(body, { status: 201 })',
      "pool.intercept({ path: '/a' }).reply(200)\n  const close = async () => {\n    await agent.close()\n  }\n  await load()\n  await close()":
        "async () => {\n  mocks.use(pool.get('/a', undefined, { times: 1 }))",
      "pool.intercept({ path: '/a', method: 'POST', headers: (headers) => headers['x-a'] === '1', body: (body) => body === 'b' }).reply(200)":
        "match: ({ text, headers }) => (text ?? '') === 'b' && headers['x-a'] === '1'",
      "await agent.close()\n  await fetch('https://api.test/a').catch(() => 0)": 'mocks.use.all(/.*/, networkError())',
      'const close = async () => {\n    await agent.close()\n  }\n  await close()\n  await load().catch(() => 0)':
        'const close = async () => {\n    mocks.use.all(/.*/, networkError())\n  }',
      "agent.disableNetConnect()\n  agent.get('https://other.test')\n  await pool.close()\n  await load().catch(() => 0)":
        'mocks.use(pool.all(/.*/, networkError()))',
      "agent.get('https://other.test')\n  await pool.close()\n  await fetch('https://api.test/a').catch(() => 0)":
        'mocks.use(pool.all(/.*/, passthrough()))',
      "await pool.dispatch({ path: '/a', method: 'GET' }, { onRequestStart() {}, onResponseStart() {}, onResponseData() {}, onResponseEnd() {}, onResponseError() {} })":
        "await new Pool('https://api.test').dispatch({ path: '/a', method: 'GET' }",
      "agent.get(/api/).intercept({ path: '/a' }).reply(200)":
        "match: ({ url }) => /api/.test(new URL(url).origin) && new URL(url).origin !== 'https://api.test'",
      'agent.enableNetConnect()\n  await load().catch(() => 0)\n  agent.disableNetConnect()':
        'const disableNetConnect = mocks.use.all(/.*/, passthrough())\n  await load().catch(() => 0)\n  disableNetConnect()',
      "agent.enableNetConnect('a.test')\n  agent.disableNetConnect()":
        "mocks.use.all(/.*/, passthrough(), { match: ({ url }) => new URL(url).host === 'a.test' })",
      "pool.intercept({ path: '/a' }).reply(200, 'a', { trailers: { 'x-a': '1' } })":
        "mocks.use(pool.get('/a', text('a'), { times: 1 }))",
      "pool.intercept({ path: '/a' }).defaultReplyTrailers({ 'x-a': '1' }).reply(200)":
        "mocks.use(pool.get('/a', undefined, { times: 1 }))",
      "pool.intercept({ path: '/a' }).replyWithError('down')": "networkError(new Error('down'))",
    },
    {
      "agent.deactivate()\n  pool.intercept({ path: '/a' }).reply(200)":
        'write const activate = mocks.use.all(/.*/, passthrough()) here, and activate() to answer again',
      "pool.intercept({ path: '/a' }).reply(200, 'a', { trailers: { 'x-a': '1' } })\n  const { trailers } = await request('https://api.test/a')":
        'mynah sends no trailers, which fetch does not show: remove them if no client reads them',
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
      "expect(agent.getCallHistory().lastCall().body).toBe('a')":
        "expect(mocks.calls().at(-1)?.request.text).toBe('a')",
      'const history = agent.getCallHistory()': 'async () => {\n})',
      "const history = agent.getCallHistory()\n  expect(history.firstCall().headers['X-A']).toBe('1')":
        "async () => {\n  expect(mocks.calls().at(0)?.request.headers['x-a']).toBe('1')",
      "expect(agent.getCallHistory().filterCalls((log) => log.origin === 'https://api.test')).toHaveLength(1)":
        "mocks.calls().filter((log) => new URL(log.request.url).origin === 'https://api.test')",
      "expect([...agent.getCallHistory()].map((call) => call.host)).toEqual(['api.test'])":
        '[...mocks.calls()].map((call) => new URL(call.request.url).host)',
      "const call = agent.getCallHistory().lastCall()\n  expect(call.protocol).toBe('https:')":
        "const call = mocks.calls().at(-1)\n  expect(new URL(call?.request.url ?? '').protocol)",
      "expect(agent.getCallHistory().filterCallsByPath('/a')[0].port).toBe('')":
        "mocks.calls().filter(({ request }) => new URL(request.url).pathname === '/a')[0]?.request.url",
      "expect(agent.getCallHistory().filterCalls({ method: 'GET', path: '/a' }, { operator: 'AND' }).length).toBeGreaterThan(0)":
        "request.method === 'GET' && new URL(request.url).pathname === '/a'",
      "expect(agent.getCallHistory().filterCalls({ method: 'POST', path: '/a' }, { operator: 'OR' }).length).toBeGreaterThan(0)":
        "request.method === 'POST' || new URL(request.url).pathname === '/a'",
      "expect(agent.getCallHistory().filterCalls({ host: 'api.test', protocol: 'https:' }).some((log) => log.method === 'GET')).toBe(true)":
        "new URL(request.url).host === 'api.test' || new URL(request.url).protocol === 'https:'",
      "expect(agent.getCallHistory().filterCallsByFullUrl('https://api.test/a').length).toBeGreaterThan(0)":
        "mocks.calls().filter(({ request }) => request.url === 'https://api.test/a').length",
      "expect(agent.getCallHistory().filterCallsByMethod('GET').length).toBeGreaterThan(0)":
        "mocks.calls().filter(({ request }) => request.method === 'GET').length",
      'await load().catch(() => 0)\n  agent.disableCallHistory()\n  expect(agent.getCallHistory().calls().length).toBeGreaterThan(0)':
        'const earlier = mocks.calls().length\n  expect(mocks.calls().slice(0, earlier).length).toBeGreaterThan(0)',
      'await load().catch(() => 0)\n  agent.getCallHistory().clear()\n  expect(agent.getCallHistory().calls().length).toBe(0)':
        'const earlier = mocks.calls().length\n  expect(mocks.calls().slice(earlier).length).toBe(0)',
      'for (const call of agent.getCallHistory()) expect(call.searchParams).toEqual({})':
        'for (const call of mocks.calls()) expect(Object.fromEntries(call.request.searchParams)).toEqual({})',
    },
    {
      "expect(agent.getCallHistory().lastCall().toString()).toContain('GET')":
        'mocks.calls() has each request, in their order: mocks.calls().at(-1)?.request',
      'expect(agent.getCallHistory().filterCalls(/GET/)).toHaveLength(1)':
        'write what the RegExp finds: mocks.calls().filter(({ request }) => /GET/.test(request.method))',
      "expect(agent.getCallHistory().filterCalls({ method: 'GET', path: '/a' })[0].method).toBe('GET')":
        "in the order of the criteria there: write mocks.calls().filter(({ request }) => request.method === 'GET' || new URL(request.url).pathname === '/a')",
    },
    PER_TEST,
  ),
  ...rowsOf(
    'undici',
    {},
    {
      "new SnapshotAgent({ mode: 'record', snapshotPath: 'a.json' })":
        "record anew: setupMocks(cassette('name.har', { origins: ['https://api.test'] })), with cassette of mynah/record",
    },
    "import { SnapshotAgent } from 'undici'\n",
  ),
  ...rowsOf(
    'undici',
    {
      'expect(agent.getCallHistory().calls().length).toBe(1)': 'expect(mocks.calls().length).toBe(1)',
      "expect(agent.getCallHistory().lastCall().path).toBe('/a')":
        "expect(new URL(mocks.calls().at(-1)?.request.url ?? '').pathname).toBe('/a')",
    },
    {},
    PER_FILE,
  ),
  ...rowsOf(
    'undici',
    {
      "agent.get((origin) => origin.includes('api')).intercept({ path: '/a' }).reply(200)":
        "match: ({ url }) => new URL(url).origin.includes('api')",
    },
    {},
    PER_TEST,
  ),
]
