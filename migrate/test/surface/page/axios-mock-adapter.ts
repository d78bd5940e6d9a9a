import type { Shown } from './shown.ts'

export const AXIOS_PAGE: readonly Shown[] = [
  [
    '`const mock = new MockAdapter(axios)`',
    'a hook: `beforeAll(setupMocks(routes))`; axios keeps its own adapter, interceptors and parsing',
  ],
  [
    "`mock.onGet('/users').reply(200, [])`",
    "`mocks.use.get('/users', [])`, with the path of the client's `baseURL` in front",
    "mock.onGet('/users').reply(200, [])",
  ],
  [
    "`mock.onPost('/users', { name: 'Ada' })`",
    "`match: { body: equals({ name: 'Ada' }) }`",
    "mock.onPost('/users', { name: 'Ada' }).reply(201)",
  ],
  [
    "`mock.onGet('/a', { params: { page: 2 } })`",
    '`match: { queries: equals({ page: 2 }) }`',
    "mock.onGet('/a', { params: { page: 2 } }).reply(200, { id: 1 })",
    { becomes: "mocks.use.get('/a', { id: 1 }, { match: { queries: equals({ page: 2 }) } })" },
  ],
  [
    "`{ headers: { Authorization: 'x' } }`, all headers of the request",
    "`match: { headers: { Authorization: 'x' } }`, at least these",
    "mock.onGet('/a', { headers: { Authorization: 'x' } }).reply(200)",
    { becomes: "mocks.use.get('/a', undefined, { match: { headers: { Authorization: 'x' } } })" },
  ],
  [
    '`mock.onGet(/\\/users\\/\\d+$/)`',
    '`mocks.use.get(/\\/users\\/\\d+$/, …)`, tested on the pathname',
    'mock.onGet(/\\/users\\/\\d+$/).reply(200, { id: 1 })',
    { becomes: 'mocks.use.get(/\\/users\\/\\d+$/, { id: 1 })' },
  ],
  [
    '`mock.onGet()`',
    '`mocks.use.get(/.*/, …)`',
    'mock.onGet().reply(200)',
    { becomes: 'mocks.use.get(/.*/, undefined)' },
  ],
  [
    '`mock.onAny()`',
    '`mocks.use.all(/.*/, …)`',
    'mock.onAny().reply(404)',
    { becomes: 'mocks.use.all(/.*/, status(404))' },
  ],
  [
    "`.reply(201, { id: 1 }, { 'x-a': '1' })`",
    "`{ id: 1 }, { status: 201, headers: { 'x-a': '1' } }`; a status alone is `status(404)`",
    "mock.onPost('/a').reply(201, { id: 1 }, { 'x-a': '1' })",
  ],
  [
    '`.reply(() => [200, { id: 1 }])`',
    '`() => ({ id: 1 })`; `({ request }) => …` for what it reads of its config',
    "mock.onGet('/a').reply(() => [200, { id: 1 }])",
    { becomes: "mocks.use.get('/a', () => ({ id: 1 }))" },
  ],
  [
    '`.replyOnce(200, { id: 1 })`',
    '`{ times: 1 }`',
    "mock.onGet('/a').replyOnce(200, { id: 1 })",
    { becomes: "mocks.use.get('/a', { id: 1 }, { times: 1 })" },
  ],
  [
    '`.networkError()`',
    "`networkError(new Error('Network Error'))`",
    "mock.onGet('/a').networkError()",
    { becomes: "mocks.use.get('/a', networkError(new Error('Network Error')))" },
  ],
  [
    '`.timeout()`',
    "`networkError(Object.assign(new Error('timeout of 0ms exceeded'), { code: 'ECONNABORTED' }))`; or `{ delay: Infinity }`, if the client has a timeout",
    "mock.onGet('/a').timeout()",
    { becomes: "networkError(Object.assign(new Error('timeout of 0ms exceeded'), { code: 'ECONNABORTED' }))," },
  ],
  [
    '`.passThrough()`',
    '`passthrough()`',
    "mock.onGet('/a').passThrough()",
    { becomes: "mocks.use.get('/a', passthrough())" },
  ],
  [
    '`.withDelayInMs(20)`, or the option `delayResponse: 20`',
    '`{ delay: 20 }`',
    "mock.onGet('/a').withDelayInMs(20).reply(200)",
    { becomes: "mocks.use.get('/a', undefined, { delay: 20 })" },
  ],
  ["the option `onNoMatch: 'passthrough'`", "`onUnmatched: 'passthrough'`"],
  ['a request without a handler: a 404', 'a failure of its test; declare the 404 if a test wants one'],
  [
    '`mock.history.get.length`',
    "`mocks.calls({ method: 'GET' }).length`",
    'expect(mock.history.get.length).toBe(0)',
    { becomes: "expect(mocks.calls({ method: 'GET' }).length).toBe(0)" },
  ],
  [
    '`mock.history.post[0].data`',
    "`mocks.calls({ method: 'POST' })[0].request.text`, or `.body`",
    'expect(JSON.parse(mock.history.post[0].data)).toEqual({ b: 1 })',
    { becomes: "expect(JSON.parse(mocks.calls({ method: 'POST' })[0].request.text)).toEqual({ b: 1 })" },
  ],
  ['`mock.reset()`, or `mock.restore()`', "`mocks.reset()`, or `mocks.stop()`; the runner's hooks do both"],
]
