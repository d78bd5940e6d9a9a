import { type Row, rowsOf } from './row.ts'

export const JEST_FETCH_MOCK: readonly Row[] = [
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
]
