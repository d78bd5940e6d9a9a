import { type Row, rowsOf } from './row.ts'

const AS_SENT = "write this by what was sent: expect(mocks.calls('POST /users')).toHaveLength(1)"

const FLUSHED = "write await mocks.waitFor('/users') for each request that this waits for"

export const FETCH_MOCK: readonly Row[] = [
  ...rowsOf(
    'fetch-mock',
    {
      "fetchMock.mockGlobal().get('https://api.test/a', { id: 1 })": "mocks.use.get('https://api.test/a', { id: 1 })",
      "fetchMock.route('https://api.test/a', 200)": "mocks.use.all('https://api.test/a', undefined)",
      "fetchMock.route({ url: 'https://api.test/a', method: 'post', response: 201 })":
        "mocks.use.post('https://api.test/a', status(201))",
      "fetchMock.get({ url: 'begin:https://api.test/', response: 200 })":
        "mocks.use.get('https://api.test/{*rest}', undefined)",
      "fetchMock.get('express:/users/:id', 200, { params: { id: '7' } })":
        "mocks.use.get('/users/:id', undefined, { match: { params: { id: '7' } } })",
      "fetchMock.get(new URL('https://api.test/a'), 200)": "mocks.use.get('https://api.test/a', undefined)",
      "fetchMock.get(({ url }) => url.endsWith('/a'), 200)":
        "mocks.use.get('/{*rest}', undefined, { match: ({ url }) => url.endsWith('/a') })",
      "fetchMock.get((url) => url.endsWith('/a'), 200)":
        "mocks.use.get('/{*rest}', undefined, { match: ({ url }) => url.endsWith('/a') })",
      "fetchMock.get((url, options) => options.headers.a === 'b', 200)":
        "mocks.use.get('/{*rest}', undefined, { match: ({ headers }) => headers.a === 'b' })",
      "fetchMock.get({ headers: { a: 'b' } }, 200)":
        "mocks.use.get('/{*rest}', undefined, { match: { headers: { a: 'b' } } })",
      "fetchMock.mock({ matcher: 'https://api.test/a', response: { id: 1 }, method: 'GET' })":
        "mocks.use.get('https://api.test/a', { id: 1 })",
      "fetchMock.get('path:/a', 200, { query: { page: 2 } })":
        "mocks.use.get('/a', undefined, { match: { queries: { page: 2 } } })",
      "fetchMock.post('path:/a', 200, { body: { b: 1 }, matchPartialBody: true })":
        "mocks.use.post('/a', undefined, { match: { body: { b: 1 } } })",
      "fetchMock.get('path:/a', 200, 'named')": "mocks.use.get('/a', undefined)",
      "fetchMock.get('path:/a', 200, { name: 'named' })": "mocks.use.get('/a', undefined)",
      "fetchMock.get('path:/a', 200, { repeat: 2 })": "mocks.use.get('/a', undefined, { times: 2 })",
      "fetchMock.get('path:/a', 200, { delay: 20 })": "mocks.use.get('/a', undefined, { delay: 20 })",
      "fetchMock.once('path:/a', 200)": "mocks.use.all('/a', undefined, { times: 1 })",
      'fetchMock.any(200)': "mocks.use.all('/{*rest}', undefined)",
      'fetchMock.anyOnce(200)': "mocks.use.all('/{*rest}', undefined, { times: 1 })",
      'fetchMock.getAny(200)': "mocks.use.get('/{*rest}', undefined)",
      'fetchMock.getAnyOnce(200)': "mocks.use.get('/{*rest}', undefined, { times: 1 })",
      "fetchMock.postOnce('path:/a', 200)": "mocks.use.post('/a', undefined, { times: 1 })",
      "fetchMock.putOnce('path:/a', 200)": "mocks.use.put('/a', undefined, { times: 1 })",
      "fetchMock.deleteOnce('path:/a', 200)": "mocks.use.delete('/a', undefined, { times: 1 })",
      "fetchMock.headOnce('path:/a', 200)": "mocks.use.head('/a', undefined, { times: 1 })",
      "fetchMock.patchOnce('path:/a', 200)": "mocks.use.patch('/a', undefined, { times: 1 })",
      "fetchMock.mock('path:/a', 200)": "mocks.use.all('/a', undefined)",
      "fetchMock.mock('path:/a', 200, { method: 'DELETE' })": "mocks.use.delete('/a', undefined)",
      'fetchMock.mock()': 'setupMocks([])',
      'fetchMock.catch()': "mocks.use.all('/{*rest}', text('ok'))",
      "fetchMock.spy('path:/a')": "mocks.use.all('/a', passthrough())",
      'fetchMock.spyGlobal()': "mocks.use.all('/{*rest}', passthrough())",
      "fetchMock.get('path:/a', 'text')": "mocks.use.get('/a', text('text'))",
      "fetchMock.get('path:/a', { body: 'a', status: 201, headers: { b: 'c' } })":
        "mocks.use.get('/a', text('a'), { status: 201, headers: { b: 'c' } })",
      "fetchMock.get('path:/a', new Response('a', { status: 201 }))":
        "mocks.use.get('/a', new Response('a', { status: 201 }))",
      "fetchMock.get('path:/a', () => ({ id: 1 }))": "mocks.use.get('/a', () => ({ id: 1 }))",
      "fetchMock.get('path:/a', async ({ url }) => ({ url }))":
        "mocks.use.get('/a', async ({ request: { url } }) => ({ url }))",
      "fetchMock.get('path:/a', Promise.resolve({ id: 1 }))": "mocks.use.get('/a', { id: 1 })",
      "fetchMock.get('path:/a', Promise.resolve(new Response('a')))": "mocks.use.get('/a', new Response('a'))",
      "fetchMock.get('path:/a', ({ options }) => JSON.parse(options.body))":
        "mocks.use.get('/a', ({ request: { text: body } }) => JSON.parse(body))",
      "fetchMock.get('path:/a', ({ request }) => ({ method: request.method }))":
        "mocks.use.get('/a', ({ request: { raw: request } }) => ({ method: request.method }))",
      "fetchMock.get('path:/a', ({ queryParams }) => ({ page: queryParams.get('page') }))":
        "({ request: { searchParams: queryParams } }) => ({ page: queryParams.get('page') }),",
      "fetchMock.get('path:/a', ({ url }) => url.endsWith('/a') ? 204 : 404)":
        "({ request: { url } }) => url.endsWith('/a') ? status(204) : status(404)",
      "fetchMock.get('path:/a', () => Promise.resolve(404))": "mocks.use.get('/a', () => Promise.resolve(status(404)))",
      "const code = 500\nfetchMock.get('path:/a', code)": "mocks.use.get('/a', status(code))",
      "fetchMock.get('path:/a', async () => { const code = 500; return code })":
        "mocks.use.get('/a', async () => { const code = 500; return status(code) })",
      "fetchMock.get('path:/a', 200, { overwriteRoutes: true })": "mocks.use.get('/a', undefined)",
      'fetchMock.config.overwriteRoutes = true': 'setupMocks([])',
      "fetchMock.get('path:/a', { throws: 'down' })": "mocks.use.get('/a', networkError(new Error('down')))",
      'fetchMock.mockGlobal()': 'setupMocks([])',
      'fetchMock.unmockGlobal()': 'setupMocks([])',
      'fetchMock.hardReset()': 'mocks.reset()',
      'fetchMock.restore()': 'mocks.reset()',
      'fetchMock.reset()': 'mocks.reset()',
      "const mock = fetchMock.sandbox().get('path:/a', 200)": "rest.get('/a', undefined),",
      'const load = fetchMock.fetchHandler': 'const load = mocks.fetch',
      "const found = fetchMock.called('path:/a')": "const found = mocks.calls('/a').length > 0",
      'const found = fetchMock.called()': 'const found = mocks.calls().length > 0',
      "const found = fetchMock.calls('path:/a').length": "const found = mocks.calls('/a').length",
      'const found = fetchMock.calls().length': 'const found = mocks.calls().length',
      'const [url] = fetchMock.calls()[0]': 'const { request: { url } } = mocks.calls()[0]',
      'const [url, options] = fetchMock.lastCall()':
        'const { request: { url }, request: options } = mocks.calls().at(-1)',
      'const url = fetchMock.lastUrl()': 'const url = mocks.calls().at(-1)?.request.url',
      'const body = fetchMock.lastOptions().body': 'const body = mocks.calls().at(-1).request.text',
      "expect(fetchMock.calls()[0]?.[1].method).toBe('post')": "expect(mocks.calls()[0]?.request.method).toBe('POST')",
      'const found = fetchMock.done()': 'const found = mocks.unused().length === 0',
      'expect(fetchMock.done()).toBe(true)': 'expect(() => mocks.verify({ unused: true })).not.toThrow()',
      "const found = fetchMock.callHistory.called('path:/a')": "const found = mocks.calls('/a').length > 0",
      'const found = fetchMock.callHistory.lastCall().options.body': 'const found = mocks.calls().at(-1).request.text',
      'const { url } = fetchMock.callHistory.lastCall()': 'const { request: { url } } = mocks.calls().at(-1)',
      "const call = fetchMock.callHistory.lastCall()\nexpect(call.options.headers['X-A']).toBe('1')":
        "const call = mocks.calls().at(-1)\nexpect(call.request.headers['x-a']).toBe('1')",
      'const found = fetchMock.callHistory.done()': 'const found = mocks.unused().length === 0',
      "const found = fetchMock.callHistory.calls('path:/a', { method: 'post' }).length":
        "const found = mocks.calls('POST /a').length",
      "const found = fetchMock.callHistory.calls(undefined, { method: 'post' }).length":
        "const found = mocks.calls({ method: 'POST' }).length",
      'const found = fetchMock.callHistory.calls(/a$/).length':
        'const found = mocks.calls({ match: ({ url }) => /a$/.test(url) }).length',
      "const found = fetchMock.callHistory.calls('begin:https://api.test').length":
        "const found = mocks.calls({ match: ({ url }) => url.startsWith('https://api.test') }).length",
    },
    {
      'expect(fetchMock.router.routes).toHaveLength(0)':
        'keep the routes in an array of your own: mocks.unused() lists those without a request',
      'await fetchMock.flush(true)': FLUSHED,
      'await fetchMock.callHistory.flush()': FLUSHED,
    },
  ),
  ...rowsOf(
    'fetch-mock',
    {
      'manageFetchMockGlobally(jest)': "test('a', async () => {",
      'fetchMock.mockReset()': 'mocks.reset()',
      'fetchMock.mockRestore()': 'mocks.reset()',
    },
    {
      'expect(fetchMock).toHaveBeenCalledTimes(1)': AS_SENT,
      "expect(fetchMock.mock.calls[0][0]).toBe('https://api.test/a')": AS_SENT,
    },
    "import fetchMock, { manageFetchMockGlobally } from '@fetch-mock/jest'",
  ),
]
