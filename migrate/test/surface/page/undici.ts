import type { Shown } from './shown.ts'

export const UNDICI_PAGE: readonly Shown[] = [
  ['hooks with `setGlobalDispatcher(new MockAgent())`', '`beforeAll(setupMocks(routes))`'],
  [
    "`agent.get('https://api.test').intercept({ path: '/users' }).reply(200, [])`",
    "`mocks.use.get('https://api.test/users', [], { times: 1 })`",
    "agent.get('https://api.test').intercept({ path: '/users' }).reply(200, [])",
  ],
  [
    "`intercept({ path: '/a?page=2' })`",
    "`match: { queries: equals({ page: '2' }) }`",
    "pool.intercept({ path: '/a?page=2' }).reply(200)",
    { becomes: "queries: equals({ page: '2' })" },
  ],
  [
    '`intercept({ path: /a$/ })`',
    '`pool.get(/a$/, …)`, with `const pool = rest.at(origin)`',
    'pool.intercept({ path: /a$/ }).reply(200)',
    { becomes: 'get(/a$/' },
  ],
  [
    "`intercept({ path: '/a', method: 'POST', body: '{\"b\":1}', headers: { 'x-a': '1' } })`",
    "`match: { headers: { 'x-a': '1' }, body: '{\"b\":1}' }`",
    "pool.intercept({ path: '/a', method: 'POST', body: '{\"b\":1}', headers: { 'x-a': '1' } }).reply(200)",
  ],
  [
    "`.reply(200, 'a')`",
    "`text('a')`; an object is sent with its content type",
    "pool.intercept({ path: '/a' }).reply(200, 'a')",
  ],
  [
    '`.reply(({ body }) => ({ statusCode: 201, data: { body } }))`',
    '`({ request: { text: body } }) => status(201, { body })`',
    "pool.intercept({ path: '/a', method: 'POST' }).reply(({ body }) => ({ statusCode: 201, data: { body } }))",
  ],
  [
    "`.replyWithError(new Error('down'))`",
    "`networkError(new Error('down'))`",
    "pool.intercept({ path: '/a' }).replyWithError(new Error('down'))",
  ],
  [
    'each intercept answers once, unless `.persist()` or `.times(3)`',
    '`mocks.expect(stub)` answers once and has to come; a stub in `setupMocks` answers always',
  ],
  [
    '`.delay(20)`',
    '`{ delay: 20, … }`',
    "pool.intercept({ path: '/a' }).reply(200).delay(20)",
    { becomes: 'delay: 20' },
  ],
  [
    "`agent.enableNetConnect('a.test:80')`",
    "`{ passthrough: ['http://a.test:80', 'https://a.test:80'] }`; `disableNetConnect()` is always so",
    "agent.enableNetConnect('a.test:80')\n  pool.intercept({ path: '/a' }).reply(200)",
  ],
  [
    "`agent.enableNetConnect((host) => host === 'a.test')`, or a RegExp",
    "`{ passthrough: [({ url }) => ((host) => host === 'a.test')(new URL(url).host)] }`",
    "agent.enableNetConnect((host) => host === 'a.test')\n  pool.intercept({ path: '/a' }).reply(200)",
  ],
  ['`agent.assertNoPendingInterceptors()`', 'nothing, with `mocks.expect`; else `mocks.verify({ unused: true })`'],
  [
    '`agent.getCallHistory().lastCall().path`',
    "by hand: `new URL(mocks.calls().at(-1)?.request.url ?? '').pathname`; `.body` is `.request.text`",
  ],
  [
    "`agent.getCallHistory().filterCalls({ method: 'GET' })`",
    "by hand: `mocks.calls().filter(({ request }) => request.method === 'GET')`, or `mocks.calls({ method: 'GET' })`",
  ],
  [
    '`agent.deactivate()`, `agent.activate()`',
    'by hand: `const activate = mocks.use.all(/.*/, passthrough())`, `activate()`',
  ],
  ['`agent.get(/other/)`', 'by hand: `match: ({ url }) => /other/.test(new URL(url).origin)`, on stubs of a path'],
  ["trailers, `replyWithError('text')`", "nothing; `networkError(new Error('text'))`"],
  ['`fetch(url, { dispatcher: agent })`', '`fetch(url)`, or `mocks.fetch` if a fetch is injected'],
]
