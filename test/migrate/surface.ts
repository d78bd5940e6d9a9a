/** The libraries of the table. */
export type Name = 'nock' | 'msw' | 'fetch-mock' | 'undici' | 'axios-mock-adapter' | 'jest-fetch-mock' | 'fetch'

/** A form that people write, and the code that it becomes, or why it is left by hand. */
export interface Row {
  readonly library: Name
  readonly form: string
  readonly becomes?: string
  readonly byHand?: string
}

/** What stands before a test that uses the form. */
export const HEADS: Readonly<Record<Name, string>> = {
  nock: "import nock from 'nock'\n",
  msw: "import { delay, http, HttpResponse, passthrough } from 'msw'\nimport { setupServer } from 'msw/node'\n",
  'fetch-mock': "import fetchMock from 'fetch-mock'\n",
  undici:
    "import { MockAgent, setGlobalDispatcher } from 'undici'\nconst agent = new MockAgent()\nsetGlobalDispatcher(agent)\nconst pool = agent.get('https://api.test')\n",
  'axios-mock-adapter':
    "import axios from 'axios'\nimport MockAdapter from 'axios-mock-adapter'\nconst mock = new MockAdapter(axios)\n",
  'jest-fetch-mock': "import fetchMock from 'jest-fetch-mock'\nfetchMock.enableMocks()\n",
  fetch: 'const load = () => 0\n',
}

const rowsOf = (
  library: Name,
  rows: Readonly<Record<string, string>>,
  byHand: Readonly<Record<string, string>>,
): Row[] => [
  ...Object.entries(rows).map(([form, becomes]) => ({ library, form, becomes })),
  ...Object.entries(byHand).map(([form, reason]) => ({ library, form, byHand: reason })),
]

export const SURFACE: readonly Row[] = [
  ...rowsOf(
    'nock',
    {
      "nock('https://api.test').get('/a').reply(200, { id: 1 })":
        "mocks.use.get('https://api.test/a', { id: 1 }, { times: 1 })",
      "nock('https://api.test').post('/a', { b: 1 }).reply(201)": 'match: { body: equals({ b: 1 }) }',
      "nock('https://api.test').get('/a').reply(() => [200, { id: 1 }])": '() => ({ id: 1 })',
      "nock('https://api.test').get('/a').reply(() => [201, { id: 1 }, { 'x-a': '1' }])":
        "() => Response.json({ id: 1 }, { status: 201, headers: { 'x-a': '1' } })",
      "nock('https://api.test').get('/a').query({ page: 2 }).reply(200)": 'queries: equals({ page: 2 })',
      "nock('https://api.test').get('/a').query(true).reply(200)":
        "mocks.use.get('https://api.test/a', undefined, { times: 1 })",
      "nock('https://api.test').get('/a').times(3).reply(200)": 'times: 3',
      "nock('https://api.test').persist().get('/a').reply(200)": "mocks.use.get('https://api.test/a', undefined)",
      "nock('https://api.test').get('/a').delay(20).reply(200)": 'delay: 20',
      "nock('https://api.test').get('/a').replyWithError('down')": "networkError(new Error('down'))",
      "nock('https://api.test').get('/a').basicAuth({ user: 'a', pass: 'b' }).reply(200)": 'headers: { authorization:',
      "nock('https://api.test').get('/a').matchHeader('x-a', /b/).reply(200)": "headers: { 'x-a': /b/ }",
      "nock('https://api.test').get(/a$/).reply(200)": "rest.at('https://api.test').get(/a$/",
    },
    {
      'nock(/api/).get("/a").reply(200)': 'a base is an origin here: write it, or a path alone for any origin',
      "nock('https://api.test').get((uri) => uri === '/a').reply(200)":
        'write the function of the path as match: ({ url }) => …',
    },
  ),
  ...rowsOf(
    'msw',
    {
      "const server = setupServer(http.get('/a', () => HttpResponse.json({ id: 1 })))": "rest.get('/a', { id: 1 })",
      "const server = setupServer(http.get('/a', () => HttpResponse.json({ id: 1 }, { status: 201 })))":
        "rest.get('/a', status(201, { id: 1 }))",
      "const server = setupServer(http.get('/a', () => new HttpResponse(null, { status: 404 })))":
        "rest.get('/a', status(404))",
      "const server = setupServer(http.get('/a', () => HttpResponse.error()))": "rest.get('/a', networkError())",
      "const server = setupServer(http.get('/a', () => HttpResponse.text('a')))": "rest.get('/a', text('a'))",
      "const server = setupServer(http.get('/a', () => passthrough()))": 'passthrough()',
      "const server = setupServer(http.get('/a', () => HttpResponse.json([]), { once: true }))": 'times: 1',
    },
    {},
  ),
  ...rowsOf(
    'fetch-mock',
    {
      "fetchMock.get('https://api.test/a', { id: 1 })": "mocks.use.get('https://api.test/a', { id: 1 })",
      "fetchMock.getOnce('path:/a', 404)": "mocks.use.get('/a', status(404), { times: 1 })",
      "fetchMock.get('begin:https://api.test/', 200)": "match: ({ url }) => url.startsWith('https://api.test/')",
      "fetchMock.get('end:/a', 200)": "match: ({ url }) => url.endsWith('/a')",
      "fetchMock.get('include:users', 200)": "match: ({ url }) => url.includes('users')",
      "fetchMock.get('host:api.test', 200)": "match: ({ url }) => new URL(url).host === 'api.test'",
      "fetchMock.get('express:/users/:id', 200)": "mocks.use.get('/users/:id', undefined)",
      'fetchMock.get(/users$/, 200)': 'match: ({ url }) => /users$/.test(url)',
      "fetchMock.get('*', 200)": "mocks.use.get('/{*rest}', undefined)",
      "fetchMock.post('path:/a', 201, { body: { b: 1 } })": 'body: equals({ b: 1 })',
      "fetchMock.get('path:/a', 200, { delay: 20 })": 'delay: 20',
      'fetchMock.catch(404)': "mocks.use.all('/{*rest}', status(404))",
    },
    {
      "fetchMock.get('glob:*/a', 200)": "write 'glob:*/a' as a path",
      "fetchMock.get('express:/a/:b?', 200)": "write 'express:/a/:b?' as a path",
      "fetchMock.get('path:/a', { redirectUrl: '/b' })": 'write redirect(url)',
    },
  ),
  ...rowsOf(
    'undici',
    {
      "pool.intercept({ path: '/a' }).reply(200, { id: 1 })": '{ id: 1 }, { times: 1 }',
      "pool.intercept({ path: '/a', method: 'POST' }).reply(201, 'a')": "text('a')",
      "pool.intercept({ path: '/a?page=2' }).reply(200)": "queries: equals({ page: '2' })",
      'pool.intercept({ path: /a$/ }).reply(200)': 'get(/a$/',
      "pool.intercept({ path: '/a' }).reply(200).persist()": "get('/a', undefined)",
      "pool.intercept({ path: '/a' }).replyWithError(new Error('down'))": "networkError(new Error('down'))",
      "pool.intercept({ path: '/a' }).reply(() => ({ statusCode: 201, data: { id: 1 } }))": 'status: 201',
    },
    {
      "pool.intercept({ path: (path) => path === '/a' }).reply(200)":
        'write the function of the path as match: ({ url }) => …',
    },
  ),
  ...rowsOf(
    'axios-mock-adapter',
    {
      "mock.onGet('/a').reply(200, { id: 1 })": "mocks.use.get('/a', { id: 1 })",
      "mock.onPost('/a', { b: 1 }).reply(201)": 'body: equals({ b: 1 })',
      "mock.onGet('/a', { params: { page: 2 } }).reply(200)": 'queries: equals({ page: 2 })',
      "mock.onDelete('/a').replyOnce(204)": 'times: 1',
      "mock.onGet('/a').networkError()": "networkError(new Error('Network Error'))",
      'mock.onAny().passThrough()': 'mocks.use.all(/.*/, passthrough())',
      "mock.onGet('/a').reply(() => [200, { id: 1 }])": '() => ({ id: 1 })',
      'expect(mock.history.get.length).toBe(0)': "mocks.calls({ method: 'GET' }).length",
    },
    {
      "mock.onGet('/a').reply((config) => [200, config.params])": "mynah's request has nothing like params",
      'mock.onLink().reply(200)': 'rest has no link: axios sends this method to no server',
    },
  ),
  ...rowsOf(
    'jest-fetch-mock',
    {
      'fetch.mockResponse(JSON.stringify({ id: 1 }))': 'mocks.use.all(/.*/, { id: 1 })',
      "fetchMock.mockResponseOnce('a', { status: 404 })": "mocks.use.all(/.*/, text('a'), { status: 404, times: 1 })",
      "fetchMock.mockResponses('a', ['b', { status: 500 }])": "rest.all(/.*/, text('b'), { status: 500, times: 1 })",
      "fetchMock.mockReject(new Error('down'))": "networkError(new Error('down'))",
      "fetchMock.mockIf('https://api.test/a', 'a')": "mocks.use.all('https://api.test/a', text('a'))",
      'expect(fetch).toHaveBeenCalledTimes(1)': 'expect(mocks.calls()).toHaveLength(1)',
    },
    {
      'fetchMock.mockAbort()': 'abort the request by its signal: it rejects as it would in production',
      "fetchMock.dontMockIf('https://api.test/a')": 'write dontMockIf() by hand',
    },
  ),
  ...rowsOf(
    'fetch',
    {
      'global.fetch = jest.fn(() => Promise.resolve({ json: () => Promise.resolve({ id: 1 }) }))':
        'mocks.use.all(/.*/, { id: 1 })',
      "vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('a'))": "mocks.use.all(/.*/, text('a'))",
      "vi.stubGlobal('fetch', vi.fn(async () => Response.json([])))": 'mocks.use.all(/.*/, [])',
    },
    {
      'global.fetch = jest.fn(async (url) => Response.json(url))':
        'this function reads its request: write a resolver, ({ request }) => payload',
    },
  ),
]
