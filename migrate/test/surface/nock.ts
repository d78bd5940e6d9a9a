import { type Row, rowsOf } from './row.ts'

const DEFINE = 'write each definition as a stub: mocks.use(rest.get(url, response, { status, headers }), …)'
const RECORDER =
  "record by setupMocks(cassette('recorded.har', { origins: [origin] })) of mynah/record: npx mynah routes recorded.har prints the code"
const RECORDED = JSON.stringify([
  {
    scope: 'https://api.test:443',
    method: 'GET',
    path: '/a?page=2',
    body: '',
    status: 200,
    response: { id: 1 },
    rawHeaders: ['Content-Type', 'application/json', 'Content-Length', '8'],
    responseIsBinary: false,
  },
  {
    scope: 'https://api.test:443',
    method: 'POST',
    path: '/a',
    body: { b: 1 },
    status: 201,
    response: 'text',
    rawHeaders: { 'x-a': '1' },
  },
])

export const NOCK: readonly Row[] = [
  ...rowsOf(
    'nock',
    {
      "nock('https://api.test').post('/a').reply(200, (uri, body) => ({ uri, body }))":
        '({ request }) => ({ uri: request.url.slice(new URL(request.url).origin.length), body: request.body }),',
      "nock('https://api.test').post('/a').reply((uri, body) => [201, { uri, body }])":
        '({ request }) => status(201, { uri: request.url.slice(new URL(request.url).origin.length), body: request.body }),',
      "nock('https://api.test').get('/a').reply(200, function () { return { method: this.req.method } })":
        '({ request }) => { return { method: request.method } },',
      "nock('https://api.test').get('/a').reply(200, function () { return { a: this.req.headers['x-a'] } })":
        "({ request }) => { return { a: request.headers['x-a'] } },",
      "nock('https://api.test').get('/a').reply(200, function () { return { path: this.req.path } })":
        '({ request }) => { return { path: request.url.slice(new URL(request.url).origin.length) } },',
      "nock('https://api.test').get('/a').reply(200, (uri, body, callback) => callback(null, 'a'))":
        "mocks.use.get('https://api.test/a', ({ request }) => text('a'), { times: 1 })",
      "nock('https://api.test').get('/a').reply((uri, body, callback) => callback(null, [201, 'a']))":
        "mocks.use.get('https://api.test/a', ({ request }) => status(201, text('a')), { times: 1 })",
      "nock('https://api.test').get('/a').delay({ head: 20, body: 20 }).reply(200)":
        '() => stream((async function* () { await new Promise((resolve) => setTimeout(resolve, 20)) })()),',
      "nock('https://api.test').get('/a').delay({ head: 20 }).reply(200)":
        "mocks.use.get('https://api.test/a', undefined, { delay: 20, times: 1 })",
      "nock('https://api.test').get('/a').delayConnection(20).reply(200)":
        "mocks.use.get('https://api.test/a', undefined, { delay: 20, times: 1 })",
      "nock('https://api.test').get('/a').reply(200, function () { return { path: this.req.options.path } })":
        '({ request }) => { return { path: request.url.slice(new URL(request.url).origin.length) } },',
      "const scope = nock('https://api.test').get('/a').reply(200)\n  scope.on('request', (req, interceptor, body) => seen.push(req.path, body))":
        "mocks.on('request', ({ request, stub }) => stub === scope && seen.push(request.url.slice(new URL(request.url).origin.length), (request.text ?? '')))",
      "nock('https://api.test').get('/a').reply(200)\n  nock.emitter.on('no match', (req) => seen.push(req.method))":
        "mocks.on('unmatched', ({ request }) => seen.push(request.method))",
      "nock('https://api.test').get('/a').replyWithError({ message: 'down', errno: 1 })": "'https://api.test/a',",
    },
    {
      "nock('https://api.test').get('/a').reply(200, function () { return { a: this.req.options } })":
        'write this.req as request: it has what was sent, and nothing of the options of the client',
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
      "nock('https://api.test').get('/a').reply(200, 'a', { 'x-a': (request) => request.url })":
        "({ setHeader, request: { raw: request } }) => {\n      setHeader('x-a', request.url)\n      return text('a')",
      "nock('https://api.test').get('/a').reply(200, 'a', { 'x-a': async () => '1' })": "setHeader('x-a', '1')",
      "const scope = nock('https://api.test').get('/a').reply(200)\n  scope.on('replied', (request) => seen.push(request.url))":
        "mocks.on('answered', ({ request: { raw: request }, stub }) => stub === scope && seen.push(request.url))",
      "nock('https://api.test').post('/a').reply(200, async (request) => ({ body: await request.text() }))":
        'async ({ request: { raw: request } }) => ({ body: await request.text() }),',
      "nock('https://api.test').get('/a').reply((request) => [201, { url: request.url }])":
        '({ request: { raw: request } }) => status(201, { url: request.url }),',
      "nock('https://api.test').get('/a').reply(200, (request, callback) => callback(null, 'a'))":
        "mocks.use.get('https://api.test/a', () => text('a'), { times: 1 })",
      "nock('https://api.test').get('/a').passthrough()":
        "mocks.use.get('https://api.test/a', passthrough(), { times: 1 })",
    },
    {
      'nock.getGetRequestBody(request)': 'a resolver reads request.text, or request.body',
    },
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
      "nock('https://api.test').get('/a').reply(200)\n  const isActive = nock.isActive()": 'const isActive = true',
      "nock('https://api.test').get('/a').reply(() => (isOn ? [503, 'busy'] : [200, { id: 1 }]))":
        "() => (isOn ? status(503, text('busy')) : { id: 1 }),",
      "nock('https://api.test').get('/a').reply(200, () => (isOn ? 'a' : { id: 1 }))":
        "() => (isOn ? text('a') : { id: 1 })",
      "const scopes = [nock('https://api.test').get('/a').reply(200), nock('https://api.test').get('/b').reply(200)]\n  scopes.forEach((scope) => scope.done())":
        {
          becomes: "mocks.expect(rest.get('https://api.test/a', undefined), rest.get('https://api.test/b', undefined))",
          sends: ['a', 'b'].map((path) => ({ method: 'GET', url: `https://api.test/${path}` })),
        },
      "const scopes = []\n  scopes.push(nock('https://api.test').get('/a').reply(200))\n  scopes.forEach((scope) => scope.done())":
        "mocks.expect.get('https://api.test/a', undefined)",
      "const scopes = []\n  scopes.push(nock('https://api.test').get('/a').reply(200))\n  for (const scope of scopes) scope.done()":
        "mocks.expect.get('https://api.test/a', undefined)",
      "nock('https://api.test').get('/a').times(0).reply(200)":
        "mocks.use.get('https://api.test/a', undefined, { times: 1 })",
      "nock('https://api.test').get('/a').query({}).reply(200)": '{ match: { queries: equals({}) }, times: 1 }',
      "nock('https://api.test').get('/a').reply(200, { id: 1 }, { 'set-cookie': ['a=1', 'b=2'] })":
        "{ headers: { 'set-cookie': ['a=1', 'b=2'] }, times: 1 }",
      "nock('https://api.test').get('/a').reply(200, () => ({ id: 1 }), { 'x-a': '1' })":
        "mocks.use.get('https://api.test/a', () => ({ id: 1 }), { headers: { 'x-a': '1' }, times: 1 })",
      "nock('https://api.test').get('/a').reply(200, new Error('down'))":
        "JSON.parse(JSON.stringify(new Error('down')))",
      "nock('https://api.test').get('/a').replyWithError(new TypeError('down'))": "networkError(new TypeError('down'))",
      "nock('https://api.test').post('/a', JSON.stringify({ b: 1 })).reply(200)":
        '{ match: { body: JSON.stringify({ b: 1 }) }, times: 1 }',
      "nock('https://api.test').get('/a').reply(200).get('/b').reply(404)":
        "rest.get('https://api.test/b', status(404), { times: 1 }),",
      "nock('https://api.test:443').get('/a').reply(200)":
        "mocks.use.get('https://api.test:443/a', undefined, { times: 1 })",
      "nock('https://api.test').get('/a').reply(200)\n  if (!nock.isDone()) nock.cleanAll()":
        "mocks.use.get('https://api.test/a', undefined, { times: 1 })\n})",
      // The calls of a recording, and of nock.back.
      "nock.load('recorded.json')": {
        becomes: '{ status: 201, match: { body: equals({"b":1}) }, headers: {"x-a":"1"}, times: 1 },',
        files: { 'recorded.json': RECORDED },
        sends: [
          { method: 'GET', url: 'https://api.test/a?page=2' },
          {
            method: 'POST',
            url: 'https://api.test/a',
            headers: { 'content-type': 'application/json' },
            body: '{"b":1}',
          },
        ],
      },
      "nock.back.setMode('lockdown')": "test('a', async () => {",
      "nock.back.fixtures = 'fixtures'": "test('a', async () => {",
      "nock.back.setMode('record')": "test('a', async () => {",
      "nock.back.setMode('wild')": "test('a', async () => {",
      'nock.recorder.clear()': "test('a', async () => {",
      "nock.define([{ scope: 'https://api.test', method: 'GET', path: '/a', response: '6869', responseIsBinary: true }])":
        "mocks.use.get('https://api.test/a', Buffer.from('6869', 'hex'), { times: 1 })",
      "nock.define([{ scope: 'http://api.test', port: 8080, method: 'GET', path: '/a' }])": {
        becomes: "mocks.use.get('http://api.test:8080/a', undefined, { times: 1 })",
        sends: [{ method: 'GET', url: 'http://api.test:8080/a' }],
      },
      "const interceptor = nock('https://api.test').get('/a')\n  interceptor.reply(200)":
        "mocks.use.get('https://api.test/a', undefined, { times: 1 })",
      "const scope = nock('https://api.test').get('/a').reply(200)\n  expect(() => scope.done()).toThrow()":
        'expect(() => mocks.verify({ unused: true })).toThrow()',
      "nock('https://api.test').get('/a').reply(200, { id: 1 })":
        "mocks.use.get('https://api.test/a', { id: 1 }, { times: 1 })",
      "nock('https://api.test/v1/').get('/a').reply(200)":
        "mocks.use.get('https://api.test/v1/a', undefined, { times: 1 })",
      "nock(new URL('https://api.test')).get('/a').reply(200)":
        "mocks.use.get('https://api.test/a', undefined, { times: 1 })",
      "nock(/api\\.test/).get('/a').reply(200)":
        '{ match: ({ url }) => /api\\.test/.test(new URL(url).origin), times: 1 },',
      "nock(/^https?:\\/\\/api\\.test/).get('/a').reply(200)":
        '{ match: ({ url }) => /^https?:\\/\\/api\\.test/.test(new URL(url).origin), times: 1 },',
      "const api = nock('https://api.test')\n  api.get('/a').reply(200)": "const api = rest.at('https://api.test')",
      "const api = nock('https://api.test').defaultReplyHeaders({ 'x-a': '1' })\n  api.get('/a').reply(200)":
        "const api = rest.at('https://api.test')",
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
      "nock('https://api.test').get(/a$/).reply(200)":
        "mocks.use(rest.at('https://api.test').get(/a$/, undefined, { times: 1 }))",
      "nock('https://api.test/v1').get(/a$/).reply(200)":
        "mocks.use(rest.at('https://api.test').get(/a$/, undefined, { times: 1 }))",
      "nock('https://api.test').get(/a\\?page/).reply(200)":
        '{ match: ({ url }) => /a\\?page/.test(url.slice(new URL(url).origin.length)), times: 1 },',
      "nock('https://api.test').get((uri) => uri === '/a').reply(200)":
        "{ match: ({ url }) => url.slice(new URL(url).origin.length) === '/a', times: 1 },",
      "const isUsers = (uri) => uri === '/a'\n  nock('https://api.test').get(isUsers).reply(200)":
        '{ match: ({ url }) => isUsers(url.slice(new URL(url).origin.length)), times: 1 },',
      "nock('https://api.test/v1').get((uri) => uri.endsWith('/a')).reply(200)":
        "{ match: ({ url }) => url.slice(new URL(url).origin.length).endsWith('/a'), times: 1 },",
      "nock('https://api.test').get((uri) => uri.endsWith('/a')).query(true).reply(200)":
        "{ match: ({ url }) => new URL(url).pathname.endsWith('/a'), times: 1 },",
      "nock('https://api.test').filteringPath(/page=\\d+/, 'page=1').get('/a').reply(200)":
        "match: ({ url }) => url.slice(new URL(url).origin.length).replace(/page=\\d+/, 'page=1') === '/a',",
      "nock('https://api.test').filteringPath((path) => path.toLowerCase()).get('/a').reply(200)":
        "match: ({ url }) => ((path) => path.toLowerCase())(url.slice(new URL(url).origin.length)) === '/a',",
      "nock('https://api.test').get('/a').query({ ids: [1, 2] }).reply(200)":
        '{ match: { queries: equals({ ids: [1, 2] }) }, times: 1 },',
      "nock('https://api.test').get('/a').query({ page: /2/ }).reply(200)":
        '{ match: { queries: equals({ page: /2/ }) }, times: 1 },',
      "nock('https://api.test').get('/a').query({ filter: { page: 2 } }).reply(200)":
        "{ match: { queries: equals({ 'filter[page]': 2 }) }, times: 1 },",
      "nock('https://api.test').get('/a').query('page=2').reply(200)":
        "{ match: { queries: equals({ page: '2' }) }, times: 1 },",
      "nock('https://api.test').get('/a').query(new URLSearchParams('page=2')).reply(200)":
        "{ match: { queries: equals(Object.fromEntries(new URLSearchParams('page=2'))) }, times: 1 },",
      "nock('https://api.test', { encodedQueryParams: true }).get('/a').query({ 'a%5B%5D': 'b%20c' }).reply(200)": {
        becomes: "{ match: { queries: equals({ 'a[]': 'b c' }) }, times: 1 },",
        sends: ['a%5B%5D=b%20c', 'a%5B%5D=b'].map((query) => ({ method: 'GET', url: `https://api.test/a?${query}` })),
      },
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
      "nock('https://api.test').post('/a', Buffer.from('b')).reply(200)":
        "mocks.use.post('https://api.test/a', undefined, { match: { body: Buffer.from('b') }, times: 1 })",
      "nock('https://api.test').post('/a', (body) => body.includes('b')).reply(200)": {
        becomes: "{ match: ({ text: body = '' }) => body.includes('b'), times: 1 },",
        sends: ['a', 'b'].map((body) => ({ method: 'POST', url: 'https://api.test/a', body })),
      },
      "nock('https://api.test').filteringRequestBody(/\\d/, '1').post('/a', 'b=1').reply(200)":
        "{ match: ({ text }) => (text ?? '').replace(/\\d/, '1') === 'b=1', times: 1 },",
      "nock('https://api.test').filteringRequestBody(() => '*').post('/a', '*').reply(200)":
        "{ match: ({ text }) => (() => '*')((text ?? '')) === '*', times: 1 },",
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
      "nock('https://api.test').get('/a').basicAuth({ user: 'a', pass: 'b' }).reply(200)":
        '{ match: { headers: { authorization: `Basic ',
      "nock('https://api.test').get('/a').basicAuth({ user: 'a' }).reply(200)":
        '{ match: { headers: { authorization: `Basic ',
      "nock('https://api.test', { allowUnmocked: true }).get('/a').reply(200)":
        "setupMocks([], { passthrough: ['https://api.test'] })",
      "nock('https://api.test', { conditionally: () => isOn }).get('/a').reply(200)":
        "mocks.use.get('https://api.test/a', undefined, { match: () => isOn, times: 1 })",
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
      "nock('https://api.test').get('/a').reply(200, 'a', ['x-a', '1'])":
        "mocks.use.get('https://api.test/a', text('a'), { headers: { 'x-a': '1' }, times: 1 })",
      "nock('https://api.test').get('/a').reply(200, 'a', ['x-a', '1', 'x-a', '2'])":
        "{ headers: { 'x-a': ['1', '2'] }, times: 1 }",
      "nock('https://api.test').get('/a').reply(200, 'a', new Map([['x-a', '1']]))": "'https://api.test/a',",
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
      "nock('https://api.test').replyDate(new Date(0)).get('/a').reply(200)": "'https://api.test/a',",
      "nock('https://api.test').replyDate().get('/a').reply(200)": {
        becomes: "'https://api.test/a',",
        sends: [],
      },
      "const scope = nock('https://api.test').get('/a').reply(200)\n  scope.done()":
        "mocks.expect.get('https://api.test/a', undefined)",
      "const scope = nock('https://api.test').get('/a').reply(200)\n  expect(scope.isDone()).toBe(true)":
        "mocks.expect.get('https://api.test/a', undefined)",
      "const scope = nock('https://api.test').get('/a').reply(200)\n  expect(scope.isDone()).toBe(false)":
        "const scope = rest.get('https://api.test/a', undefined, { times: 1 })",
      "const scope = nock('https://api.test').get('/a').reply(200)\n  expect(scope.pendingMocks()).toEqual([])":
        "mocks.expect.get('https://api.test/a', undefined)",
      "nock('https://api.test').get('/a').reply(200)\n  nock.cleanAll()": "test('a', async () => {",
      'nock.restore()': {
        becomes: "test('a', async () => {",
        differs: 'it is the last statement of a test, and no request follows it',
      },
      'nock.activate()': {
        becomes: "test('a', async () => {",
        differs: 'nock refuses it while it is active',
      },
      'if (!nock.isActive()) nock.activate()': "test('a', async () => {",
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
      "nock('https://api.test').get('/a').reply(200)\n  nock.emitter.on('no match', () => seen.push(1))":
        "mocks.on('unmatched', () => seen.push(1))",
      "nock(/api\\.test:443/).get('/a').reply(200)":
        'match: ({ url }) => /api\\.test:443/.test(new URL(url).origin.replace(',
      "nock('https://api.test').get((uri) => uri.endsWith('/a')).query({ page: 2 }).reply(200)":
        "new URL(url).pathname.endsWith('/a') && searchParams.size === 1 && searchParams.get('page') === '2'",
      "nock('https://api.test').filteringPath((path) => '/a').get('/a?page=2').reply(200)":
        "match: ({ url }) => ((path) => '/a')(url.slice(new URL(url).origin.length)) === '/a?page=2',",
      "nock('https://api.test', { filteringScope: (scope) => scope.endsWith('api.test') }).get('/a').reply(200)":
        ".endsWith('api.test') || new URL(url).origin === 'https://api.test'),",
      "nock('https://api.test').get('/a').reply(200, 'a', { 'x-a': () => '1' })": '({ setHeader }) => {',
      "const scope = nock('https://api.test').get('/a').reply(200)\n  expect(scope.pendingMocks()).toEqual(['GET https://api.test:443/a'])":
        'expect(mocks.unused().filter((stub) => stub === scope)).toEqual([scope])',
      "const scope = nock('https://api.test').get('/a').reply(200)\n  expect(scope.activeMocks()).toHaveLength(1)":
        'expect(mocks.unused().filter((stub) => stub === scope)).toHaveLength(1)',
      "nock('https://api.test').get('/a').reply(200)\n  const active = nock.activeMocks().length":
        'const active = mocks.unused().length',
      "nock('https://api.test').filteringRequestBody(() => '*').post('/a', { b: 1 }).reply(200)":
        'isDeepStrictEqual(JSON.parse(json), { b: 1 })',
      "const scope = nock('https://api.test').get('/a').reply(200)\n  scope.on('replied', () => seen.push(1))":
        "mocks.on('answered', ({ stub }) => stub === scope && seen.push(1))",
      "nock('http://api.test').get('/a').reply(200)\n  nock.removeInterceptor({ hostname: 'api.test', path: '/a' })":
        "const remove = mocks.use.get('http://api.test/a', undefined, { times: 1 })\n  remove()",
      "nock.define([{ scope: 'https://api.test', method: 'GET', path: '/a' }])":
        "mocks.use.get('https://api.test/a', undefined, { times: 1 })",
      "nock.define([{ scope: 'https://api.test', method: 'POST', path: '/a', body: { b: 1 }, status: 201, response: '{\"id\":1}' }])":
        '{ status: 201, match: { body: equals({ b: 1 }) }, times: 1 }',
      "nock.loadDefs('a.json')": "JSON.parse(readFileSync('a.json', 'utf8'))",
      "nock(/api\\.test/).get((uri) => uri.endsWith('/a')).reply(200)":
        "match: ({ url }) => /api\\.test/.test(new URL(url).origin) && url.slice(new URL(url).origin.length).endsWith('/a'),",
      "nock('https://api.test').get((uri) => uri.endsWith('/a')).query((query) => query.page === '2').reply(200)":
        "new URL(url).pathname.endsWith('/a') && ((query) => query.page === '2')(queries),",
      "nock('https://api.test').filteringPath(/page=\\d+/, 'page=1').get('/a').query(true).reply(200)":
        ".replace(/page=\\d+/, 'page=1').split('?')[0] === '/a',",
    },
    {
      "nock.restore()\n  nock('https://api.test').get('/a').reply(200)":
        'requests pass between mocks.stop() and mocks.start()',
      "nock.load('a.json')": DEFINE,
      'nock.recorder.rec()': RECORDER,
      'nock.recorder.play()': RECORDER,
      "const { nockDone } = await nock.back('a.json')":
        "record anew: setupMocks(cassette('a.har', { origins: [origin] })) of mynah/record, without nockDone()",
      "const scope = nock('https://api.test')\n  scope.clone().get('/a').reply(200)":
        'hold the base, const scope = rest.at(base, settings), and declare its stubs by mocks.use(scope.get(path, payload))',
      "const scopes = { users: nock('https://api.test').get('/a').reply(200) }\n  scopes.users.done()":
        'write mocks.use(stub) in a statement of its own, and hand on the stub: rest.get(path, payload)',
      "const answer = (name) => nock('https://api.test').get('/a').reply(name)":
        'is name a status or a function? Write status(code), or a resolver',
    },
  ),
]
