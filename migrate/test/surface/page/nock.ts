import type { Shown } from './shown.ts'

const reply = (link: string) => `nock('https://api.test').get('/a')${link}`

export const NOCK_PAGE: readonly Shown[] = [
  [
    "`nock('https://api.test').get('/users').reply(200, [])`",
    "`mocks.use.get('https://api.test/users', [], { times: 1 })`; write `/users` for any host",
    "nock('https://api.test').get('/users').reply(200, [])",
  ],
  [
    "`const api = nock('https://api.test/v1')`, then `api.get('/users')`",
    "`mocks.use.get('https://api.test/v1/users', …)`",
    "const api = nock('https://api.test/v1')\n  api.get('/users').reply(200)",
  ],
  [
    "`.reply(200, 'text')`",
    "`text('text')`: a string payload is JSON, and is sent with its quotes",
    reply(".reply(200, 'text')"),
    { becomes: "mocks.use.get('https://api.test/a', text('text'), { times: 1 })" },
  ],
  [
    "`.reply(201, { id: 1 }, { 'x-id': '1' })`",
    "`{ id: 1 }, { status: 201, headers: { 'x-id': '1' }, … }`",
    reply(".reply(201, { id: 1 }, { 'x-id': '1' })"),
  ],
  [
    '`.reply(404)`',
    '`status(404)`',
    reply('.reply(404)'),
    { becomes: "mocks.use.get('https://api.test/a', status(404), { times: 1 })" },
  ],
  [
    '`.reply((request) => [201, { id: 1 }])`',
    '`() => status(201, { id: 1 })`',
    reply('.reply((request) => [201, { id: 1 }])'),
  ],
  [
    "`.replyWithFile(200, 'a.json')`",
    "`file('a.json')`, which sets `content-type` and `content-length`",
    reply(".replyWithFile(200, 'a.json')"),
    { becomes: "mocks.use.get('https://api.test/a', file('a.json'), { times: 1 })" },
  ],
  [
    "`.replyWithError({ code: 'ECONNRESET' })`",
    "`networkError('ECONNRESET')`; or `networkError(new Error('down'))`",
    reply(".replyWithError({ code: 'ECONNRESET' })"),
    { becomes: "mocks.use.get('https://api.test/a', networkError('ECONNRESET'), { times: 1 })", major: 14 },
  ],
  [
    '`.delay(200)`, `.delayConnection(200)`',
    '`{ delay: 200, … }`',
    reply('.delay(200).delayConnection(200).reply(200)'),
  ],
  [
    '`.delayBody(20)`',
    'by hand: `() => stream((async function* () { … })())`, whose generator waits; the head comes after `delay`',
  ],
  [
    'each interceptor answers once, in order, and `scope.done()` demands it',
    '`mocks.expect(stub, …)`: answers once, in order over several calls, and fails its test if it does not come',
  ],
  [
    '`.persist()`',
    'a stub in `setupMocks(routes)`, or `mocks.use(stub)`: answers always; `done()` becomes `mocks.verify({ unused: true })`',
  ],
  ['`.times(3)`', '`{ times: 3 }`', reply('.times(3).reply(200)')],
  [
    '`.query({ page: 2 })`, exactly these',
    '`match: { queries: equals({ page: 2 }) }`; without `equals` at least these',
    reply('.query({ page: 2 }).reply(200)'),
    { becomes: '{ match: { queries: equals({ page: 2 }) }, times: 1 },' },
  ],
  ['`.query(true)`', 'nothing: queries do not count unless `match` asks for them'],
  [
    '`.query((query) => …)`',
    '`match: { queries: fn((query) => …) }`',
    reply("\n    .query((query) => query.page === '2')\n    .reply(200)"),
  ],
  [
    "`.post('/users', { name: 'Ada' })`, exactly this body",
    "`match: { body: equals({ name: 'Ada' }) }`; without `equals` at least these keys",
    "nock('https://api.test').post('/users', { name: 'Ada' }).reply(201)",
  ],
  [
    "`.post('/a', 'b=1')`, or a RegExp",
    "`match: { body: 'b=1' }`: the raw body, whatever its type; `match: { body: { b: 1 } }` for the fields of a form",
    "nock('https://api.test').post('/a', 'b=1').reply(200)",
    { becomes: "mocks.use.post('https://api.test/a', undefined, { match: { body: 'b=1' }, times: 1 })" },
  ],
  [
    "`.post('/a', (body) => …)`",
    '`match: { body: fn((body) => …) }`',
    "nock('https://api.test').post('/a', (body) => body.b === 1).reply(200)",
    { becomes: '{ match: { body: fn((body) => body.b === 1) }, times: 1 },' },
  ],
  [
    "`nock('https://api.test', { reqheaders: { 'x-a': 'b' } })`",
    "`match: { headers: { 'x-a': 'b' } }`",
    "nock('https://api.test', { reqheaders: { 'x-a': 'b' } }).get('/a').reply(200)",
    { becomes: "mocks.use.get('https://api.test/a', undefined, { match: { headers: { 'x-a': 'b' } }, times: 1 })" },
  ],
  [
    "`.matchHeader('authorization', /^Bearer/)`",
    '`match: { headers: { authorization: /^Bearer/ } }`',
    reply(".matchHeader('authorization', /^Bearer/).reply(200)"),
  ],
  ["`nock.disableNetConnect()`, `enableNetConnect('127.0.0.1')`", "always; `passthrough: ['http://127.0.0.1:*']`"],
  [
    '`scope.done()`, `afterEach(() => nock.isDone())`',
    'nothing: an expectation that did not arrive fails its test; `mocks.verify()` throws at once',
  ],
  ["`scope.on('request', …)`", "by hand: `mocks.on('request', …)`"],
  ["`nock.emitter.on('no match', …)`", "by hand: `mocks.on('unmatched', …)`"],
  ['`nock.removeInterceptor(…)`', 'the undo that `mocks.use` returns'],
  ['`nock.cleanAll()`, or `nock.restore()`', "`mocks.reset()`, or `mocks.stop()`; the runner's hooks do both"],
]
