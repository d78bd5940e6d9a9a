import type { Shown } from './shown.ts'

const inResolver = (resolver: string, path = '/a', method = 'get') =>
  `const server = setupServer(http.${method}('${path}', ${resolver}))`
const onServer = (code: string) => `const server = setupServer()\n${code}`

export const MSW_PAGE: readonly Shown[] = [
  [
    "`http.get('*/users', () => HttpResponse.json([]))`",
    "`rest.get('{/*rest}/users', [])`; write `/users` if there are no folders before it",
    "const server = setupServer(http.get('*/users', () => HttpResponse.json([])))",
  ],
  [
    'a resolver that returns `HttpResponse.json(data, init)`',
    'the resolver may stay: return `Response.json(data, init)`, or only `data`',
  ],
  [
    "`HttpResponse.json({ error: 'no' }, { status: 404 })`",
    "`status(404, { error: 'no' })`",
    inResolver("() => HttpResponse.json({ error: 'no' }, { status: 404 })"),
  ],
  [
    "`HttpResponse.text('a')`",
    "`text('a')`; likewise `html('<p>')`",
    inResolver("() => HttpResponse.text('a')"),
    { becomes: "const server = setupMocks([rest.get('/a', text('a'))])" },
  ],
  [
    '`HttpResponse.error()`',
    '`networkError()`',
    inResolver('() => HttpResponse.error()'),
    { becomes: "const server = setupMocks([rest.get('/a', networkError())])" },
  ],
  [
    '`({ params }) => …`',
    '`({ request: { params } }) => …`; likewise `cookies`',
    inResolver('({ params }) => HttpResponse.json({ id: params.id })', '/a/:id'),
    {
      becomes: "const server = setupMocks([rest.get('/a/:id', ({ request: { params } }) => ({ id: params.id }))])",
    },
  ],
  [
    '`await request.json()`, also `clone()` and `headers.get(name)`',
    '`({ request: { raw: request } }) => … await request.json()`, the WHATWG `Request`; better `request.body`, parsed by its type, and `request.headers.x`',
    inResolver('async ({ request }) => HttpResponse.json(await request.json())', '/a', 'post'),
    {
      becomes:
        "const server = setupMocks([rest.post('/a', async ({ request: { raw: request } }) => await request.json())])",
    },
  ],
  [
    "`new URL(request.url).searchParams.get('page')`",
    "the same; better `request.searchParams.get('page')`, or `match: { queries: { page: 2 } }`",
  ],
  [
    'a resolver that returns nothing, for the next handler',
    '`return next()`; a resolver that returns nothing sends no body',
    inResolver("({ request }) => { if (request.headers.has('a')) return; return HttpResponse.json([]) }"),
    {
      becomes:
        "const server = setupMocks([rest.get('/a', ({ request: { raw: request }, next }) => { if (request.headers.has('a')) return next(); return [] })])",
    },
  ],
  [
    'a resolver that throws: a 500',
    'the call fails with that same error, and so does the test; `throw new Response(null, { status: 500 })` sends a 500',
  ],
  [
    '`{ once: true }`',
    '`{ times: 1 }`',
    inResolver('() => HttpResponse.json([]), { once: true }'),
    { becomes: "const server = setupMocks([rest.get('/a', [], { times: 1 })])" },
  ],
  [
    "`http.get(({ request }) => request.url.endsWith('/a'), …)`",
    "by hand: `match: ({ raw: request }) => request.url.endsWith('/a')`; better a path",
  ],
  [
    '`http.get(/\\/a$/, …)`',
    '`match: ({ url }) => /\\/a$/.test(url…)`; better `rest.get(/\\/a$/, …)`, tested on the pathname',
    'const server = setupServer(http.get(/\\/a$/, () => HttpResponse.json({ id: 1 })))',
    {
      becomes:
        "const server = setupMocks([rest.get('/{*rest}', { id: 1 }, { match: ({ url }) => /\\/a$/.test(url.replace(/[?#].*/, '')) })])",
    },
  ],
  ['`function* () { yield HttpResponse.json(1); return HttpResponse.json(2) }`', 'by hand: `sequence(1, 2)`'],
  [
    "`await delay(20)`, `await delay('infinite')`",
    '`await new Promise((resolve) => setTimeout(resolve, 20))`, `await new Promise(() => {})`',
    "const server = setupServer(http.get('/a', async () => { await delay(20); return HttpResponse.json([]) }), http.get('/b', async () => { await delay('infinite'); return HttpResponse.json([]) }))",
  ],
  ['`fetch(bypass(request))`', '[change a real answer](responding.md#change-a-real-answer)'],
  [
    "`sse('/events', …)`",
    "`rest.get('/events', sse(events))`, which ends after its events; msw's stream stays open until `client.close()`",
  ],
  ['`fromTraffic(archive)` of `@mswjs/source`', 'by hand: `har(archive)`, see [archives.md](archives.md)'],
  [
    "`graphql.query('GetUser', () => HttpResponse.json({ data: { user: null } }))`",
    "`api.query('GetUser', { data: { user: null } })`, `const api = graphql('/{*rest}')` of `mynah/graphql`, which answers at any URL as msw does; better your own path: [graphql.md](graphql.md)",
    "const server = setupServer(graphql.query('GetUser', () => HttpResponse.json({ data: { user: null } })))",
    { becomes: "const server = setupMocks([api.query('GetUser', { data: { user: null } })])" },
  ],
  [
    "`const api = graphql.link('https://api.test/graphql')`",
    "`const api = graphql('https://api.test/graphql')`",
    "const api = graphql.link('https://api.test/graphql')\nconst server = setupServer(api.query('GetUser', () => HttpResponse.json({ data: {} })))",
    { becomes: "const server = setupMocks([api.query('GetUser', { data: {} })])" },
  ],
  ['`({ query, variables, operationName }) => …`', "the same; `request` is mynah's"],
  ['hooks with `server.listen()`, `resetHandlers()`, `close()`', '`beforeAll(setupMocks(routes))`'],
  [
    "`server.use(http.get('/a', () => HttpResponse.json([])))`",
    "`server.use(rest.get('/a', []))`, or `server.use.get('/a', [])`",
    onServer("server.use(http.get('/a', () => HttpResponse.json([])))"),
  ],
  [
    '`server.resetHandlers()` inside a test',
    'the undo that `mocks.use` returns, or `mocks.reset()`, which also clears counts and the journal',
  ],
  [
    '`server.resetHandlers(...next)`',
    '`mocks.use(...next)` after `mocks.reset()`; the routes still answer what these do not',
  ],
  [
    '`await server.boundary(async () => …)()`',
    'by hand: `await server.isolate(async () => …)`, which starts from the routes, without overrides from outside',
  ],
  [
    "`onUnhandledRequest: 'bypass'` (msw 3: `onUnhandledFrame`)",
    "`onUnmatched: 'passthrough'`, or the option `passthrough` for some origins",
    onServer("server.listen({ onUnhandledRequest: 'bypass' })"),
    { becomes: "const server = setupMocks([], { onUnmatched: 'passthrough' })" },
  ],
  [
    "`server.events.on('request:start', …)`; `'request:unhandled'`",
    "`server.on('request', …)`; `'unmatched'`",
    onServer("server.events.on('request:start', ({ request }) => log(request.url))"),
    { becomes: "server.on('request', ({ request }) => log(request.url))" },
  ],
  ["`server.events.on('response:mocked', …)`", "by hand: `server.on('answered', …)`, or `mocks.calls()` afterwards"],
  ['`events.once`, `removeListener`, `removeAllListeners`', 'the undo that `mocks.on` returns'],
  ['`getResponse(handlers, request)`', 'by hand: `setupMocks(handlers, { patch: false }).fetch(request)`'],
  [
    '`defineNetwork({ sources, handlers })`, then `network.enable()`',
    '`setupMocks(handlers)`, which has all sources; `start()`',
  ],
  ['`setupWorker(…).start()`, and its worker file', '`setupMocks(routes)()`, without a file'],
]
