import { type Row, rowsOf } from './row.ts'

/** What msw exports, by each of its entry points. */
export const MSW_EXPORTS: readonly Row[] = [
  ...rowsOf(
    'msw',
    {},
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
    {},
    {},
    "import { getResponse } from 'msw/utils/get-response'\nimport { http, HttpResponse } from 'msw/http'\nimport { setupServer } from 'msw/node'",
  ),
  ...rowsOf(
    'msw',
    {},
    {},
    "import { getCleanUrlString } from 'msw/utils/get-clean-url-string'\nimport { http, HttpResponse } from 'msw/http'\nimport { setupServer } from 'msw/node'",
  ),
  ...rowsOf(
    'msw',
    {},
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
    {},
    {},
    "import { defineNetwork, HttpNetworkFrame, InterceptorSource, WebSocketNetworkFrame } from 'msw/experimental'\nimport { http, HttpResponse } from 'msw/http'\nimport { setupServer } from 'msw/node'\nimport { isCommonAssetRequest } from 'msw'",
  ),
  ...rowsOf(
    'msw',
    {},
    {},
    "import { handleRequest, HttpHandler, isPassthroughResponse, onUnhandledRequest } from 'msw'",
  ),
  ...rowsOf('msw', {}, {}, "import { msw } from 'msw/vite'"),
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
      'type Own = ResponseResolverReturnType<unknown>': 'type Own = unknown',
      'type Own = AsyncResponseResolverReturnType<unknown>': 'type Own = unknown',
    },
    {},
    "import { AnyHandler, AsyncResponseResolverReturnType, DefaultBodyType, DefaultRequestMultipartBody, DelayMode, GraphQLHandler, GraphQLOperationType, GraphQLQuery, GraphQLResponseBody, GraphQLVariables, HttpHandler, HttpHandlerMethod, HttpResponse, HttpResponseInit, HttpResponseResolver, JsonBodyType, Path, PathParams, RequestHandler, RequestHandlerOptions, RequestQuery, ResponseResolver, ResponseResolverReturnType, StrictRequest, StrictResponse, UnhandledFrameStrategy, UnhandledRequestStrategy, http } from 'msw'\nimport { SetupServer, SetupServerApi, setupServer } from 'msw/node'\nimport { SetupWorker } from 'msw/browser'",
  ),
]
