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
      "const server = setupServer(http.get('/a', () => HttpResponse.json(undefined)))":
        "const server = setupMocks([rest.get('/a', () => new Response(null, { headers: { 'content-type': 'application/json' } }))])",
      "const text = (one) => HttpResponse.text(one)\nconst server = setupServer(http.get('/a', () => { const response = text('a'); response.headers.set('x-a', '1'); return response }))":
        'const text = (one) => new Response(one)',
      "const down = () => HttpResponse.error()\nconst server = setupServer(http.get('/a', () => down()))":
        "const down = () => Response.error()\nconst server = setupMocks([rest.get('/a', () => down())])",
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
      "const server = setupServer(http.get('https://*.api.test/a', () => HttpResponse.json({ id: 1 })))":
        "const server = setupMocks([rest.get('/a', { id: 1 }, { match: ({ url }) => /^https:\\/\\/.*\\.api\\.test\\//.test(url) })])",
      "const server = setupServer(http.get('/a/:id?', () => HttpResponse.json({ id: 1 })))":
        "const server = setupMocks([rest.get('/a{/:id}', { id: 1 })])",
      "const server = setupServer(http.get('/a/*', () => HttpResponse.json({ id: 1 })))":
        "const server = setupMocks([rest.get('/a/*rest', { id: 1 })])",
      "const server = setupServer(http.get('/files/:path+', () => HttpResponse.json({ id: 1 })))":
        "const server = setupMocks([rest.get('/files/*path', { id: 1 })])",
      "const server = setupServer(http.get('/a', () => HttpResponse.html('<p>a</p>')))":
        "const server = setupMocks([rest.get('/a', html('<p>a</p>'))])",
      "const server = setupServer(http.get('/a', () => HttpResponse.xml('<a/>')))":
        "const server = setupMocks([rest.get('/a', () => new Response('<a/>', { headers: { 'content-type': 'text/xml' } }))])",
      "const server = setupServer(http.get('/a', () => HttpResponse.xml('<a/>', { status: 201, headers: { 'x-a': '1' } })))":
        "const server = setupMocks([rest.get('/a', () => new Response('<a/>', { status: 201, headers: { 'content-type': 'text/xml', 'x-a': '1' } }))])",
      "const server = setupServer(http.get('/a', () => HttpResponse.arrayBuffer(new Uint8Array([1]).buffer)))":
        "const server = setupMocks([rest.get('/a', () => new Response(new Uint8Array([1]).buffer, { headers: { 'content-type': 'application/octet-stream' } }))])",
      "const server = setupServer(http.get('/a', () => HttpResponse.arrayBuffer(new Uint8Array([1]).buffer, { headers: { 'content-type': 'image/png' } })))":
        "const server = setupMocks([rest.get('/a', () => new Response(new Uint8Array([1]).buffer, { headers: { 'content-type': 'image/png' } }))])",
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
      "const server = setupServer(http.get('/a', () => HttpResponse.json()))":
        "const server = setupMocks([rest.get('/a', () => new Response(null, { headers: { 'content-type': 'application/json' } }))])",
      "const server = setupServer(http.get('/a', () => HttpResponse.text('a', { status: 201 })))":
        "const server = setupMocks([rest.get('/a', text('a'), { status: 201 })])",
      "const server = setupServer(http.get('/a', () => HttpResponse.html('a', { headers: { 'x-a': '1' } })))":
        "const server = setupMocks([rest.get('/a', html('a'), { headers: { 'x-a': '1' } })])",
      "const server = setupServer(http.get('/a', ({ request }) => HttpResponse.json({ url: request.url })))":
        "const server = setupMocks([rest.get('/a', ({ request }) => Response.json({ url: request.url }))])",
      "const server = setupServer(http.get('/a', ({ cookies }) => HttpResponse.json({ a: cookies.a })))":
        "const server = setupMocks([rest.get('/a', ({ request: { cookies } }) => Response.json({ a: cookies.a }))])",
      "const server = setupServer(http.get('/a', (info) => HttpResponse.json({ id: info.params.id })))":
        "const server = setupMocks([rest.get('/a', (info) => Response.json({ id: info.request.params.id }))])",
      "const server = setupServer(http.get('/a', function* () { yield HttpResponse.json({ id: 1 }); yield HttpResponse.json({ id: 2 }) }))":
        "const server = setupMocks([rest.get('/a', sequence({ id: 1 }, { id: 2 }))])",
      "const server = setupServer(http.get('/a', async function* () { yield HttpResponse.json({ id: 1 }); return HttpResponse.json({ id: 2 }, { status: 201 }) }))":
        "const server = setupMocks([rest.get('/a', sequence({ id: 1 }, status(201, { id: 2 })))])",
      "const server = setupServer(http.get('/a', () => passthrough()))":
        "const server = setupMocks([rest.get('/a', () => passthrough())])",
      "const server = setupServer(http.get('/a', () => undefined))":
        "const server = setupMocks([rest.get('/a', ({ next }) => next())])",
      "const server = setupServer(http.get('/a', () => { throw HttpResponse.json({ id: 1 }, { status: 500 }) }))":
        "const server = setupMocks([rest.get('/a', () => { throw Response.json({ id: 1 }, { status: 500 }) })])",
      "const server = setupServer(http.get('/a', () => { throw new Error('down') }))":
        "const server = setupMocks([rest.get('/a', () => { throw new Error('down') })])",
      "const server = setupServer(http.get('/a', async () => { await delay(20); return HttpResponse.json([]) }))":
        "const server = setupMocks([rest.get('/a', async ({ setDelay }) => { setDelay(20); return Response.json([]) })])",
      "const server = setupServer(http.get('/a', async () => { await delay(); return HttpResponse.json([]) }))":
        "const server = setupMocks([rest.get('/a', async ({ setDelay }) => { setDelay(5); return Response.json([]) })])",
      "const server = setupServer(http.get('/a', async () => { await delay('real'); return HttpResponse.json([]) }))":
        "const server = setupMocks([rest.get('/a', async ({ setDelay }) => { setDelay(5); return Response.json([]) })])",
      "const server = setupServer(http.get('/a', async () => { await delay('infinite'); return HttpResponse.json([]) }))":
        "const server = setupMocks([rest.get('/a', async ({ setDelay }) => { setDelay(Infinity); return Response.json([]) })])",
      "const server = setupServer(http.get('/a', async () => { await delay('infinite') }))":
        "const server = setupMocks([rest.get('/a', async ({ next }) => { await new Promise(() => {})",
      "const server = setupServer(http.all('*', async () => { await delay(20) }))":
        "const server = setupMocks([rest.all('/{*rest}', async ({ next }) => { await new Promise((resolve) => setTimeout(resolve, 20))",
      "const server = setupServer(http.get('/a', async ({ request }) => { const response = await fetch(bypass(request)); return HttpResponse.json(await response.json()) }))":
        "const server = setupMocks([rest.get('/a', async ({ request: { raw: request }, fetchReal }) => { const response = await fetchReal(request); return Response.json(await response.json()) })])",
      "const server = setupServer(http.get('/a', async () => { const response = await fetch(bypass('https://api.test/b')); return HttpResponse.json(await response.json()) }))":
        "const server = setupMocks([rest.get('/a', async ({ fetchReal }) => { const response = await fetchReal('https://api.test/b'); return Response.json(await response.json()) })])",
      "const server = setupServer(http.get('/a', async ({ request }) => { const response = await fetch(bypass(request, { method: 'POST' })); return response }))":
        "const server = setupMocks([rest.get('/a', async ({ request: { raw: request }, fetchReal }) => { const response = await fetchReal(request, { method: 'POST' }); return response })])",
      "const server = setupServer(graphql.mutation('Save', () => HttpResponse.json({ data: { ok: true } })))":
        "const server = setupMocks([api.mutation('Save', { data: { ok: true } })])",
      'const server = setupServer(graphql.operation(() => HttpResponse.json({ data: {} })))':
        'const server = setupMocks([api.operation({ data: {} })])',
      "const server = setupServer(graphql.query('GetUser', ({ variables }) => HttpResponse.json({ data: { id: variables.id } })))":
        "const server = setupMocks([api.query('GetUser', ({ variables }) => Response.json({ data: { id: variables.id } }))])",
      "const server = setupServer(graphql.query(/User/, () => HttpResponse.json({ errors: [{ message: 'a' }] })))":
        "const server = setupMocks([api.query(/User/, { errors: [{ message: 'a' }] })])",
      'const server = setupServer()\nserver.listen()': 'const server = setupMocks([])',
      "const server = setupServer()\nserver.listen({ onUnhandledRequest: 'error' })": 'const server = setupMocks([])',
      "const server = setupServer()\nserver.listen({ onUnhandledRequest: 'warn' })":
        "const server = setupMocks([], { onUnmatched: 'warn' })",
      'const server = setupServer()\nserver.listen({ onUnhandledRequest: (request, print) => print.error() })':
        'const server = setupMocks([])',
      "const server = setupServer()\nserver.listen({ onUnhandledRequest(request, print) { if (request.url.includes('/assets')) return; print.error() } })":
        "const server = setupMocks([], { onUnmatched: (request) => { if (request.url.includes('/assets')) return 'passthrough';  } })",
      'const server = setupServer()\nserver.listen({ onUnhandledRequest: (request) => { throw new Error(request.url) } })':
        'const server = setupMocks([], { onUnmatched: (request) => { throw new Error(request.url) } })',
      "const server = setupServer()\nserver.listen({ onUnhandledFrame: 'error' })": 'const server = setupMocks([])',
      "const server = setupServer()\nserver.listen({ onUnhandledFrame: 'bypass' })":
        "const server = setupMocks([], { onUnmatched: 'passthrough' })",
      "const server = setupServer()\nserver.listen({ onUnhandledFrame: 'warn' })":
        "const server = setupMocks([], { onUnmatched: 'warn' })",
      'const server = setupServer()\nserver.listen({ onUnhandledFrame: ({ defaults }) => defaults.error() })':
        'const server = setupMocks([])',
      'const server = setupServer()\nserver.resetHandlers()': 'const server = setupMocks([])',
      "const server = setupServer()\nserver.resetHandlers(http.get('/a', () => HttpResponse.json([])))":
        "server.use(rest.get('/a', []))",
      'const server = setupServer()\nserver.restoreHandlers()': 'const server = setupMocks([])',
      'const server = setupServer()\nserver.close()': 'const server = setupMocks([])',
      "const server = setupServer()\ntest('b', server.boundary(async () => { server.use(http.get('/a', () => HttpResponse.json([]))) }))":
        "test('b', () => server.isolate(async () => { server.use(rest.get('/a', [])) }))",
      "const server = setupServer()\nserver.events.on('request:unhandled', ({ request }) => { console.log(request.url) })":
        "server.on('unmatched', ({ request }) => { console.log(request.url) })",
      "const server = setupServer()\nserver.events.on('response:mocked', ({ request, response }) => { console.log(request.url, response.status) })":
        "server.on('answered', ({ request, response }) => { if (!response) return; console.log(request.url, response.status) })",
      "const server = setupServer()\nserver.events.on('request:match', ({ request }) => { console.log(request.method) })":
        "server.on('answered', ({ request }) => { console.log(request.method) })",
      "const server = setupServer()\nserver.events.on('request:end', ({ request }) => { console.log(request.url) })":
        "for (const event of ['answered', 'unmatched']) server.on(event, ({ request }) => { console.log(request.url) })",
      "const server = setupServer()\nserver.events.on('unhandledException', ({ error }) => { console.log(error) })":
        'const server = setupMocks([])\n})',
      "const server = setupServer()\nserver.events.once('request:start', () => {})":
        "const undo = server.on('request', () => { undo() })",
      "const server = setupServer()\nserver.events.once('request:start', ({ request }) => console.log(request.url))":
        "const undo = server.on('request', ({ request }) => { undo(); console.log(request.url) })",
      'const server = setupServer()\nserver.events.removeAllListeners()': 'const server = setupMocks([])\n})',
      "const server = setupServer()\nserver.events.on('request:start', () => {})\nserver.events.removeAllListeners()":
        "const server = setupMocks([])\n  const undos = []\nundos.push(server.on('request', () => {}))\nfor (const undo of undos.splice(0)) undo()",
      "const server = setupServer()\nconst listener = () => {}\nserver.events.on('request:start', listener)\nserver.events.removeListener('request:start', listener)":
        "undos.push(server.on('request', listener))\nfor (const undo of undos.splice(0)) undo()",
      "const server = setupServer(sse('/a', ({ client }) => { client.send({ data: 'a' }) }))":
        "() => sse((async function* () { yield { data: 'a' }; await new Promise(() => {}) })()),\n    { match: { headers: { accept: 'text/event-stream' } } },",
      "const server = setupServer(sse('/a', ({ client }) => { client.send({ event: 'b', id: '1', data: { id: 1 } }); client.close() }))":
        "sse([{ event: 'b', id: '1', data: { id: 1 } }]),",
      "const server = setupServer(sse('/a', ({ client }) => { client.send({ data: Math.max(1, 2) }); client.close() }))":
        '() => sse([{ data: Math.max(1, 2) }]),',
      "const server = setupServer(sse('/a', ({ server }) => { server.connect() }))":
        "({ fetchReal }) => fetchReal(),\n    { match: { headers: { accept: 'text/event-stream' } } },",
      "const server = setupServer(http.get('/a', ({ requestId }) => HttpResponse.json({ requestId })))":
        "rest.get('/a', () => Response.json({ requestId: Math.random().toString(16).slice(2) }))",
      "const server = setupServer(http.get('/a', function* () { let i = 0; while (i < 3) { i++; yield HttpResponse.json({ i }) } return HttpResponse.json({ i: 0 }) }))":
        "rest.get('/a', (() => {\n    const replies = (function* () { let i = 0; while (i < 3) { i++; yield Response.json({ i }) } return Response.json({ i: 0 }) })()\n    let last\n    return () => (last = replies.next().value ?? last)\n  })())",
      "const server = setupServer()\nserver.listen({ onUnhandledFrame({ frame, defaults }) { if (frame.protocol === 'http') defaults.error() } })":
        "const server = setupMocks([], { onUnmatched: (request) => { if (request.headers.upgrade !== 'websocket') return",
      'const server = setupServer()\nconst handlers = server.listHandlers()':
        'const routes = []\n  const server = setupMocks(routes)\nconst handlers = routes',
      'const server = setupServer()\nexpect(server.listHandlers()).toHaveLength(0)':
        'const routes = []\n  const server = setupMocks(routes)\nexpect(routes).toHaveLength(0)',
      "const server = setupServer(http.get('/a', () => HttpResponse.json([])))\nexpect(server.listHandlers().length).toBe(1)":
        "const routes = [rest.get('/a', [])]\n  const server = setupMocks(routes)\nexpect(routes.length).toBe(1)",
      "const server = setupServer(...['get', 'put'].map((method) => http[method]('/a', () => HttpResponse.json({ id: 1 }))))":
        "const server = setupMocks(['get', 'put'].map((method) => rest[method]('/a', () => Response.json({ id: 1 }))))",
      "const server = setupServer(http.get('/a/:id', () => HttpResponse.json({ id: 1 })), http.get('/a/me', () => HttpResponse.json({ id: 0 })))":
        "const server = setupMocks([rest.get('/a/:id', { id: 1 })])",
      "const server = setupServer(http.get('/a', () => HttpResponse.json({ id: 1 })), http.get('/a', () => HttpResponse.json({ id: 2 })))":
        "const server = setupMocks([rest.get('/a', { id: 1 })])",
      "const response = await getResponse([http.get('https://api.test/a', () => HttpResponse.json([]))], new Request('https://api.test/a'))":
        "const response = await setupMocks([rest.get('https://api.test/a', [])], { patch: false }).fetch(new Request('https://api.test/a'))",
    },
    {
      "const api = ws.link('wss://api.test')":
        'there are no WebSocket mocks here: keep these tests with msw, in files of their own',
      "const server = setupServer(http.get('/:id', ({ request }) => { if (request.headers.has('x-a')) return HttpResponse.json({ id: 1 }) }), http.get('/a', () => HttpResponse.json({ id: 0 })))":
        "http.get('/:id') comes first in msw, and this one, which is more specific, here: remove one of them, or declare this one first if it should answer",
      "const api = graphql.link('https://api.test/graphql')\nconst server = setupServer(api.subscription('OnUser', () => {}))":
        'msw answers a subscription over a WebSocket, which is not mocked here; over server-sent events it is api.subscription(name, [{ data }]); setupMocks refuses a handler of msw',
      "const server = setupServer()\nserver.events.on('response:bypass', ({ response }) => { console.log(response.status) })":
        "no event comes with a real response: read mocks.calls() after it, whose outcome is 'passed'",
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
  ...rowsOf(
    'msw',
    {
      "const server = setupServer(sse('/a', ({ client }) => { client.send({ data: 'a' }) }))":
        "() => sse((async function* () { yield { data: 'a' }; await new Promise(() => {}) })()),\n    { match: { headers: { accept: 'text/event-stream' } } },",
    },
    {},
    "import { sse } from 'msw/sse'\nimport { setupServer } from 'msw/node'",
  ),
  ...rowsOf(
    'msw',
    {},
    {
      "const server = setupServer(rest.get('/a', (req, res, ctx) => res(ctx.json({ id: 1 }))))":
        'rest is of msw 1: move to msw 2 by https://mswjs.io/docs/migrations/1.x-to-2.x, then run this again',
    },
    "import { rest } from 'msw'\nimport { setupServer } from 'msw/node'",
  ),
  ...rowsOf(
    'msw',
    {},
    {
      "const api = ws.link('wss://api.test')":
        'there are no WebSocket mocks here: keep these tests with msw, in files of their own',
    },
    "import { ws } from 'msw/ws'",
  ),
  ...rowsOf(
    'msw',
    {
      "const server = setupServer(http.get('/a', async () => { await delay(20); return HttpResponse.json([]) }))":
        "const server = setupMocks([rest.get('/a', async ({ setDelay }) => { setDelay(20); return Response.json([]) })])",
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
  ...rowsOf(
    'msw',
    {
      "const found = isCommonAssetRequest(new Request('https://api.test/a.png'))":
        "|zip)$/i.test(new URL(new Request('https://api.test/a.png').url).pathname)",
      "const url = cleanUrl('https://api.test/a?b=1')": "const url = 'https://api.test/a?b=1'.replace(/[?#].*$/, '')",
      "const url = getCleanUrlString('/a' + '?b=1')": "const url = ('/a' + '?b=1').replace(/[?#].*$/, '')",
    },
    {
      "const found = matchRequestUrl(new URL('https://api.test/a'), '/a')":
        'no function here matches a URL: ask which stub would answer, (await mocks.explain(url)).params',
    },
    "import { matchRequestUrl, isCommonAssetRequest, cleanUrl, getCleanUrlString } from 'msw'",
  ),
  ...rowsOf(
    'msw',
    { 'const network = defineNetwork({ sources: [] })': 'const network = setupMocks([])' },
    {},
    "import { defineNetwork, InterceptorSource } from 'msw/experimental'",
  ),
]
