import { type Row, rowsOf } from './row.ts'

export const NOCK: readonly Row[] = [
  ...rowsOf(
    'nock',
    {
      "nock('https://api.test').post('/a').reply(200, (uri, body) => ({ uri, body }))":
        '({ request: { url, body } }) => ({ uri: url.slice(new URL(url).origin.length), body }),',
      "nock('https://api.test').post('/a').reply((uri, body) => [201, { uri, body }])":
        '({ request: { url, body } }) => status(201, { uri: url.slice(new URL(url).origin.length), body }),',
      "nock('https://api.test').get('/a').reply(200, function () { return { method: this.req.method } })":
        '({ request: { method } }) => { return { method: method } },',
      "nock('https://api.test').get('/a').reply(200, function () { return { a: this.req.headers['x-a'] } })":
        "({ request: { headers } }) => { return { a: headers['x-a'] } },",
      "nock('https://api.test').get('/a').reply(200, function () { return { path: this.req.path } })":
        '({ request: { url } }) => { return { path: url.slice(new URL(url).origin.length) } },',
      "nock('https://api.test').filteringPath(/[?].*/, '').get('/a').reply(200)":
        "match: ({ url }) => url.slice(new URL(url).origin.length).replace(/[?].*/, '') === '/a',",
      "nock('https://api.test/v1').filteringPath((path) => path.toLowerCase()).get('/a').reply(200)":
        "match: ({ url }) => ((path) => path.toLowerCase())(url.slice(new URL(url).origin.length)) === '/v1/a',",
      "nock('https://api.test').filteringPath(() => '/a').get('/a').reply(200)":
        "mocks.use(rest.at('https://api.test').get(/.*/, undefined, { times: 1 }))",
      "nock('https://api.test').get('/a').basicAuth({ user: 'a', pass: 'b' }).reply(200)":
        "{ match: { headers: { authorization: `Basic ${btoa('a:b')}` } }, times: 1 },",
      "const scopes = { users: nock('https://api.test').get('/a').reply(200) }\n  scopes.users.done()":
        "const scopes = { users: scopeOf(rest.get('https://api.test/a', undefined, { times: 1 })) }\n  scopes.users.done()",
      "nock('https://api.test').get('/a').delayConnection(20).reply(200)":
        "mocks.use.get('https://api.test/a', undefined, { delay: 20, times: 1 })",
      "nock('https://api.test').get('/a').reply(200, function () { return { path: this.req.options.path } })":
        '({ request: { url } }) => { return { path: url.slice(new URL(url).origin.length) } },',
      "nock('https://api.test').get('/a').replyWithError({ message: 'down', errno: 1 })": "'https://api.test/a',",
    },
    {
      "nock('https://api.test').get('/a').reply(200, function () { return { a: this.req.options } })":
        'take this.req.options apart: mynah hands over the request',
    },
    undefined,
    14,
  ),
  ...rowsOf(
    'nock',
    {
      "nock('https://api.test').post('/a').reply(200, async (request) => request.text())":
        'async ({ request: { raw: request } }) => request.text().then(text),',
      "nock('https://api.test').post('/a').reply(200, async (request) => await request.text())":
        'async ({ request: { raw: request } }) => text(await request.text()),',
      "nock('https://api.test').post('/a').reply(200, (request) => request.text())":
        '({ request: { raw: request } }) => request.text().then(text),',
      "nock('https://api.test').post('/a').reply(200, async (request) => ({ body: await request.text() }))":
        'async ({ request: { raw: request } }) => ({ body: await request.text() }),',
      "nock('https://api.test').get('/a').reply((request) => [201, { url: request.url }])":
        '({ request: { raw: request } }) => status(201, { url: request.url }),',
      "nock('https://api.test').get('/a').passthrough()":
        "mocks.use.get('https://api.test/a', passthrough(), { times: 1 })",
    },
    {},
    undefined,
    15,
  ),
  ...rowsOf(
    'nock',
    {
      "nock('https://api.test').intercept('/a', 'POST', { b: 1 }).reply(200)":
        "mocks.use.post('https://api.test/a', undefined, { match: { body: equals({ b: 1 }) }, times: 1 })",
      "const scope = nock('https://api.test').get('/a').reply(200)\n  expect(scope.isDone()).toBeTruthy()":
        "mocks.expect.get('https://api.test/a', undefined)",
      "nock('https://api.test').get('/a').reply(() => (isOn ? [503, 'busy'] : [200, { id: 1 }]))":
        "() => (isOn ? status(503, text('busy')) : { id: 1 }),",
      "nock('https://api.test').get('/a').reply(200, () => (isOn ? 'a' : { id: 1 }))":
        "() => (isOn ? text('a') : { id: 1 })",
      "nock('https://api.test').get('/a').times(0).reply(200)":
        "mocks.use.get('https://api.test/a', undefined, { times: 1 })",
      "nock('https://api.test').get('/a').query({}).reply(200)": '{ match: { queries: equals({}) }, times: 1 }',
      "nock('https://api.test').get('/a').reply(200, { id: 1 }, { 'set-cookie': ['a=1', 'b=2'] })":
        "{ headers: { 'set-cookie': ['a=1', 'b=2'] }, times: 1 }",
      "nock('https://api.test').get('/a').reply(200, () => ({ id: 1 }), { 'x-a': '1' })":
        "mocks.use.get('https://api.test/a', () => ({ id: 1 }), { headers: { 'x-a': '1' }, times: 1 })",
      "nock('https://api.test').get('/a').replyWithError(new TypeError('down'))": "networkError(new TypeError('down'))",
      "nock('https://api.test').post('/a', JSON.stringify({ b: 1 })).reply(200)":
        '{ match: { body: JSON.stringify({ b: 1 }) }, times: 1 }',
      "nock('https://api.test').get('/a').reply(200).get('/b').reply(404)":
        "rest.get('https://api.test/b', status(404), { times: 1 }),",
      "nock('https://api.test:443').get('/a').reply(200)":
        "mocks.use.get('https://api.test:443/a', undefined, { times: 1 })",
      "const scope = nock('https://api.test').get('/a').reply(200)\n  expect(() => scope.done()).toThrow()":
        "const scope = scopeOf(rest.get('https://api.test/a', undefined, { times: 1 }))",
      "nock('https://api.test').get('/a').reply(200, { id: 1 })":
        "mocks.use.get('https://api.test/a', { id: 1 }, { times: 1 })",
      "nock('https://api.test/v1/').get('/a').reply(200)":
        "mocks.use.get('https://api.test/v1/a', undefined, { times: 1 })",
      "nock(new URL('https://api.test')).get('/a').reply(200)":
        "mocks.use.get('https://api.test/a', undefined, { times: 1 })",
      "const api = nock('https://api.test')\n  api.get('/a').reply(200)":
        "mocks.use.get('https://api.test/a', undefined, { times: 1 })",
      "const api = nock('https://api.test').defaultReplyHeaders({ 'x-a': '1' })\n  api.get('/a').reply(200)":
        "mocks.use.get('https://api.test/a', undefined, { headers: { 'x-a': '1' }, times: 1 })",
      "nock('https://api.test').get('/a').reply(200)": "mocks.use.get('https://api.test/a', undefined, { times: 1 })",
      "nock('https://api.test').post('/a').reply(200)": "mocks.use.post('https://api.test/a', undefined, { times: 1 })",
      "nock('https://api.test').put('/a').reply(200)": "mocks.use.put('https://api.test/a', undefined, { times: 1 })",
      "nock('https://api.test').patch('/a').reply(200)":
        "mocks.use.patch('https://api.test/a', undefined, { times: 1 })",
      "nock('https://api.test').delete('/a').reply(200)":
        "mocks.use.delete('https://api.test/a', undefined, { times: 1 })",
      "nock('https://api.test').head('/a').reply(200)": "mocks.use.head('https://api.test/a', undefined, { times: 1 })",
      "nock('https://api.test').options('/a').reply(200)":
        "mocks.use.options('https://api.test/a', undefined, { times: 1 })",
      "nock('https://api.test').merge('/a').reply(200)": "{ match: ({ method }) => method === 'MERGE', times: 1 },",
      "nock('https://api.test').intercept('/a', 'GET').reply(200)":
        "mocks.use.get('https://api.test/a', undefined, { times: 1 })",
      "nock('https://api.test').intercept('/a', 'PROPFIND').reply(200)":
        "{ match: ({ method }) => method === 'PROPFIND', times: 1 },",
      "nock('https://api.test').get('/a?page=2').reply(200)":
        "{ match: { queries: equals({ page: '2' }) }, times: 1 },",
      "nock('https://api.test').get((uri) => uri === '/a').reply(200)":
        "({ url }) => ((uri) => uri === '/a')(url.slice(new URL(url).origin.length))",
      "nock('https://api.test').get(/a$/).reply(200)":
        "mocks.use(rest.at('https://api.test').get(/a$/, undefined, { times: 1 }))",
      "nock('https://api.test/v1').get(/a$/).reply(200)":
        "mocks.use(rest.at('https://api.test').get(/a$/, undefined, { times: 1 }))",
      "nock('https://api.test').get(/a\\?page/).reply(200)":
        '{ match: ({ url }) => /a\\?page/.test(url.slice(new URL(url).origin.length)), times: 1 },',
      "nock('https://api.test').get('/a').query({ ids: [1, 2] }).reply(200)":
        '{ match: { queries: equals({ ids: [1, 2] }) }, times: 1 },',
      "nock('https://api.test').get('/a').query({ page: /2/ }).reply(200)":
        '{ match: { queries: equals({ page: /2/ }) }, times: 1 },',
      "nock('https://api.test').get('/a').query('page=2').reply(200)":
        "{ match: { queries: equals({ page: '2' }) }, times: 1 },",
      "nock('https://api.test').get('/a').query(new URLSearchParams('page=2')).reply(200)":
        "{ match: { queries: equals(Object.fromEntries(new URLSearchParams('page=2'))) }, times: 1 },",
      "nock('https://api.test').get('/a').query(true).reply(200)":
        "mocks.use.get('https://api.test/a', undefined, { times: 1 })",
      "nock('https://api.test').get('/a').query((query) => query.page === '2').reply(200)":
        "{ match: { queries: fn((query) => query.page === '2') }, times: 1 },",
      "nock('https://api.test').post('/a', { b: 1 }).reply(200)":
        "mocks.use.post('https://api.test/a', undefined, { match: { body: equals({ b: 1 }) }, times: 1 })",
      "nock('https://api.test').post('/a', { b: /1/ }).reply(200)":
        "mocks.use.post('https://api.test/a', undefined, { match: { body: equals({ b: /1/ }) }, times: 1 })",
      "nock('https://api.test').post('/a', [1]).reply(200)":
        "mocks.use.post('https://api.test/a', undefined, { match: { body: equals([1]) }, times: 1 })",
      "nock('https://api.test').post('/a', /b/).reply(200)":
        "mocks.use.post('https://api.test/a', undefined, { match: { body: /b/ }, times: 1 })",
      "nock('https://api.test').post('/a', (body) => body.includes('b')).reply(200)": {
        becomes: "{ match: ({ text: body = '' }) => body.includes('b'), times: 1 },",
        sends: ['a', 'b'].map((body) => ({ method: 'POST', url: 'https://api.test/a', body })),
      },
      "nock('https://api.test', { reqheaders: { 'x-a': (value) => value === 'b' } }).get('/a').reply(200)":
        "{ match: { headers: { 'x-a': fn((value) => value === 'b') } }, times: 1 },",
      "nock('https://api.test').get('/a', undefined, { reqheaders: { 'x-a': 'b' } }).reply(200)":
        "mocks.use.get('https://api.test/a', undefined, { times: 1 })",
      "nock('https://api.test').get('/a').matchHeader('x-a', 'b').reply(200)":
        "mocks.use.get('https://api.test/a', undefined, { match: { headers: { 'x-a': 'b' } }, times: 1 })",
      "nock('https://api.test').get('/a').matchHeader('x-a', /b/).reply(200)":
        "mocks.use.get('https://api.test/a', undefined, { match: { headers: { 'x-a': /b/ } }, times: 1 })",
      "nock('https://api.test').get('/a').matchHeader('x-a', (value) => value === 'b').reply(200)":
        "{ match: { headers: { 'x-a': fn((value) => value === 'b') } }, times: 1 },",
      "nock('https://api.test').matchHeader('x-a', 'b').get('/a').reply(200)":
        "mocks.use.get('https://api.test/a', undefined, { match: { headers: { 'x-a': 'b' } }, times: 1 })",
      "nock('https://api.test', { allowUnmocked: true }).get('/a').reply(200)":
        "setupMocks([], { passthrough: ['https://api.test'] })",
      "nock('https://api.test', { encodedQueryParams: true }).get('/a').reply(200)":
        "mocks.use.get('https://api.test/a', undefined, { times: 1 })",
      "nock('https://api.test').get('/a').once().reply(200)":
        "mocks.use.get('https://api.test/a', undefined, { times: 1 })",
      "nock('https://api.test').get('/a').twice().reply(200)":
        "mocks.use.get('https://api.test/a', undefined, { times: 2 })",
      "nock('https://api.test').get('/a').thrice().reply(200)":
        "mocks.use.get('https://api.test/a', undefined, { times: 3 })",
      "nock('https://api.test').get('/a').times(4).reply(200)":
        "mocks.use.get('https://api.test/a', undefined, { times: 4 })",
      "nock('https://api.test').persist().get('/a').reply(200)": "mocks.use.get('https://api.test/a', undefined)",
      "nock('https://api.test').persist(false).get('/a').reply(200)":
        "mocks.use.get('https://api.test/a', undefined, { times: 1 })",
      "nock('https://api.test').get('/a').optionally().reply(200)":
        "mocks.use.get('https://api.test/a', undefined, { times: 1 })",
      "nock('https://api.test').get('/a').optionally(false).reply(200)":
        "mocks.use.get('https://api.test/a', undefined, { times: 1 })",
      "nock('https://api.test').get('/a').delay(20).reply(200)":
        "mocks.use.get('https://api.test/a', undefined, { delay: 20, times: 1 })",
      "nock('https://api.test').get('/a').reply()": "mocks.use.get('https://api.test/a', undefined, { times: 1 })",
      "nock('https://api.test').get('/a').reply(201, { id: 1 }, { 'x-a': '1' })":
        "mocks.use.get('https://api.test/a', { id: 1 }, { status: 201, headers: { 'x-a': '1' }, times: 1 })",
      "nock('https://api.test').get('/a').reply(200, Buffer.from('a'))":
        "mocks.use.get('https://api.test/a', Buffer.from('a'), { times: 1 })",
      "nock('https://api.test').get('/a').reply(200, fs.createReadStream('a.txt'))":
        "mocks.use.get('https://api.test/a', stream(fs.createReadStream('a.txt')), { times: 1 })",
      "nock('https://api.test').get('/a').replyWithFile(200, 'a.json', { 'x-a': '1' })":
        "mocks.use.get('https://api.test/a', file('a.json'), { headers: { 'x-a': '1' }, times: 1 })",
      "nock('https://api.test').get('/a').replyWithError('down')":
        "mocks.use.get('https://api.test/a', networkError(new Error('down')), { times: 1 })",
      "nock('https://api.test').get('/a').replyWithError(new Error('down'))":
        "mocks.use.get('https://api.test/a', networkError(new Error('down')), { times: 1 })",
      "nock('https://api.test').get('/a').reply(200, () => ({ id: 1 }))":
        "mocks.use.get('https://api.test/a', () => ({ id: 1 }), { times: 1 })",
      "nock('https://api.test').get('/a').reply(200, async () => ({ id: 1 }))":
        "mocks.use.get('https://api.test/a', async () => ({ id: 1 }), { times: 1 })",
      "nock('https://api.test').get('/a').reply(() => [201, { id: 1 }])":
        "mocks.use.get('https://api.test/a', () => status(201, { id: 1 }), { times: 1 })",
      "nock('https://api.test').get('/a').reply(() => [201, { id: 1 }, { 'x-a': '1' }])": "'https://api.test/a',",
      "nock('https://api.test').get('/a').reply(async () => [404])":
        "mocks.use.get('https://api.test/a', async () => status(404), { times: 1 })",
      "nock('https://api.test').defaultReplyHeaders({ 'x-a': '1' }).get('/a').reply(200)":
        "mocks.use.get('https://api.test/a', undefined, { headers: { 'x-a': '1' }, times: 1 })",
      "nock('https://api.test').replyContentLength().get('/a').reply(200)":
        "mocks.use.get('https://api.test/a', undefined, { times: 1 })",
      "const scope = nock('https://api.test').get('/a').reply(200)\n  scope.done()":
        "mocks.expect.get('https://api.test/a', undefined)",
      "const scope = nock('https://api.test').get('/a').reply(200)\n  expect(scope.isDone()).toBe(true)":
        "mocks.expect.get('https://api.test/a', undefined)",
      "const scope = nock('https://api.test').get('/a').reply(200)\n  expect(scope.isDone()).toBe(false)":
        "const scope = scopeOf(rest.get('https://api.test/a', undefined, { times: 1 }))",
      "nock('https://api.test').get('/a').reply(200)\n  nock.cleanAll()": "test('a', async () => {",
      'nock.restore()': {
        becomes: "test('a', async () => {",
        differs: 'it is the last statement of a test, and no request follows it',
      },
      'nock.activate()': {
        becomes: "test('a', async () => {",
        differs: 'nock refuses it while it is active',
      },
      'nock.abortPendingRequests()': "test('a', async () => {",
      'nock.disableNetConnect()': "test('a', async () => {",
      'nock.enableNetConnect()': "test('a', async () => {",
      "nock.enableNetConnect('127.0.0.1')": "test('a', async () => {",
      'nock.enableNetConnect(/localhost/)': "test('a', async () => {",
      "nock.enableNetConnect((host) => host.includes('localhost'))": "test('a', async () => {",
      "nock('https://api.test').get('/a').reply(200)\n  expect(nock.isDone()).toBe(true)":
        "mocks.expect.get('https://api.test/a', undefined)",
      "nock('https://api.test').get('/a').reply(200)\n  const isDone = nock.isDone()":
        'const isDone = mocks.unused().length === 0',
      "nock('https://api.test').get('/a').reply(200)\n  const pending = nock.pendingMocks().length":
        'const pending = mocks.unused().length',
    },
    {
      "nock.restore()\n  nock('https://api.test').get('/a').reply(200)":
        'requests pass between mocks.stop() and mocks.start()',
      "const scope = nock('https://api.test')\n  scope.clone().get('/a').reply(200)":
        'hold the base, const scope = rest.at(base, settings), and declare its stubs by mocks.use(scope.get(path, payload))',
      "nock('https://api.test').get('/a').reply(200, new Error('down'))":
        "is new Error('down') a text or a JSON value? A text is text(…), anything else stands as it is",
      "nock('https://api.test').get('/a').reply(200, 'a', new Map([['x-a', '1']]))":
        "write the list of headers as an object: { 'x-a': '1' }",
      "const answer = (name) => nock('https://api.test').get('/a').reply(name)":
        'is name a status or a function? Write status(code), or a resolver',
    },
  ),
]
