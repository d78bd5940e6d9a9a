import { type Row, rowsOf } from './row.ts'

export const MSW: readonly Row[] = [
  ...rowsOf(
    'msw',
    {
      "const server = setupServer(http.get('/a', () => HttpResponse.json({ id: 1 })))":
        "const server = setupMocks([rest.get('/a', { id: 1 })])",
      "const server = setupServer(http.get('/a', () => HttpResponse.json({ id: 1 }, { status: 201 })))":
        "const server = setupMocks([rest.get('/a', status(201, { id: 1 }))])",
      "const server = setupServer(http.post('/a', () => new HttpResponse(null, { status: 204 })))":
        "const server = setupMocks([rest.post('/a', status(204))])",
      "const server = setupServer(http.get('/a', () => HttpResponse.json({ id: 1 }, { status: 204 })))":
        "const server = setupMocks([rest.get('/a', status(204))])",
      "const server = setupServer(http.get('/a', () => new HttpResponse('', { status: 304 })))":
        "const server = setupMocks([rest.get('/a', () => new Response(null, { status: 304 }))])",
      "const text = (one) => HttpResponse.text(one)\nconst server = setupServer(http.get('/a', () => { const response = text('a'); response.headers.set('x-a', '1'); return response }))":
        'const text = (one) => new Response(one)',
      "const down = () => HttpResponse.error()\nconst server = setupServer(http.get('/a', () => down()))":
        "const down = () => Response.error()\nconst server = setupMocks([rest.get('/a', ({ next }) => down() ?? next())])",
      "const server = setupServer(http.get('/a', () => delay(20).then(() => HttpResponse.json([]))))":
        "const server = setupMocks([rest.get('/a', () => new Promise((resolve) => setTimeout(resolve, 20)).then(() => Response.json([])))])",
      "let server\nserver = setupServer(http.get('/a', () => HttpResponse.json({ id: 1 })))":
        "server = setupMocks([rest.get('/a', { id: 1 })])",
      "const server = setupServer(http.get('/a/me', () => HttpResponse.json({ id: 0 })), http.get('/a/:id', () => HttpResponse.json({ id: 1 })))":
        "const server = setupMocks([rest.get('/a/me', { id: 0 }), rest.get('/a/:id', { id: 1 })])",
      "const server = setupServer(http.put('/a', () => HttpResponse.json({ id: 1 })))":
        "const server = setupMocks([rest.put('/a', { id: 1 })])",
      "const server = setupServer(http.patch('/a', () => HttpResponse.json({ id: 1 })))":
        "const server = setupMocks([rest.patch('/a', { id: 1 })])",
      "const server = setupServer(http.delete('/a', () => HttpResponse.json({ id: 1 })))":
        "const server = setupMocks([rest.delete('/a', { id: 1 })])",
      "const server = setupServer(http.head('/a', () => new HttpResponse()))":
        "const server = setupMocks([rest.head('/a', status(200))])",
      "const server = setupServer(http.options('/a', () => new HttpResponse()))":
        "const server = setupMocks([rest.options('/a', status(200))])",
      "const server = setupServer(http.all('/a', () => HttpResponse.json({ id: 1 })))":
        "const server = setupMocks([rest.all('/a', { id: 1 })])",
      "const server = setupServer(http.get('*/a', () => HttpResponse.json({ id: 1 })))":
        "const server = setupMocks([rest.get('{/*rest}/a', { id: 1 })])",
      "const server = setupServer(http.get('/a/:id?', () => HttpResponse.json({ id: 1 })))":
        "const server = setupMocks([rest.get('/a{/:id}', { id: 1 })])",
      "const server = setupServer(http.get('/a/*', () => HttpResponse.json({ id: 1 })))":
        "const server = setupMocks([rest.get('/a/*rest', { id: 1 })])",
      "const server = setupServer(http.get('/files/:path+', () => HttpResponse.json({ id: 1 })))":
        "const server = setupMocks([rest.get('/files/*path', { id: 1 })])",
      "const server = setupServer(http.get('/a', () => HttpResponse.html('<p>a</p>')))":
        "const server = setupMocks([rest.get('/a', html('<p>a</p>'))])",
      "const server = setupServer(http.get('/a', () => HttpResponse.formData(new FormData())))":
        "const server = setupMocks([rest.get('/a', () => new Response(new FormData()))])",
      "const server = setupServer(http.get('/a', () => HttpResponse.redirect('https://api.test/b')))":
        "const server = setupMocks([rest.get('/a', redirect('https://api.test/b'))])",
      "const server = setupServer(http.get('/a', () => HttpResponse.redirect('https://api.test/b', 301)))":
        "const server = setupMocks([rest.get('/a', redirect('https://api.test/b', 301))])",
      "const server = setupServer(http.get('/a', () => new HttpResponse('a', { headers: { 'content-type': 'text/css' } })))":
        "const server = setupMocks([rest.get('/a', () => new Response('a', { headers: { 'content-type': 'text/css' } }))])",
      "const server = setupServer(http.get('/a', () => new Response('a')))":
        "const server = setupMocks([rest.get('/a', () => new Response('a'))])",
      "const server = setupServer(http.get('/a', () => HttpResponse.text('a', { status: 201 })))":
        "const server = setupMocks([rest.get('/a', text('a'), { status: 201 })])",
      "const server = setupServer(http.get('/a', () => HttpResponse.html('a', { headers: { 'x-a': '1' } })))":
        "const server = setupMocks([rest.get('/a', html('a'), { headers: { 'x-a': '1' } })])",
      "const server = setupServer(http.get('/a', ({ request }) => HttpResponse.json({ url: request.url })))":
        "const server = setupMocks([rest.get('/a', ({ request }) => ({ url: request.url }))])",
      "const server = setupServer(http.get('/a', ({ cookies }) => HttpResponse.json({ a: cookies.a })))":
        "const server = setupMocks([rest.get('/a', ({ request: { cookies } }) => ({ a: cookies.a }))])",
      "const server = setupServer(http.get('/a', () => passthrough()))":
        "const server = setupMocks([rest.get('/a', () => passthrough())])",
      "const server = setupServer(http.get('/a', () => undefined))":
        "const server = setupMocks([rest.get('/a', ({ next }) => next())])",
      "const server = setupServer(http.get('/a', () => { throw HttpResponse.json({ id: 1 }, { status: 500 }) }))":
        "const server = setupMocks([rest.get('/a', () => { throw Response.json({ id: 1 }, { status: 500 }) })])",
      "const server = setupServer(http.get('/a', () => { throw new Error('down') }))":
        "const server = setupMocks([rest.get('/a', () => { throw new Error('down') })])",
      "const server = setupServer(http.get('/a', async () => { await delay(20); return HttpResponse.json([]) }))":
        "const server = setupMocks([rest.get('/a', async () => { await new Promise((resolve) => setTimeout(resolve, 20)); return [] })])",
      "const server = setupServer(http.get('/a', async () => { await delay(); return HttpResponse.json([]) }))":
        "const server = setupMocks([rest.get('/a', async () => { await new Promise((resolve) => setTimeout(resolve, 5)); return [] })])",
      "const server = setupServer(http.get('/a', async () => { await delay('real'); return HttpResponse.json([]) }))":
        "const server = setupMocks([rest.get('/a', async () => { await new Promise((resolve) => setTimeout(resolve, 5)); return [] })])",
      "const server = setupServer(http.get('/a', async () => { await delay('infinite'); return HttpResponse.json([]) }))":
        "const server = setupMocks([rest.get('/a', async () => { await new Promise(() => {}); return [] })])",
      "const server = setupServer(http.get('/a', async () => { await delay('infinite') }))":
        "const server = setupMocks([rest.get('/a', async ({ next }) => { await new Promise(() => {})",
      "const server = setupServer(http.all('*', async () => { await delay(20) }))":
        "const server = setupMocks([rest.all('/{*rest}', async ({ next }) => { await new Promise((resolve) => setTimeout(resolve, 20))",
      "const server = setupServer(graphql.mutation('Save', () => HttpResponse.json({ data: { ok: true } })))":
        "const server = setupMocks([api.mutation('Save', { data: { ok: true } })])",
      'const server = setupServer(graphql.operation(() => HttpResponse.json({ data: {} })))':
        'const server = setupMocks([api.operation({ data: {} })])',
      "const server = setupServer(graphql.query('GetUser', ({ variables }) => HttpResponse.json({ data: { id: variables.id } })))":
        "const server = setupMocks([api.query('GetUser', ({ variables }) => ({ data: { id: variables.id } }))])",
      "const server = setupServer(graphql.query(/User/, () => HttpResponse.json({ errors: [{ message: 'a' }] })))":
        "const server = setupMocks([api.query(/User/, { errors: [{ message: 'a' }] })])",
      'const server = setupServer()\nserver.listen()': 'const server = setupMocks([])',
      "const server = setupServer()\nserver.listen({ onUnhandledRequest: 'error' })": 'const server = setupMocks([])',
      "const server = setupServer()\nserver.listen({ onUnhandledRequest: 'warn' })":
        "const server = setupMocks([], { onUnmatched: 'warn' })",
      'const server = setupServer()\nserver.listen({ onUnhandledRequest: (request, print) => print.error() })':
        'const server = setupMocks([])',
      "const server = setupServer()\nserver.listen({ onUnhandledFrame: 'error' })": 'const server = setupMocks([])',
      "const server = setupServer()\nserver.listen({ onUnhandledFrame: 'bypass' })":
        "const server = setupMocks([], { onUnmatched: 'passthrough' })",
      "const server = setupServer()\nserver.listen({ onUnhandledFrame: 'warn' })":
        "const server = setupMocks([], { onUnmatched: 'warn' })",
      'const server = setupServer()\nserver.listen({ onUnhandledFrame: ({ defaults }) => defaults.error() })':
        'const server = setupMocks([])',
      'const server = setupServer()\nserver.resetHandlers()': 'const server = setupMocks([])',
      'const server = setupServer()\nserver.close()': 'const server = setupMocks([])',
      "const server = setupServer(...['get', 'put'].map((method) => http[method]('/a', () => HttpResponse.json({ id: 1 }))))":
        "const server = setupMocks(['get', 'put'].map((method) => rest[method]('/a', () => ({ id: 1 }))))",
    },
    {
      "const api = ws.link('wss://api.test')":
        'write rest.get(url, websocket({ open, message, close })), with websocket of mynah/websocket',
      "const api = graphql.link('https://api.test/graphql')\nconst server = setupServer(api.subscription('OnUser', () => {}))":
        'write it as api.subscription(name, [{ data }]), with graphql(endpoint, { websocket }) if the client opens a WebSocket',
    },
  ),
  ...rowsOf(
    'msw',
    {
      "const server = setupServer(http.get('/a', () => HttpResponse.json({ id: 1 })))":
        "const server = setupMocks([rest.get('/a', { id: 1 })])",
    },
    {},
    "import { http, HttpResponse } from 'msw/http'\nimport { setupServer } from 'msw/node'",
  ),
  ...rowsOf(
    'msw',
    {
      "const api = graphql.link('https://api.test/graphql')\nconst server = setupServer(api.mutation('Save', () => HttpResponse.json({ data: {} })))":
        "const server = setupMocks([api.mutation('Save', { data: {} })])",
    },
    {},
    "import { graphql } from 'msw/graphql'\nimport { HttpResponse } from 'msw/http'\nimport { setupServer } from 'msw/node'",
  ),
  ...rowsOf('msw', {}, {}, "import { sse } from 'msw/sse'\nimport { setupServer } from 'msw/node'"),
  ...rowsOf(
    'msw',
    {},
    {
      "const server = setupServer(rest.get('/a', (req, res, ctx) => res(ctx.json({ id: 1 }))))":
        'msw 1 is not converted',
    },
    "import { rest } from 'msw'\nimport { setupServer } from 'msw/node'",
  ),
  ...rowsOf(
    'msw',
    {},
    {
      "const api = ws.link('wss://api.test')":
        'write rest.get(url, websocket({ open, message, close })), with websocket of mynah/websocket',
    },
    "import { ws } from 'msw/ws'",
  ),
  ...rowsOf(
    'msw',
    {
      "const server = setupServer(http.get('/a', async () => { await delay(20); return HttpResponse.json([]) }))":
        "const server = setupMocks([rest.get('/a', async () => { await new Promise((resolve) => setTimeout(resolve, 20)); return [] })])",
    },
    {},
    "import { delay } from 'msw/utils/delay'\nimport { http, HttpResponse } from 'msw/http'\nimport { setupServer } from 'msw/node'",
  ),
  ...rowsOf(
    'msw',
    {
      "const worker = setupWorker(http.get('/a', () => HttpResponse.json([])))\nawait worker.start()":
        "const worker = setupMocks([rest.get('/a', [])], { onUnmatched: 'warn' })",
      "const worker = setupWorker()\nawait worker.start({ onUnhandledRequest: 'bypass', quiet: true })":
        "const worker = setupMocks([], { onUnmatched: 'passthrough' })",
      'const worker = setupWorker()\nworker.stop()': "const worker = setupMocks([], { onUnmatched: 'warn' })",
    },
    {},
    "import { http, HttpResponse } from 'msw'\nimport { setupWorker } from 'msw/browser'",
  ),
  ...rowsOf(
    'msw',
    {
      "const server = setupServer(http.get('/a', () => HttpResponse.json({ id: 1 })))":
        "const server = setupMocks([rest.get('/a', { id: 1 })])",
    },
    {},
    "import { HttpResponse } from 'msw'\nimport { http } from 'msw/core/http'\nimport { setupServer } from 'msw/node'",
  ),
  ...rowsOf(
    'msw',
    {
      "const server = setupServer(http.get('/a', () => HttpResponse.json({ id: 1 })))":
        "const server = setupMocks([rest.get('/a', { id: 1 })])",
    },
    {},
    "import { http, HttpResponse } from 'msw'\nimport { setupServer } from 'msw/native'",
  ),
  ...rowsOf('msw', {}, {}, "import { matchRequestUrl, isCommonAssetRequest, cleanUrl, getCleanUrlString } from 'msw'"),
  ...rowsOf('msw', {}, {}, "import { defineNetwork, InterceptorSource } from 'msw/experimental'"),
]
