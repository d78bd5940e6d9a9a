import { type Row, rowsOf } from './row.ts'

export const AXIOS: readonly Row[] = [
  ...rowsOf(
    'axios-mock-adapter',
    {
      "mock.onGet('/a').reply(200, { id: 1 })": "mocks.use.get('/a', { id: 1 })",
      "mock.onPost('/a').reply(201)": "mocks.use.post('/a', status(201))",
      "mock.onPut('/a').reply(200, { id: 1 })": "mocks.use.put('/a', { id: 1 })",
      "mock.onPatch('/a').reply(200, { id: 1 })": "mocks.use.patch('/a', { id: 1 })",
      "mock.onDelete('/a').reply(204)": "mocks.use.delete('/a', status(204))",
      "mock.onHead('/a').reply(200)": "mocks.use.head('/a', undefined)",
      "mock.onOptions('/a').reply(204)": "mocks.use.options('/a', status(204))",
      "mock.onAny('/a').reply(200, { id: 1 })": "mocks.use.all('/a', { id: 1 })",
      "mock.onGet('https://api.test/a').reply(200, { id: 1 })": "mocks.use.get('https://api.test/a', { id: 1 })",
      'mock.onGet(/^\\/users/).reply(200, { id: 1 })': 'mocks.use.get(/^\\/users/, { id: 1 })',
      'mock.onGet(/api\\.test\\/users/).reply(200, { id: 1 })': 'mocks.use.get(/api\\.test\\/users/, { id: 1 })',
      "mock.onGet('/a?page=2').reply(200, { id: 1 })":
        "mocks.use.get('/a', { id: 1 }, { match: { queries: equals({ page: '2' }) } })",
      "mock.onGet('/a', { params: expect.objectContaining({ page: 2 }) }).reply(200)":
        "mocks.use.get('/a', undefined, { match: { queries: { page: 2 } } })",
      "mock.onGet('/a', { headers: expect.objectContaining({ Authorization: 'x' }) }).reply(200)":
        "mocks.use.get('/a', undefined, { match: { headers: { Authorization: 'x' } } })",
      "mock.onDelete('/a', { data: { id: 1 } }).reply(204)":
        "mocks.use.delete('/a', status(204), { match: { body: equals({ id: 1 }) } })",
      "mock.onPost('/a', { b: 1 }).reply(201)":
        "mocks.use.post('/a', status(201), { match: { body: equals({ b: 1 }) } })",
      "mock.onPost('/a', 'text').reply(201)": "mocks.use.post('/a', status(201), { match: { body: 'text' } })",
      "mock.onPost('/a', expect.objectContaining({ b: 1 })).reply(201)":
        "mocks.use.post('/a', status(201), { match: { body: expect.objectContaining({ b: 1 }) } })",
      "mock.onPost('/a', expect.any(Object)).reply(201)":
        "mocks.use.post('/a', status(201), { match: { body: fn((body) => typeof body === 'object') } })",
      "mock.onPost('/a', expect.anything()).reply(201)":
        "mocks.use.post('/a', status(201), { match: { body: exists() } })",
      "mock.onPost('/a', undefined, { headers: { 'x-a': '1' } }).reply(201)":
        "mocks.use.post('/a', status(201), { match: { headers: { 'x-a': '1' } } })",
      "mock.onPost('/a', { b: 1 }, { params: { page: 2 } }).reply(201)":
        '{ match: { queries: equals({ page: 2 }), body: equals({ b: 1 }) } },',
      "mock.onGet('/a').reply(200, { id: 1 }, { 'x-a': '1' })":
        "mocks.use.get('/a', { id: 1 }, { headers: { 'x-a': '1' } })",
      "mock.onGet('/a').reply(500, 'down')": "mocks.use.get('/a', text('down'), { status: 500 })",
      "mock.onGet('/a').reply(200, [1, 2])": "mocks.use.get('/a', [1, 2])",
      "mock.onGet('/a').replyOnce(503).onGet('/a').replyOnce(200, { id: 1 })":
        "mocks.use(rest.get('/a', status(503), { times: 1 }), rest.get('/a', { id: 1 }, { times: 1 }))",
      "mock.onGet('/a').reply(() => [201, { id: 1 }, { 'x-a': '1' }])":
        "mocks.use.get('/a', () => Response.json({ id: 1 }, { status: 201, headers: { 'x-a': '1' } }))",
      "mock.onGet('/a').reply(() => Promise.resolve([200, { id: 1 }]))": "mocks.use.get('/a', () => ({ id: 1 }))",
      "mock.onGet('/a').reply(async () => [200, { id: 1 }])": "mocks.use.get('/a', async () => ({ id: 1 }))",
      "mock.onGet('/a').reply(() => ({ status: 200, data: { id: 1 } }))": "mocks.use.get('/a', () => ({ id: 1 }))",
      "mock.onPost('/a').reply((config) => [200, JSON.parse(config.data)])":
        "mocks.use.post('/a', ({ request: { text: data } }) => JSON.parse(data))",
      "mock.onGet('/a').reply((config) => [config.headers.Authorization ? 200 : 401])":
        "mocks.use.get('/a', ({ request: { headers } }) => status(headers.authorization ? 200 : 401))",
      "mock.onGet('/a').reply(() => new Promise((resolve) => setTimeout(() => resolve([200, { id: 1 }]), 20)))":
        "mocks.use.get('/a', { id: 1 }, { delay: 20 })",
      "mock.onGet('/a').reply(() => Promise.reject(new Error('down')))":
        "mocks.use.get('/a', networkError(new Error('down')))",
      "mock.onGet('/a').reply(() => { throw new Error('down') })":
        "mocks.use.get('/a', networkError(new Error('down')))",
      "mock.onGet('/a').networkErrorOnce()":
        "mocks.use.get('/a', networkError(new Error('Network Error')), { times: 1 })",
      "mock.onGet('/a').timeoutOnce()":
        "networkError(Object.assign(new Error('timeout of 0ms exceeded'), { code: 'ECONNABORTED' })),",
      "mock.onGet('/a').abortRequest()":
        "networkError(Object.assign(new Error('Request aborted'), { code: 'ECONNABORTED' })),",
      "mock.onGet('/a').abortRequestOnce()":
        "networkError(Object.assign(new Error('Request aborted'), { code: 'ECONNABORTED' })),",
      'mock.onAny().passThrough()': 'mocks.use.all(/.*/, passthrough())',
      "mock.onGet('/a').reply(200).onPost('/b').reply(201)":
        "mocks.use(rest.get('/a', undefined), rest.post('/b', status(201)))",
      "mock.onGet('/a').reply(200, 1).onGet('/a').reply(200, 2)": "mocks.use.get('/a', 2)",
      'mock.reset()': 'setupMocks([])',
      'mock.resetHandlers()': 'setupMocks([])',
      "mock.onGet('/a').reply(200)\nmock.resetHandlers()\nmock.onGet('/a').reply(201)":
        "mocks.reset()\nmocks.use.get('/a', status(201))",
      'mock.resetHistory()': 'setupMocks([])',
      'mock.restore()': 'setupMocks([])',
      'expect(mock.history.get).toHaveLength(0)': "expect(mocks.calls({ method: 'GET' })).toHaveLength(0)",
      'expect(mock.history.length).toBe(0)': 'expect(mocks.calls().length).toBe(0)',
      "expect(mock.history.get[0].url).toBe('/a')":
        "expect(new URL(mocks.calls({ method: 'GET' })[0].request.url).pathname).toBe('/a')",
      'expect(mock.history.post[0].data).toBe(\'{"b":1}\')':
        "expect(mocks.calls({ method: 'POST' })[0].request.text).toBe('{\"b\":1}')",
      "expect(mock.history.get[0].headers.Authorization).toBe('x')":
        "expect(mocks.calls({ method: 'GET' })[0].request.headers.authorization).toBe('x')",
      'expect(mock.history.get[0]).toBeDefined()': "expect(mocks.calls({ method: 'GET' })[0]).toBeDefined()",
      "const request = mock.history.post[0]\nexpect(request.data).toBe('{}')":
        "const request = mocks.calls({ method: 'POST' })[0]",
      "expect(mock.history['get']).toHaveLength(0)": "expect(mocks.calls({ method: 'GET' })).toHaveLength(0)",
      "expect(mock.history.post.at(-1).data).toBe('{}')":
        "expect(mocks.calls({ method: 'POST' }).at(-1).request.text).toBe('{}')",
      "mock.onGet('/a', { params: { page: undefined } }).reply(200, { id: 1 })":
        "mocks.use.get('/a', { id: 1 }, { match: { queries: equals({ page: undefined }) } })",
      "mock.onGet('/a').reply((config) => [200, { url: config.url }])": "mocks.use.get('/a', () => ({ url: '/a' }))",
      "mock.onGet('/a').reply((config) => [200, { method: config.method }])":
        "mocks.use.get('/a', () => ({ method: 'get' }))",
      "mock.onGet('/a').reply(302)": "mocks.use.get('/a', status(302))",
      "mock.onGet(/\\/users\\/\\d+/).reply((config) => [200, { id: config.url.split('/').at(-1) }])":
        "({ request: { url } }) => ({ id: new URL(url).pathname.split('/').at(-1) }),",
      "mock.onAny('/a').reply(({ method, url }) => [200, { method, url }])":
        "mocks.use.all('/a', ({ request: { method } }) => ({ method: method.toLowerCase(), url: '/a' }))",
      "mock.onGet('/a').reply((config) => [config.params.page > 1 ? 200 : 404])":
        "mocks.use.get('/a', ({ request: { queries } }) => status(queries.page > 1 ? 200 : 404))",
      "mock.onGet('/a').reply(200)\nmock.resetHistory()\nawait axios.get('/a')":
        "mocks.use.get('/a', undefined)\nawait axios.get('/a')",
      "const params = { page: 2 }\nmock.onGet('/a', { params }).reply(200, { id: 1 })":
        "mocks.use.get('/a', { id: 1 }, { match: { queries: equals(params) } })",
      "const headers = { 'x-a': '1' }\nmock.onGet('/a', { headers: expect.objectContaining(headers) }).reply(200)":
        "mocks.use.get('/a', undefined, { match: { headers } })",
      "mock.onPost('/a', new URLSearchParams({ b: '1' }).toString()).reply(201)":
        "mocks.use.post('/a', status(201), { match: { body: new URLSearchParams({ b: '1' }).toString() } })",
      "expect(mock.history.get[0].url).toMatch('/a')":
        "expect(new URL(mocks.calls({ method: 'GET' })[0].request.url).pathname).toMatch('/a')",
      "expect(mock.history.get[0].url).toContain('/a')":
        "expect(new URL(mocks.calls({ method: 'GET' })[0].request.url).pathname).toContain('/a')",
      "expect(mock.history.get[0].headers).toMatchObject({ Accept: 'x' })":
        "expect(mocks.calls({ method: 'GET' })[0].request.headers).toMatchObject({ accept: 'x' })",
      "expect(mock.history.get[0].headers).toHaveProperty('Authorization', 'x')":
        "expect(mocks.calls({ method: 'GET' })[0].request.headers).toHaveProperty('authorization', 'x')",
      'expect(mock.history.post.length).toBeGreaterThan(0)':
        "expect(mocks.calls({ method: 'POST' }).length).toBeGreaterThan(0)",
      "mock.onAny('/a', { params: { page: 2 } }).reply(200, { id: 1 })":
        "mocks.use.all('/a', { id: 1 }, { match: { queries: equals({ page: 2 }) } })",
      "mock.onGet(new RegExp('/users/\\\\d+')).reply(200, { id: 1 })":
        "mocks.use.get(new RegExp('/users/\\\\d+'), { id: 1 })",
      'const id = 1\nmock.onGet(`/users/${id}`).reply(200, { id })': 'mocks.use.get(`/users/${id}`, { id })',
      "const url = '/a'\nmock.onGet(url).reply(200, { id: 1 })": 'mocks.use.get(url, { id: 1 })',
      "const answer = { id: 1 }\nmock.onGet('/a').reply(200, answer)": "mocks.use.get('/a', answer)",
      "mock.onGet('/a').reply(200, null)": "mocks.use.get('/a', null)",
      "mock.onGet('/a').withDelayInMs(20).networkError()":
        "mocks.use.get('/a', networkError(new Error('Network Error')), { delay: 20 })",
      "mock.onPost('/a').reply(function (config) { return [200, JSON.parse(config.data)] })":
        "mocks.use.post('/a', ({ request: { text: data } }) => { return JSON.parse(data) })",
      "mock.onGet('/a').reply(200)\nawait axios.get('/a')\nmock.resetHandlers()\nexpect(mock.history.get).toHaveLength(1)":
        "await axios.get('/a')\nexpect(mocks.calls({ method: 'GET' })).toHaveLength(1)",
      "const config = { params: { page: 2 } }\nmock.onGet('/a', config).reply(200)":
        "mocks.use.get('/a', undefined, { match: { queries: equals({ page: 2 }) } })",
    },
    {
      "mock.onPost('/a', JSON.stringify({ b: 1 })).reply(201)":
        'a JSON body is compared parsed: write match: { body: equals({ … }) }',
      "mock.onGet('/a').reply(302, undefined, { location: '/b' })":
        'axios follows this redirect here: declare where it leads, mocks.use.get(location, payload)',
      "mock.onGet('/a').reply((config) => [200, { page: config.params.page }])":
        'queries are texts here: read request.queries, and compare its texts',
      "mock.onPost('/a', new URLSearchParams({ b: '1' })).reply(201)":
        "is new URLSearchParams({ b: '1' }) a text or an object? Write match: { body }",
      'expect(mock.handlers.get).toHaveLength(0)':
        'keep the routes in an array of your own: mocks.unused() lists those without a request',
    },
  ),
  ...rowsOf(
    'axios-mock-adapter',
    {
      "const mock = new MockAdapter(axios, { delayResponse: 20 })\nmock.onGet('/a').reply(200)":
        "mocks.use.get('/a', undefined, { delay: 20 })",
      "const mock = new MockAdapter(axios, { onNoMatch: 'passthrough' })\nmock.onGet('/a').reply(200)":
        "mocks.use.get('/a', undefined)",
      "const mock = new MockAdapter(axios, { onNoMatch: 'throwException' })\nmock.onGet('/a').reply(200)":
        "mocks.use.get('/a', undefined)",
      "const client = axios.create({ baseURL: 'https://api.test/v1' })\nconst mock = new MockAdapter(client)\nmock.onGet('/a').reply(200)":
        "const client = axios.create({ baseURL: 'https://api.test/v1' })",
    },
    {},
    "import axios from 'axios'\nimport MockAdapter from 'axios-mock-adapter'",
  ),
]
