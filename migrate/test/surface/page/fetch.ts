import type { Shown } from './shown.ts'

/** jest-fetch-mock and vitest-fetch-mock. */
export const JEST_FETCH_MOCK_PAGE: readonly Shown[] = [
  ['hooks with `fetchMock.enableMocks()`, `fetch.resetMocks()`', '`beforeAll(setupMocks(routes))`'],
  [
    '`fetch.mockResponse(JSON.stringify({ id: 1 }))`',
    "`mocks.use.all(/.*/, { id: 1 })`; better `mocks.use.get('/users/1', { id: 1 })`, which only that request gets",
    'fetch.mockResponse(JSON.stringify({ id: 1 }))',
  ],
  [
    "`fetch.mockResponse('text', { status: 404 })`",
    "`mocks.use.all(/.*/, text('text'), { status: 404 })`",
    "fetch.mockResponse('text', { status: 404 })",
  ],
  [
    "`fetch.mockResponseOnce('a').once('b')`, also `mockResponses`",
    "`mocks.use(rest.all(/.*/, text('a'), { times: 1 }), rest.all(/.*/, text('b'), { times: 1 }))`",
    "fetch.mockResponseOnce('a').once('b')",
  ],
  [
    '`fetch.mockResponse(async (request) => …)`',
    '`mocks.use.all(/.*/, async ({ request: { raw: request } }) => …)`',
    'fetch.mockResponse(async (request) => request.url)',
  ],
  [
    "`fetchMock.mockIf('https://api.test/users', 'a')`",
    "`mocks.use.all('https://api.test/users', text('a'))`",
    "fetchMock.mockIf('https://api.test/users', 'a')",
  ],
  [
    "`fetchMock.mockIf(/\\/a$/, 'a')`",
    '`match: ({ url }) => /\\/a$/.test(url)`, or a path',
    "fetchMock.mockIf(/\\/a$/, 'a')",
    { becomes: "mocks.use.all(/.*/, text('a'), { match: ({ url }) => /\\/a$/.test(url) })" },
  ],
  [
    "`fetch.mockReject(new Error('down'))`",
    "`networkError(new Error('down'))`: fetch rejects with a `TypeError` whose `cause` is the error",
    "fetch.mockReject(new Error('down'))",
  ],
  [
    '`fetch.mockAbort()`',
    "`networkError(new DOMException('The operation was aborted.', 'AbortError'))`; better abort the request by its signal",
    'fetch.mockAbort()',
  ],
  ['`fetch.dontMock()`', 'by hand: `mocks.use.all(/.*/, passthrough())`; or the option `passthrough`'],
  ["`fetch.dontMockIf('https://api.test/a')`", "by hand: `mocks.use.all('https://api.test/a', passthrough())`"],
  ["`fetch.route('https://api.test/a', 'a')`", "by hand: `mocks.use.all('https://api.test/a', text('a'))`"],
  [
    '`fetchMock.mock.calls[0][1].body`',
    '`mocks.calls()[0].request.text`, or `.body`',
    "expect(fetchMock.mock.calls[0][1].body).toBe('a')",
    { becomes: "expect(mocks.calls()[0].request.text).toBe('a')" },
  ],
]

/** A function in place of fetch. */
export const FETCH_PAGE: readonly Shown[] = [
  [
    '`global.fetch = jest.fn(() => Promise.resolve({ json: () => Promise.resolve({ id: 1 }) }))`',
    'by hand: `mocks.use.all(/.*/, { id: 1 })`',
  ],
  [
    "`vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('no', { status: 404 }))`",
    "by hand: `mocks.use.all(/.*/, text('no'), { status: 404 })`",
  ],
  ["`vi.stubGlobal('fetch', vi.fn(…))`, `jest.restoreAllMocks()`", "the runner's hooks"],
  ['`expect(fetch).toHaveBeenCalledTimes(2)`', 'by hand: `expect(mocks.calls()).toHaveLength(2)`'],
  [
    "`expect(fetch).toHaveBeenCalledWith('https://api.test/a')`",
    "by hand: `expect(mocks.calls({ method: 'GET', path: 'https://api.test/a', … })).not.toHaveLength(0)`; better `expect(mocks).toHaveRequested('/a')` of `mynah/jest` or `mynah/vitest`",
  ],
]
