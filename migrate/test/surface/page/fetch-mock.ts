import type { Shown } from './shown.ts'

export const FETCH_MOCK_PAGE: readonly Shown[] = [
  [
    "`fetchMock.mockGlobal().get('https://api.test/users', [])`",
    "`mocks.use.get('https://api.test/users', [])`, with any query; `match: { queries: equals({}) }` for none",
    "fetchMock.mockGlobal().get('https://api.test/users', [])",
  ],
  [
    "`'end:/a'`, tested on the whole URL",
    "`match: ({ url }) => url.endsWith('/a')`; better a path",
    "fetchMock.get('end:/a', 200)",
  ],
  [
    '`/users\\/\\d+$/`, tested on the whole URL',
    '`match: ({ url }) => /users\\/\\d+$/.test(url)`; better a path',
    'fetchMock.get(/users\\/\\d+$/, 200)',
  ],
  [
    "`{ query: { page: '2' } }`",
    "`match: { queries: { page: '2' } }`",
    "fetchMock.get('path:/a', 200, { query: { page: '2' } })",
  ],
  [
    "`{ headers: { a: 'b' }, body: { c: 1 }, matchPartialBody: true }`",
    "`match: { headers: { a: 'b' }, body: { c: 1 } }`",
    "fetchMock.post('path:/a', 200, { headers: { a: 'b' }, body: { c: 1 }, matchPartialBody: true })",
  ],
  ['`404` as the response', '`status(404)`', "fetchMock.get('path:/a', 404)"],
  [
    '`{ body: [], status: 201 }` as the response',
    '`status(201, [])`, or `[], { status: 201, headers }`',
    "fetchMock.get('path:/a', { body: [], status: 201 })",
  ],
  [
    "`{ throws: new TypeError('down') }`: rejects with that very error",
    "`networkError(new TypeError('down'))`: rejects as fetch does, with a `TypeError` whose `cause` is the error",
    "fetchMock.get('path:/a', { throws: new TypeError('down') })",
    { becomes: "mocks.use.get('/a', networkError(new TypeError('down')))" },
  ],
  [
    "`fetchMock.getOnce('path:/a', 200)`, or `{ repeat: 1 }`",
    '`{ times: 1 }`, or `mocks.expect(stub)` if it has to come',
    "fetchMock.getOnce('path:/a', 200)",
    { becomes: "mocks.use.get('/a', undefined, { times: 1 })" },
  ],
  ['`fetchMock.catch(404)`', "`mocks.use.all('/{*rest}', status(404))`", 'fetchMock.catch(404)'],
  [
    '`fetchMock.createInstance()`, or `sandbox()`',
    '`setupMocks([], { patch: false })`, whose `fetch` is injected',
    'const mock = fetchMock.createInstance()',
    { becomes: 'const mock = setupMocks([], { patch: false })' },
  ],
  ['`overwriteRoutes: true`', 'nothing: the newest `mocks.use(…)` answers first'],
  [
    "`fetchMock.callHistory.calls('path:/a').length`",
    "`mocks.calls('/a').length`",
    "const found = fetchMock.callHistory.calls('path:/a').length",
    { becomes: "const found = mocks.calls('/a').length" },
  ],
  [
    "`expect(fetchMock).toHaveLastFetched('path:/a')`",
    "by hand: `expect(mocks.calls('/a')).toContainEqual(mocks.calls().at(-1))`",
  ],
  ['`fetchMock.spy()`', "`mocks.use.all('/{*rest}', passthrough())`", 'fetchMock.spy()'],
  ['`fetchMock.callHistory.done()`', 'nothing, with `mocks.expect`; else `mocks.verify({ unused: true })`'],
  ["`fetchMock.removeRoute('users')`", 'the undo that `mocks.use` returns'],
  ['`await fetchMock.callHistory.flush()`', "by hand: `await mocks.waitFor('/users')`"],
  ['`fetchMock.hardReset()`', "the runner's hooks"],
]
