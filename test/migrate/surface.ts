import { AXIOS } from './surface/axios-mock-adapter.ts'
import { FETCH } from './surface/fetch.ts'
import { FETCH_MOCK } from './surface/fetch-mock.ts'
import { JEST_FETCH_MOCK } from './surface/jest-fetch-mock.ts'
import { MSW } from './surface/msw.ts'
import { type Name, type Row, rowsOf } from './surface/row.ts'

/** What stands before a test that uses the form. */
export const HEADS: Readonly<Record<Name, string>> = {
  nock: "import nock from 'nock'\n",
  msw: "import { bypass, delay, getResponse, graphql, http, HttpResponse, passthrough, sse, ws } from 'msw'\nimport { setupServer } from 'msw/node'\n",
  'fetch-mock': "import fetchMock from 'fetch-mock'\n",
  undici:
    "import { MockAgent, setGlobalDispatcher } from 'undici'\nconst agent = new MockAgent()\nsetGlobalDispatcher(agent)\nconst pool = agent.get('https://api.test')\n",
  'axios-mock-adapter':
    "import axios from 'axios'\nimport MockAdapter from 'axios-mock-adapter'\nconst mock = new MockAdapter(axios)\n",
  'jest-fetch-mock': "import fetchMock from 'jest-fetch-mock'\nfetchMock.enableMocks()\n",
  fetch: 'const load = () => 0\n',
}

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
  ...MSW,
  ...FETCH_MOCK,
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
  ...AXIOS,
  ...JEST_FETCH_MOCK,
  ...FETCH,
]
