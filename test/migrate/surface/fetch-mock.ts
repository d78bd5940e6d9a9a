import { type Row, rowsOf } from './row.ts'

export const FETCH_MOCK: readonly Row[] = [
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
]
