import type { Name } from './row.ts'

/** A row of a table of migrating.md: what stays by hand, what to write in its place, and a form that shows that it stays. */
type Left = readonly [there: string, here: string, form?: string]

/** The tables of migrating.md, by their headings. */
export const BY_HAND: Readonly<Record<string, readonly [Name, readonly Left[]]>> = {
  'From MSW': [
    'msw',
    [
      [
        '`function* () { yield … }`',
        '`sequence(1, 2)`',
        "http.get('/a', function* () { yield HttpResponse.json(1); return HttpResponse.json(2) })",
      ],
      ['`fetch(bypass(request))`', '`fetchReal(request)`', "http.get('/a', ({ request }) => fetch(bypass(request)))"],
      ['`HttpResponse.xml(…)`', '`new Response(body, { headers })`', "http.get('/a', () => HttpResponse.xml('<a/>'))"],
      ['`sse(…)`', '`rest.get(path, sse(events))`', "sse('/a', ({ client }) => client.send({ data: 1 }))"],
      ['`ws.link(url)`', '`rest.get(url, websocket({ message }))`', "ws.link('wss://api.test')"],
      [
        '`graphql.subscription(…)`',
        '`api.subscription(name, [{ data }])`',
        "graphql.subscription('A', () => HttpResponse.json({ data: {} }))",
      ],
      [
        '`server.boundary(fn)`',
        '`server.isolate(fn)`',
        'const server = setupServer()\n  server.boundary(async () => {})()',
      ],
      [
        '`server.resetHandlers(...next)`',
        '`mocks.reset()`, `mocks.use(...next)`',
        "const server = setupServer()\n  server.resetHandlers(http.get('/a', () => HttpResponse.json(1)))",
      ],
      [
        "`server.events.on('response:mocked', …)`",
        "`server.on('answered', …)`",
        "const server = setupServer()\n  server.events.on('response:mocked', () => {})",
      ],
      [
        '`getResponse(handlers, request)`',
        '`setupMocks(handlers, { patch: false }).fetch(request)`',
        'getResponse(handlers, request)',
      ],
      ['stories of `msw-storybook-addon`', '`parameters: { mynah: { routes } }`'],
    ],
  ],
  'From nock': [
    'nock',
    [
      ['`nock(/api/)`', '`match: ({ url }) => /api/.test(url)`', "nock(/api/).get('/a').reply(200)"],
      [
        '`nock.pendingMocks()[0]`',
        '`mocks.unused()[0].path`',
        "nock('https://api.test').get('/a').reply(200)\n  nock.pendingMocks()[0]",
      ],
      [
        '`.delayBody(20)`',
        '`stream(chunks)`, whose generator waits',
        "nock('https://api.test').get('/a').delayBody(20).reply(200)",
      ],
      [
        "`badheaders: ['x-a']`",
        "`match: { headers: { 'x-a': not(exists()) } }`",
        "nock('https://api.test', { badheaders: ['x-a'] }).get('/a').reply(200)",
      ],
      [
        '`.reply((uri, body, callback) => …)`',
        '`async ({ request }) => payload`',
        "nock('https://api.test').get('/a').reply((uri, body, callback) => callback(null, [200]))",
      ],
      [
        "`scope.on('request', …)`",
        "`mocks.on('request', …)`",
        "const scope = nock('https://api.test').get('/a').reply(200)\n  scope.on('request', () => {})",
      ],
      ['`nock.removeInterceptor(…)`', 'the undo that `mocks.use` returns', "nock.removeInterceptor({ path: '/a' })"],
    ],
  ],
  "From undici's MockAgent": [
    'undici',
    [
      ['an agent that is not global', '`beforeAll(setupMocks(stubs))`'],
      ['`agent.pendingInterceptors()[0].path`', '`mocks.unused()[0].path`', 'agent.pendingInterceptors()[0].path'],
      ['`agent.getCallHistory()`', '`mocks.calls()`', 'agent.getCallHistory()'],
      ['`agent.deactivate()`', '`mocks.use.all(/.*/, passthrough())`', 'agent.deactivate()'],
      [
        '`agent.get(/api/)`',
        '`match: ({ url }) => /api/.test(url)`',
        "agent.get(/api/).intercept({ path: '/a' }).reply(200)",
      ],
      [
        '`intercept({ method: (method) => … })`',
        '`match: ({ method }) => …`',
        "pool.intercept({ path: '/a', method: (method) => method === 'GET' }).reply(200)",
      ],
      ['`pool.request(…)`', '`fetch(url)`', "await pool.request({ path: '/a', method: 'GET' })"],
      ['`pool.cleanMocks()`', '`mocks.reset()`', 'pool.cleanMocks()'],
    ],
  ],
  'From fetch-mock': [
    'fetch-mock',
    [
      [
        '`callHistory.calls().map((call) => call.url)`',
        '`mocks.calls().map(({ request }) => request.url)`',
        'const urls = fetchMock.callHistory.calls().map((call) => call.url)',
      ],
      [
        '`expect(fetchMock).toHaveLastPosted(url)`',
        "`expect(mocks).toHaveRequested('POST /users')`",
        "expect(fetchMock).toHaveLastPosted('path:/a')",
      ],
      ['`fetchMock.config`', 'the options of `setupMocks`', 'fetchMock.config.sendAsJson = true'],
      ["`'express:/users/:id?'`", "`'/users{/:id}'`", "fetchMock.get('express:/users/:id?', 200)"],
      [
        '`missingHeaders`',
        '`match: { headers: { a: not(exists()) } }`',
        "fetchMock.get('path:/a', 200, { missingHeaders: ['a'] })",
      ],
      [
        '`fetchMock.clearHistory()` in a test',
        '`mocks.calls().length` before',
        'load()\n  fetchMock.clearHistory()\n  load()',
      ],
      ['`jest.mock(client, () => sandbox)`', 'nothing: clients are mocked'],
    ],
  ],
}
