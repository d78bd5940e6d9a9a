import { type Row, rowsOf } from './row.ts'

/** What msw exports, by each of its entry points. */
export const MSW_EXPORTS: readonly Row[] = [
  ...rowsOf(
    'msw',
    {
      "const server = setupServer(http.get('/a', async ({ request }) => { const response = await fetch(bypass(request)); return HttpResponse.json(await response.json()) }))":
        "const server = setupMocks([rest.get('/a', async ({ request: { raw: request }, fetchReal }) => { const response = await fetchReal(request); return Response.json(await response.json()) })])",
    },
    {},
    "import { bypass } from 'msw/utils/bypass'\nimport { http, HttpResponse } from 'msw/http'\nimport { setupServer } from 'msw/node'",
  ),
  ...rowsOf(
    'msw',
    {
      "const server = setupServer(http.get('/a', () => passthrough()))":
        "const server = setupMocks([rest.get('/a', () => passthrough())])",
    },
    {},
    "import { passthrough } from 'msw/utils/passthrough'\nimport { http, HttpResponse } from 'msw/http'\nimport { setupServer } from 'msw/node'",
  ),
  ...rowsOf(
    'msw',
    {
      "const response = await getResponse([http.get('https://api.test/a', () => HttpResponse.json([]))], new Request('https://api.test/a'))":
        "  const response = await setupMocks([rest.get('https://api.test/a', [])], { patch: false }).fetch(new Request('https://api.test/a'))",
    },
    {},
    "import { getResponse } from 'msw/utils/get-response'\nimport { http, HttpResponse } from 'msw/http'\nimport { setupServer } from 'msw/node'",
  ),
  ...rowsOf(
    'msw',
    {
      "const url = getCleanUrlString('/a?b=1')": "const url = '/a?b=1'.replace(/[?#].*$/, '')",
    },
    {},
    "import { getCleanUrlString } from 'msw/utils/get-clean-url-string'\nimport { http, HttpResponse } from 'msw/http'\nimport { setupServer } from 'msw/node'",
  ),
  ...rowsOf(
    'msw',
    {
      "const found = isCommonAssetRequest(new Request('https://api.test/a.png'))":
        "const found = /\\.(?:html|s?css|less|[cm]?[jt]sx?|json|csv|xml|txt|md|pdf|ico|svg|png|jpe?g|gif|webp|avif|woff2?|[ot]tf|eot|mp[34]|webm|og[gv]|wav|mov|zip)$/i.test(new URL(new Request('https://api.test/a.png').url).pathname)",
    },
    {},
    "import { isCommonAssetRequest } from 'msw/utils/is-common-asset-request'\nimport { http, HttpResponse } from 'msw/http'\nimport { setupServer } from 'msw/node'",
  ),
  ...rowsOf(
    'msw',
    {
      "const server = setupServer(graphql.query('GetUser', () => HttpResponse.json({ data: {} })))":
        "const server = setupMocks([api.query('GetUser', { data: {} })])",
    },
    {},
    "import { HttpResponse } from 'msw'\nimport { graphql } from 'msw/core/graphql'\nimport { setupServer } from 'msw/node'",
  ),
  ...rowsOf(
    'msw',
    {},
    {
      "const server = setupServer(msw.http.get('/a', () => msw.HttpResponse.json({ id: 1 })))":
        "import the names of msw one by one: import { http, HttpResponse } from 'msw'",
    },
    "import * as msw from 'msw'\nimport { setupServer } from 'msw/node'",
  ),
  ...rowsOf(
    'msw',
    {
      "const server = setupServer(mock.get('/a', () => Reply.json({ id: 1 })))":
        "const server = setupMocks([rest.get('/a', { id: 1 })])",
    },
    {},
    "import { http as mock, HttpResponse as Reply } from 'msw'\nimport { setupServer } from 'msw/node'",
  ),
  ...rowsOf(
    'msw',
    {
      "const server = setupServer(http.get('/a', () => HttpResponse.json({ id: 1 })))":
        "const server = setupMocks([rest.get('/a', { id: 1 })])",
    },
    {},
    "const { http, HttpResponse } = require('msw')\nconst { setupServer } = require('msw/node')",
  ),
  ...rowsOf(
    'msw',
    {
      "const worker = setupWorker()\nawait worker.start({ serviceWorker: { url: '/worker.js' } })":
        "const worker = setupMocks([], { onUnmatched: 'warn' })\nawait worker.start()",
      "const worker = setupWorker()\nawait worker.start({ onUnhandledFrame: 'error' })":
        'const worker = setupMocks([])\nawait worker.start()',
      'const worker = setupWorker()\nawait worker.start({ onUnhandledRequest: (request, print) => print.warning() })':
        "const worker = setupMocks([], { onUnmatched: 'warn' })\nawait worker.start()",
      'const worker = setupWorker()\nawait worker.start({ waitUntilReady: false, quiet: true })':
        "const worker = setupMocks([], { onUnmatched: 'warn' })\nawait worker.start()",
      "const worker = setupWorker()\nworker.use(http.get('/a', () => HttpResponse.json([])))":
        "const worker = setupMocks([], { onUnmatched: 'warn' })\nworker.use(rest.get('/a', []))",
      'const worker = setupWorker()\nworker.resetHandlers()':
        "const worker = setupMocks([], { onUnmatched: 'warn' })\nworker.reset()",
    },
    {},
    "import { http, HttpResponse } from 'msw'\nimport { setupWorker } from 'msw/browser'",
  ),
  ...rowsOf(
    'msw',
    {
      "const network = defineNetwork({ sources: [new InterceptorSource({ interceptors: [] })], handlers: [http.get('/a', () => HttpResponse.json({ id: 1 }))] })\nawait network.enable()\nawait network.disable()":
        "const network = setupMocks([rest.get('/a', { id: 1 })])",
      "const network = defineNetwork({ sources: [], onUnhandledFrame: 'bypass' })\nnetwork.enable()\nnetwork.disable()":
        "const network = setupMocks([], { onUnmatched: 'passthrough' })\nnetwork.start()\nnetwork.stop()",
      'const server = setupServer()\nserver.listen({ onUnhandledFrame({ frame, defaults }) { if (frame instanceof HttpNetworkFrame && isCommonAssetRequest(frame.data.request)) return; defaults.warn() } })':
        "const server = setupMocks([], { onUnmatched: (request) => { if (request.headers.upgrade !== 'websocket' && /\\.(?:html|s?css|less|[cm]?[jt]sx?|json|csv|xml|txt|md|pdf|ico|svg|png|jpe?g|gif|webp|avif|woff2?|[ot]tf|eot|mp[34]|webm|og[gv]|wav|mov|zip)$/i.test(new URL(request.url).pathname)) return 'passthrough'; console.warn(`No stub answers ${request.method} ${request.url}`)\nreturn 'passthrough' } })",
      'const server = setupServer()\nserver.listen({ onUnhandledFrame({ frame, defaults }) { if (frame instanceof WebSocketNetworkFrame) return; defaults.error() } })':
        "const server = setupMocks([], { onUnmatched: (request) => { if (request.headers.upgrade === 'websocket') return 'passthrough';  } })",
      'const server = setupServer()\nserver.listen({ onUnhandledRequest(request, print) { if (isCommonAssetRequest(request)) return; print.error() } })':
        "const server = setupMocks([], { onUnmatched: (request) => { if (/\\.(?:html|s?css|less|[cm]?[jt]sx?|json|csv|xml|txt|md|pdf|ico|svg|png|jpe?g|gif|webp|avif|woff2?|[ot]tf|eot|mp[34]|webm|og[gv]|wav|mov|zip)$/i.test(new URL(request.url).pathname)) return 'passthrough';  } })",
    },
    {},
    "import { defineNetwork, HttpNetworkFrame, InterceptorSource, WebSocketNetworkFrame } from 'msw/experimental'\nimport { http, HttpResponse } from 'msw/http'\nimport { setupServer } from 'msw/node'\nimport { isCommonAssetRequest } from 'msw'",
  ),
  ...rowsOf(
    'msw',
    {},
    {
      "const handler = new HttpHandler('GET', '/a', () => new Response())":
        'declare it by a method of rest, as in rest.get(path, payload); the type of a stub is Stub',
      "const response = await handleRequest(new Request('https://api.test/a'), '1', [], {}, {})":
        'ask mocks without a patch: setupMocks(routes, { patch: false }).fetch(request)',
      "await onUnhandledRequest(new Request('https://api.test/a'), 'warn')":
        'the option onUnmatched of setupMocks decides what no stub answers',
      'const found = isPassthroughResponse(new Response())':
        "a call has its outcome: mocks.calls()[0].outcome === 'passed'",
    },
    "import { handleRequest, HttpHandler, isPassthroughResponse, onUnhandledRequest } from 'msw'",
  ),
  ...rowsOf(
    'msw',
    {},
    {
      'const plugins = [msw()]': 'mynah needs no plugin: take it out of the configuration',
    },
    "import { msw } from 'msw/vite'",
  ),
  ...rowsOf(
    'msw',
    {
      'type Own = HttpHandler': 'type Own = Stub',
      'type Own = RequestHandler[]': 'type Own = Stub[]',
      'type Own = GraphQLHandler': 'type Own = Stub',
      'type Own = AnyHandler[]': 'type Own = Stub[]',
      'type Own = SetupServer': 'type Own = Mocks',
      'type Own = SetupServerApi': 'type Own = Mocks',
      'type Own = SetupWorker': 'type Own = Mocks',
      'type Own = ReturnType<typeof setupServer>': 'type Own = Mocks',
      'type Own = HttpResponseResolver<{ id: string }>': 'type Own = (context: ResolverContext) => unknown',
      'type Own = ResponseResolver': 'type Own = (context: ResolverContext) => unknown',
      'type Own = StrictRequest<unknown>': 'type Own = Request',
      'type Own = StrictResponse<unknown>': 'type Own = Response',
      'type Own = HttpResponse<string>': 'type Own = Response',
      'type Own = HttpResponseInit': 'type Own = ResponseInit',
      'type Own = DefaultBodyType': 'type Own = unknown',
      'type Own = JsonBodyType': 'type Own = unknown',
      'type Own = PathParams': 'type Own = Record<string, string | string[]>',
      "type Own = PathParams<'id'>": 'type Own = Record<string, string | string[]>',
      'type Own = Path[]': 'type Own = (string | RegExp)[]',
      'type Own = RequestQuery': 'type Own = Record<string, string>',
      'type Own = DefaultRequestMultipartBody': 'type Own = Record<string, string | File | (string | File)[]>',
      'type Own = RequestHandlerOptions': 'type Own = { once?: boolean }',
      'type Own = DelayMode': "type Own = 'real' | 'infinite'",
      'type Own = HttpHandlerMethod': 'type Own = string | RegExp',
      'type Own = ResponseResolverReturnType<unknown>': 'type Own = unknown',
      'type Own = AsyncResponseResolverReturnType<unknown>': 'type Own = unknown',
      'type Own = UnhandledRequestStrategy': "type Own = 'bypass' | 'warn' | 'error'",
      'type Own = UnhandledFrameStrategy': "type Own = 'bypass' | 'warn' | 'error'",
      'type Own = GraphQLQuery': 'type Own = Record<string, unknown> | null',
      'type Own = GraphQLVariables': 'type Own = Record<string, unknown>',
      'type Own = GraphQLOperationType': "type Own = 'query' | 'mutation' | 'subscription' | 'all'",
      'type Own = GraphQLResponseBody<unknown>': 'type Own = { data?: unknown; errors?: readonly unknown[] }',
      'type Own = keyof typeof http': 'type Own = keyof typeof rest',
    },
    {},
    "import { AnyHandler, AsyncResponseResolverReturnType, DefaultBodyType, DefaultRequestMultipartBody, DelayMode, GraphQLHandler, GraphQLOperationType, GraphQLQuery, GraphQLResponseBody, GraphQLVariables, HttpHandler, HttpHandlerMethod, HttpResponse, HttpResponseInit, HttpResponseResolver, JsonBodyType, Path, PathParams, RequestHandler, RequestHandlerOptions, RequestQuery, ResponseResolver, ResponseResolverReturnType, StrictRequest, StrictResponse, UnhandledFrameStrategy, UnhandledRequestStrategy, http } from 'msw'\nimport { SetupServer, SetupServerApi, setupServer } from 'msw/node'\nimport { SetupWorker } from 'msw/browser'",
  ),
]
