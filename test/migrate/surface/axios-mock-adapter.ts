import { type Row, rowsOf } from './row.ts'

export const AXIOS: readonly Row[] = [
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
]
