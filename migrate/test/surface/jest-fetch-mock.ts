import { type Row, rowsOf } from './row.ts'

export const JEST_FETCH_MOCK: readonly Row[] = [
  ...rowsOf(
    'jest-fetch-mock',
    {
      "fetchMock.mockResponse('a')": "mocks.use.all(/.*/, text('a'))",
      "fetchMock.mockResponse('')": 'mocks.use.all(/.*/, undefined)',
      "fetchMock.mockResponse('a', { status: 404, statusText: 'gone', headers: { 'x-a': '1' } })":
        "mocks.use.all(/.*/, text('a'), { status: 404, statusText: 'gone', headers: { 'x-a': '1' } })",
      "fetchMock.mockResponse('a', { headers: [['x-a', '1']] })":
        "mocks.use.all(/.*/, text('a'), { headers: { 'x-a': '1' } })",
      "fetchMock.mockResponse(new Response('a', { status: 201 }))": "mocks.use.all(/.*/, text('a'), { status: 201 })",
      'fetchMock.mockResponse(async () => JSON.stringify({ id: 1 }))': 'mocks.use.all(/.*/, { id: 1 })',
      'fetchMock.mockResponse(() => new Promise(() => {}))': 'mocks.use.all(/.*/, undefined, { delay: Infinity })',
      "fetchMock.mockResponse(() => Promise.resolve('a'))": "mocks.use.all(/.*/, text('a'))",
      'fetchMock.mockResponse(async () => ({ body: JSON.stringify({ id: 1 }), status: 201 }))':
        'mocks.use.all(/.*/, status(201, { id: 1 }))',
      "fetchMock.mockResponse(() => ({ body: 'a', init: { status: 201, headers: { 'x-a': '1' } } }))":
        "mocks.use.all(/.*/, text('a'), { status: 201, headers: { 'x-a': '1' } })",
      "fetchMock.mockResponse(async (request) => { if (request.url.endsWith('/a')) { return 'a' } return { status: 404, body: 'gone' } })":
        "async ({ request: { raw: request } }) => { if (request.url.endsWith('/a')) { return text('a') } return status(404, text('gone')) },",
      "fetchMock.mockResponse((request) => Promise.resolve(request.url.endsWith('/a') ? JSON.stringify({ id: 1 }) : 'b'))":
        "({ request: { raw: request } }) => request.url.endsWith('/a') ? { id: 1 } : text('b'),",
      'fetchMock.mockResponse(async (request) => JSON.stringify(await request.json()))':
        'mocks.use.all(/.*/, async ({ request: { raw: request } }) => await request.json())',
      "fetchMock.mockResponse(() => new Promise((resolve) => setTimeout(() => resolve('a'), 20)))":
        "mocks.use.all(/.*/, text('a'), { delay: 20 })",
      "fetchMock.mockResponseOnce('a', { status: 404 })": "mocks.use.all(/.*/, text('a'), { status: 404, times: 1 })",
      "fetchMock.once('a').once('b')":
        "mocks.use(rest.all(/.*/, text('a'), { times: 1 }), rest.all(/.*/, text('b'), { times: 1 }))",
      "fetchMock.mockResponses('a', ['b', { status: 500 }])": "rest.all(/.*/, text('b'), { status: 500, times: 1 }),",
      "fetchMock.mockResponses(['a', { status: 200 }], () => 'b')":
        "mocks.use(rest.all(/.*/, text('a'), { times: 1 }), rest.all(/.*/, text('b'), { times: 1 }))",
      "fetchMock.mockReject(new Error('down'))": "mocks.use.all(/.*/, networkError(new Error('down')))",
      "fetchMock.mockReject(() => Promise.reject(new Error('down')))":
        "mocks.use.all(/.*/, networkError(new Error('down')))",
      "fetchMock.mockRejectOnce(new Error('down'))":
        "mocks.use.all(/.*/, networkError(new Error('down')), { times: 1 })",
      "fetchMock.mockIf('https://api.test/a', 'a')": "mocks.use.all('https://api.test/a', text('a'))",
      "fetchMock.mockIf((request) => request.url.endsWith('/a'), 'a')":
        "mocks.use.all(/.*/, text('a'), { match: ({ raw: request }) => request.url.endsWith('/a') })",
      "fetchMock.mockIf(/^https:\\/\\/api\\.test/, async (request) => { if (request.url.endsWith('/a')) return 'a'; return { status: 404, body: 'gone' } })":
        "async ({ request: { raw: request } }) => { if (request.url.endsWith('/a')) return text('a'); return status(404, text('gone')) },",
      "fetchMock.mockOnceIf('https://api.test/a', 'a')": "mocks.use.all('https://api.test/a', text('a'), { times: 1 })",
      'fetchMock.doMock()': "test('a', async () => {",
      "fetchMock.doMock('a')":
        "const mocks = setupMocks([])\nbeforeAll(mocks)\ntest('a', async () => {\n  mocks.use.all(/.*/, text('a'))",
      'fetchMock.doMockOnce()': "test('a', async () => {",
      "fetchMock.doMockOnce('a')": "mocks.use.all(/.*/, text('a'), { times: 1 })",
      'fetchMock.mockOnce()': "test('a', async () => {",
      "fetchMock.mockOnce('a')": "mocks.use.all(/.*/, text('a'), { times: 1 })",
      "fetchMock.doMockIf('https://api.test/a', 'a')": "mocks.use.all('https://api.test/a', text('a'))",
      "fetchMock.doMockOnceIf('https://api.test/a', 'a')":
        "mocks.use.all('https://api.test/a', text('a'), { times: 1 })",
      'fetchMock.resetMocks()': 'mocks.reset()',
      'fetchMock.enableMocks()': "test('a', async () => {",
      'fetchMock.enableFetchMocks()': "test('a', async () => {",
      'fetchMock.mockReset()': 'mocks.reset()',
      'fetchMock.mockRestore()': 'mocks.reset()',
      "fetchMock.mockResponses(new Response('a'), 'b')":
        "mocks.use(rest.all(/.*/, text('a'), { times: 1 }), rest.all(/.*/, text('b'), { times: 1 }))",
      'expect(fetch).toHaveBeenCalled()': 'expect(mocks.calls()).not.toHaveLength(0)',
      'expect(fetch).not.toHaveBeenCalled()': 'expect(mocks.calls()).toHaveLength(0)',
      'expect(fetch).toHaveBeenCalledTimes(1)': 'expect(mocks.calls()).toHaveLength(1)',
      "expect(fetchMock).toHaveBeenCalledWith('https://api.test/a')":
        "expect(mocks.calls({ method: 'GET', path: 'https://api.test/a', match: { queries: equals({}) } })).not.toHaveLength(0)",
      "expect(fetchMock).toHaveBeenCalledWith('https://api.test/a', { method: 'POST' })":
        "expect(mocks.calls({ method: 'POST', path: 'https://api.test/a', match: { queries: equals({}) } })).not.toHaveLength(0)",
      "expect(fetchMock).toHaveBeenCalledWith('https://api.test/a', expect.objectContaining({ method: 'POST' }))":
        "expect(mocks.calls({ method: 'POST', path: 'https://api.test/a', match: { queries: equals({}) } })).not.toHaveLength(0)",
      'expect(fetchMock.mock.calls.length).toBe(0)': 'expect(mocks.calls().length).toBe(0)',
      'expect(fetchMock.mock.calls).toHaveLength(0)': 'expect(mocks.calls()).toHaveLength(0)',
      "expect(fetchMock.mock.calls[0][0]).toBe('https://api.test/a')":
        "expect(mocks.calls()[0].request.url).toBe('https://api.test/a')",
      "expect(fetchMock.mock.calls[0][1].headers['X-A']).toBe('1')":
        "expect(mocks.calls()[0].request.headers['x-a']).toBe('1')",
      "expect(fetchMock.mock.calls[0][1].method).toBe('POST')": "expect(mocks.calls()[0].request.method).toBe('POST')",
      'const [url, options] = fetchMock.mock.calls[0]':
        'const { request: { url }, request: options } = mocks.calls()[0]',
      "expect(fetchMock.mock.lastCall[0]).toBe('https://api.test/a')":
        "expect(mocks.calls().at(-1).request.url).toBe('https://api.test/a')",
      'fetchMock.mockResponse(async (request) => request.url)':
        'mocks.use.all(/.*/, async ({ request: { raw: request } }) => text(request.url))',
      "fetchMock.mockReject('down')": "mocks.use.all(/.*/, networkError(new Error('down')))",
      'fetchMock.mockReject()': 'mocks.use.all(/.*/, networkError())',
      'fetchMock.mockClear()': "test('a', async () => {",
      'fetchMock.mockAbort()': "networkError(new DOMException('The operation was aborted.', 'AbortError')))",
      'fetchMock.mockAbortOnce()': "networkError(new DOMException('The operation was aborted.', 'AbortError')),",
      'const answer = (body, init) => fetchMock.mockResponse(JSON.stringify(body), init)\nanswer({ id: 1 }, { status: 201 })':
        'const answer = (body, init) => { mocks.use.all(/.*/, body, { ...init }) }',
      "const rest = { headers: { 'x-a': '1' } }\nfetchMock.mockResponse('a', { status: 200, ...rest })":
        "mocks.use.all(/.*/, text('a'), { status: 200, ...rest })",
      "fetchMock.mockResponse(async () => { await null; return 'a' })":
        "mocks.use.all(/.*/, async () => { await null; return text('a') })",
      "fetchMock.mockResponse(() => new Promise((resolve) => setTimeout(() => resolve({ body: 'a', status: 201 }), 20)))":
        "mocks.use.all(/.*/, text('a'), { status: 201, delay: 20 })",
      "const mocked = globalThis.fetch\nmocked.mockResponse('a')":
        "beforeAll(mocks)\ntest('a', async () => {\nmocks.use.all(/.*/, text('a'))",
      'fetchMock.mockResponse(() => load().then((data) => ({ body: JSON.stringify({ data }) })))':
        'mocks.use.all(/.*/, () => load().then((data) => ({ data })))',
      "fetchMock.mockResponse(async ({ url }) => url.endsWith('/a') ? 'a' : 'b')":
        "async ({ request: { raw: { url } } }) => url.endsWith('/a') ? text('a') : text('b'),",
      "fetchMock.mockResponse(async () => { throw new Error('down') })":
        "mocks.use.all(/.*/, networkError(new Error('down')))",
      "fetchMock.mockReject(async () => { throw new Error('down') })":
        "mocks.use.all(/.*/, networkError(new Error('down')))",
      'fetchMock.mockResponse(null, { status: 204 })': 'mocks.use.all(/.*/, status(204))',
      "fetchMock.mockResponse(Buffer.from('a'))": "mocks.use.all(/.*/, Buffer.from('a'))",
      "fetchMock.doMockIf((request) => request.method === 'POST', 'a')":
        "mocks.use.all(/.*/, text('a'), { match: ({ raw: request }) => request.method === 'POST' })",
      "const call = fetchMock.mock.calls[0]\nexpect(call[0]).toBe('https://api.test/a')":
        "const call = mocks.calls()[0]\nexpect(call.request.url).toBe('https://api.test/a')",
      'expect(fetchMock.mock.calls[0][0]).toMatchInlineSnapshot(`"https://api.test/a"`)':
        'expect(mocks.calls()[0].request.url).toMatchInlineSnapshot(`"https://api.test/a"`)',
      'expect(fetchMock).toHaveBeenCalledOnce()': 'expect(mocks.calls()).toHaveLength(1)',
      'expect(fetchMock).toBeCalledTimes(0)': 'expect(mocks.calls()).toHaveLength(0)',
      "expect(fetchMock.mock.calls[0][0]).toContain('/a')": "expect(mocks.calls()[0].request.url).toContain('/a')",
      'expect(fetchMock.mock.calls[0][0]).toMatch(/a$/)': 'expect(mocks.calls()[0].request.url).toMatch(/a$/)',
      "expect(fetchMock.mock.calls[0][0].toString()).toBe('https://api.test/a')":
        "expect(mocks.calls()[0].request.url.toString()).toBe('https://api.test/a')",
      "expect(fetchMock.mock.calls.at(-1)[0]).toBe('https://api.test/a')":
        "expect(mocks.calls().at(-1).request.url).toBe('https://api.test/a')",
      "expect(fetchMock).toHaveBeenCalledWith('https://api.test/a', undefined)":
        "expect(mocks.calls({ method: 'GET', path: 'https://api.test/a', match: { queries: equals({}) } })).not.toHaveLength(0)",
      "expect(fetchMock.mock.calls[0][1]?.body).toBe('a')": "expect(mocks.calls()[0].request?.text).toBe('a')",
      'expect(fetchMock.mock.calls[0][1].body).toEqual(JSON.stringify({ a: 1 }))':
        'expect(mocks.calls()[0].request.text).toEqual(JSON.stringify({ a: 1 }))',
      'expect(JSON.parse(fetchMock.mock.calls[0][1].body)).toEqual({ a: 1 })':
        'expect(JSON.parse(mocks.calls()[0].request.text)).toEqual({ a: 1 })',
      "fetchMock.mockResponseOnce(JSON.stringify({ id: 1 }), { headers: { 'content-type': 'application/json' } })":
        "mocks.use.all(/.*/, { id: 1 }, { headers: { 'content-type': 'application/json' }, times: 1 })",
      "fetchMock.mockRejectOnce(async () => { throw new Error('down') })":
        "mocks.use.all(/.*/, networkError(new Error('down')), { times: 1 })",
      "fetchMock.mockResponse(() => new Promise((resolve) => setTimeout(resolve, 20)).then(() => 'ok'))":
        "() => new Promise((resolve) => setTimeout(resolve, 20)).then(() => text('ok')),",
      "fetchMock.doMockIf(/^https:\\/\\/api\\.test/, 'a')":
        "mocks.use.all(/.*/, text('a'), { match: ({ url }) => /^https:\\/\\/api\\.test/.test(url) })",
      "vi.mocked(fetch).mockResponseOnce('a')": "mocks.use.all(/.*/, text('a'), { times: 1 })",
      "fetchMock.mockResponse('a').mockResponseOnce('b')":
        "mocks.use(rest.all(/.*/, text('b'), { times: 1 }), rest.all(/.*/, text('a')))",
      "fetchMock.mockResponseOnce('a')\nfetchMock.resetMocks()\nfetchMock.mockResponseOnce('b')":
        "mocks.use.all(/.*/, text('a'), { times: 1 })",
      'fetchMock.mockResponseOnce(new Response(null, { status: 204 }))':
        'mocks.use.all(/.*/, status(204), { times: 1 })',
      'fetchMock.mockResponse(async (request) => ({ body: await request.text(), status: 201 }))':
        'async ({ request: { raw: request } }) => status(201, text(await request.text())),',
      'global.fetch = fetchMock': "test('a', async () => {",
      'global.fetchMock = fetchMock': "test('a', async () => {",
    },
    {
      "fetchMock.doMockIf('https://api.test/a')":
        'what this lets through goes to the network there: write mocks.use.all(url, payload)',
    },
  ),
  ...rowsOf(
    'jest-fetch-mock',
    {
      "enableFetchMocks()\nfetchMock.mockResponse('a')": "mocks.use.all(/.*/, text('a'))",
    },
    {
      "disableFetchMocks()\nfetchMock.mockResponse('a')": 'stop the mocks, so that fetch is the real one: mocks.stop()',
    },
    "import fetchMock, { enableFetchMocks, disableFetchMocks } from 'jest-fetch-mock'",
  ),
  ...rowsOf(
    'jest-fetch-mock',
    {
      "fetch.mockResponse('a')":
        "import { setupMocks, text } from 'mynah'\n\nconst mocks = setupMocks([])\nbeforeAll(mocks)\n",
    },
    {},
    "import 'jest-fetch-mock/setupJest'",
  ),
  ...rowsOf(
    'jest-fetch-mock',
    { "fetch.mockResponse('a')": 'beforeAll(mocks)' },
    {},
    "global.fetch = require('jest-fetch-mock')",
  ),
  ...rowsOf(
    'jest-fetch-mock',
    { "fetchMock.mockResponse('a')": 'beforeAll(mocks)' },
    {},
    "import createFetchMock from 'jest-fetch-mock/factory'\nconst fetchMock = createFetchMock(jest)\nfetchMock.enableMocks()",
  ),
  ...rowsOf(
    'jest-fetch-mock',
    { "fetchMock.mockResponse('a')": 'beforeAll(mocks)' },
    {},
    "import fetchMock from 'jest-fetch-mock'\njest.setMock('node-fetch', fetchMock)",
  ),
  ...rowsOf(
    'jest-fetch-mock',
    {
      "const fetchMocker = createFetchMock(vi)\nfetchMocker.enableMocks()\nfetchMocker.mockResponse('a')":
        "mocks.use.all(/.*/, text('a'))",
      "const fetchMocker = createFetchMock(vi)\nfetchMocker.mockResponse({ body: 'a', status: 201 })":
        "mocks.use.all(/.*/, text('a'), { status: 201 })",
      "const fetchMocker = createFetchMock(vi)\nfetchMocker.mockResponses(() => 'a', ['b', { status: 500 }])":
        "rest.all(/.*/, text('b'), { status: 500, times: 1 }),",
      "const fetchMocker = createFetchMock(vi)\nfetchMocker.mockResponseIf('https://api.test/a', 'a')":
        "mocks.use.all('https://api.test/a', text('a'))",
      "const fetchMocker = createFetchMock(vi)\nfetchMocker.mockResponseOnceIf('https://api.test/a', 'a')":
        "mocks.use.all('https://api.test/a', text('a'), { times: 1 })",
    },
    {},
    "import createFetchMock from 'vitest-fetch-mock'\nimport { vi } from 'vitest'",
  ),
]
