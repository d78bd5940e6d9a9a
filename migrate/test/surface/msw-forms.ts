import { type Row, rowsOf } from './row.ts'

/** What handlers read and answer, and what a test does with their server. */
export const MSW_FORMS: readonly Row[] = [
  ...rowsOf(
    'msw',
    {
      "const server = setupServer(http.post('/a', async ({ request }) => HttpResponse.json(await request.json())))":
        "const server = setupMocks([rest.post('/a', async ({ request: { raw: request } }) => await request.json())])",
      "const server = setupServer(http.post('/a', async ({ request }) => HttpResponse.text(await request.text())))":
        "const server = setupMocks([rest.post('/a', async ({ request: { raw: request } }) => text(await request.text()))])",
      "const server = setupServer(http.post('/a', async ({ request }) => { const data = await request.formData(); return HttpResponse.json([...data.keys()]) }))":
        "const server = setupMocks([rest.post('/a', async ({ request: { raw: request } }) => { const data = await request.formData(); return [...data.keys()] })])",
      "const server = setupServer(http.post('/a', async ({ request }) => { const blob = await request.blob(); return HttpResponse.json({ size: blob.size }) }))":
        "const server = setupMocks([rest.post('/a', async ({ request: { raw: request } }) => { const blob = await request.blob(); return { size: blob.size } })])",
      "const server = setupServer(http.post('/a', async ({ request }) => HttpResponse.json({ size: (await request.arrayBuffer()).byteLength })))":
        "const server = setupMocks([rest.post('/a', async ({ request: { raw: request } }) => ({ size: (await request.arrayBuffer()).byteLength }))])",
      "const server = setupServer(http.post('/a', async ({ request }) => { const copy = request.clone(); return HttpResponse.json([await request.text(), await copy.text()]) }))":
        "const server = setupMocks([rest.post('/a', async ({ request: { raw: request } }) => { const copy = request.clone(); return [await request.text(), await copy.text()] })])",
      "const server = setupServer(http.get('/a', ({ request }) => HttpResponse.json({ a: request.headers.get('x-a') })))":
        "const server = setupMocks([rest.get('/a', ({ request: { raw: request } }) => ({ a: request.headers.get('x-a') }))])",
      "const server = setupServer(http.get('/a', ({ request }) => HttpResponse.json({ page: new URL(request.url).searchParams.get('page') })))":
        "const server = setupMocks([rest.get('/a', ({ request }) => ({ page: new URL(request.url).searchParams.get('page') }))])",
      "const server = setupServer(http.get('/a', ({ request: { method } }) => HttpResponse.json({ method })))":
        "const server = setupMocks([rest.get('/a', ({ request: { raw: { method } } }) => ({ method }))])",
      "const server = setupServer(http.get('/a/:id', ({ params: { id } }) => HttpResponse.json({ id })))":
        "const server = setupMocks([rest.get('/a/:id', ({ request: { params: { id } } }) => ({ id }))])",
      "const server = setupServer(http.get('/a/:id', ({ params }) => { const { id } = params; return HttpResponse.json({ id }) }))":
        "const server = setupMocks([rest.get('/a/:id', ({ request: { params } }) => { const { id } = params; return { id } })])",
      "const server = setupServer(http.get('/a/:id', function ({ params }) { return HttpResponse.json({ id: params.id }) }))":
        "const server = setupMocks([rest.get('/a/:id', function ({ request: { params } }) { return { id: params.id } })])",
      "const getA = ({ params }) => HttpResponse.json({ id: params.id })\nconst server = setupServer(http.get('/a/:id', getA))":
        "const getA = ({ request: { params } }) => ({ id: params.id })\nconst server = setupMocks([rest.get('/a/:id', getA)])",
      "const server = setupServer(http.get('/a', ({ request }) => { if (request.headers.has('x-a')) return HttpResponse.json({ id: 1 }) }))":
        "const server = setupMocks([rest.get('/a', ({ request: { raw: request }, next }) => { if (request.headers.has('x-a')) return { id: 1 }; return next() })])",
      "const server = setupServer(http.get('/a', ({ request }) => request.headers.has('x-a') ? HttpResponse.json({ id: 1 }) : undefined))":
        "const server = setupMocks([rest.get('/a', ({ request: { raw: request }, next }) => request.headers.has('x-a') ? { id: 1 } : next())])",
      "const server = setupServer(http.post('/a', async ({ request }) => { try { return HttpResponse.json(await request.json()) } catch { return new HttpResponse(null, { status: 400 }) } }))":
        "const server = setupMocks([rest.post('/a', async ({ request: { raw: request } }) => { try { return await request.json() } catch { return new Response(null, { status: 400 }) } })])",
      "const server = setupServer(http.get('/a', passthrough))":
        "const server = setupMocks([rest.get('/a', passthrough())])",
      "const server = setupServer(http.get('/a', () => HttpResponse.json({ id: 1 }), { once: true }))":
        "const server = setupMocks([rest.get('/a', { id: 1 }, { times: 1 })])",
      "const server = setupServer(http.get('/a', () => HttpResponse.json({ id: 1 }), { once: false }))":
        "const server = setupMocks([rest.get('/a', { id: 1 })])",
      'const A = /\\/a$/\nconst server = setupServer(http.get(A, () => HttpResponse.json({ id: 1 })))':
        "const server = setupMocks([rest.get('/{*rest}', { id: 1 }, { match: ({ url }) => A.test(url.replace(/[?#].*/, '')) })])",
      "const server = setupServer(http.get(new RegExp('/a$'), () => HttpResponse.json({ id: 1 })))":
        "const server = setupMocks([rest.get(\n    '/{*rest}',\n    { id: 1 },\n    { match: ({ url }) => new RegExp('/a$').test(url.replace(/[?#].*/, '')) },\n  )])",
      "const API = 'https://api.test'\nconst server = setupServer(http.get(`${API}/a`, () => HttpResponse.json({ id: 1 })))":
        'const server = setupMocks([rest.get(`${API}/a`, { id: 1 })])',
      "const API = 'https://api.test'\nconst server = setupServer(http.get(API + '/a', () => HttpResponse.json({ id: 1 })))":
        "const server = setupMocks([rest.get(API + '/a', { id: 1 })])",
      "const paths = { a: '/a/:id' }\nconst server = setupServer(http.get(paths.a, ({ params }) => HttpResponse.json({ id: params.id })))":
        'const server = setupMocks([rest.get(paths.a, ({ request: { params } }) => ({ id: params.id }))])',
      "const server = setupServer(http.get('/a?page=1', () => HttpResponse.json({ id: 1 })))":
        "const server = setupMocks([rest.get('/a', { id: 1 })])",
      "const server = setupServer(http.get('*', () => HttpResponse.json({ id: 1 })))":
        "const server = setupMocks([rest.get('/{*rest}', { id: 1 })])",
      "const server = setupServer(http.get('/a/:x/:y', ({ params: { x, y } }) => HttpResponse.json({ x, y })))":
        "const server = setupMocks([rest.get('/a/:x/:y', ({ request: { params: { x, y } } }) => ({ x, y }))])",
      "const server = setupServer(http.get('/a/*/b', () => HttpResponse.json({ id: 1 })))":
        "const server = setupMocks([rest.get('/a/{*rest}/b', { id: 1 })])",
      "const server = setupServer(http.get('/files/:path*', () => HttpResponse.json({ id: 1 })))":
        "const server = setupMocks([rest.get('/files{/*path}', { id: 1 })])",
      "const server = setupServer(...Object.entries({ '/a': 1, '/b': 2 }).map(([path, id]) => http.get(path, () => HttpResponse.json({ id }))))":
        "const server = setupMocks(Object.entries({ '/a': 1, '/b': 2 }).map(([path, id]) => rest.get(path, () => ({ id }))))",
      "const handlers = [http.get('/a', () => HttpResponse.json({ id: 1 }))]\nconst server = setupServer(...handlers)":
        "const handlers = [rest.get('/a', { id: 1 })]\nconst server = setupMocks(handlers)",
      "const a = http.get('/a', () => HttpResponse.json({ id: 1 }))\nconst server = setupServer(a)":
        'const server = setupMocks([a])',
      "const server = setupServer(http.get('/a', () => new HttpResponse('text')))":
        "const server = setupMocks([rest.get('/a', () => new Response('text'))])",
      "const server = setupServer(http.get('/a', () => new HttpResponse(new Blob(['a'], { type: 'text/csv' }))))":
        "const server = setupMocks([rest.get('/a', () => new Response(new Blob(['a'], { type: 'text/csv' })))])",
      "const server = setupServer(http.get('/a', () => new HttpResponse(new URLSearchParams({ a: '1' }))))":
        "const server = setupMocks([rest.get('/a', () => new Response(new URLSearchParams({ a: '1' })))])",
      "const server = setupServer(http.get('/a', () => new HttpResponse(new Uint8Array([1, 2]))))":
        "const server = setupMocks([rest.get('/a', () => new Response(new Uint8Array([1, 2])))])",
      "const server = setupServer(http.get('/a', () => new HttpResponse(new ReadableStream({ start(controller) { controller.enqueue(new TextEncoder().encode('a')); controller.close() } }))))":
        "const server = setupMocks([rest.get('/a', () => new Response(new ReadableStream({ start(controller) { controller.enqueue(new TextEncoder().encode('a')); controller.close() } })))])",
      "const server = setupServer(http.get('/a', () => new HttpResponse(null, { status: 404, statusText: 'None' })))":
        "const server = setupMocks([rest.get('/a', status(404), { statusText: 'None' })])",
      "const server = setupServer(http.get('/a', () => new HttpResponse(null, { headers: [['Set-Cookie', 'c=1'], ['Set-Cookie', 'd=2']] })))":
        "const server = setupMocks([rest.get('/a', () => new Response(null, { headers: [['Set-Cookie', 'c=1'], ['Set-Cookie', 'd=2']] }))])",
      "const server = setupServer(http.get('/a', () => { const headers = new Headers(); headers.append('x-a', '1'); return HttpResponse.json([], { headers }) }))":
        "const server = setupMocks([rest.get('/a', () => { const headers = new Headers(); headers.append('x-a', '1'); return Response.json([], { headers }) })])",
      "const server = setupServer(http.get('/a', () => HttpResponse.json([], { headers: { 'set-cookie': 'c=1' } })))":
        "const server = setupMocks([rest.get('/a', [], { headers: { 'set-cookie': 'c=1' } })])",
      "const server = setupServer(http.get('/a', () => HttpResponse.json(null)))":
        "const server = setupMocks([rest.get('/a', null)])",
      "const server = setupServer(http.get('/a', () => HttpResponse.json('text')))":
        "const server = setupMocks([rest.get('/a', 'text')])",
      "const server = setupServer(http.get('/a', () => HttpResponse.text('')))":
        "const server = setupMocks([rest.get('/a', text(''))])",
      "const server = setupServer(http.get('/a', () => HttpResponse.text()))":
        "const server = setupMocks([rest.get('/a', () => new Response())])",
      "const server = setupServer(http.get('/a', () => HttpResponse.json({ id: 1 }, { headers: { 'content-type': 'application/problem+json' } })))":
        "const server = setupMocks([rest.get('/a', { id: 1 }, { headers: { 'content-type': 'application/problem+json' } })])",
      "const server = setupServer(http.get('/a', () => ({ id: 1 })))":
        "const server = setupMocks([rest.get('/a', () => ({ id: 1 }))])",
      "const list = { id: 1 }\nconst server = setupServer(http.get('/a', () => HttpResponse.json(list)))":
        "const server = setupMocks([rest.get('/a', () => list)])",
      "const server = setupServer(http.get('/a', async () => { const ms = 20; await delay(ms); return HttpResponse.json([]) }))":
        "const server = setupMocks([rest.get('/a', async () => { const ms = 20; await new Promise((resolve) => setTimeout(resolve, ms)); return [] })])",
      "const server = setupServer(http.get('/a', async ({ request }) => { if (request.headers.has('x-a')) await delay(20); return HttpResponse.json([]) }))":
        "const server = setupMocks([rest.get('/a', async ({ request: { raw: request } }) => { if (request.headers.has('x-a')) await new Promise((resolve) => setTimeout(resolve, 20)); return [] })])",
      "const server = setupServer(http.get('/a', async () => { await Promise.all([delay(5), delay(5)]); return HttpResponse.json([]) }))":
        "const server = setupMocks([rest.get('/a', async () => { await Promise.all([new Promise((resolve) => setTimeout(resolve, 5)), new Promise((resolve) => setTimeout(resolve, 5))]); return [] })])",
      'const server = setupServer()\nawait delay(5)': 'await new Promise((resolve) => setTimeout(resolve, 5))',
      "const server = setupServer()\nserver.use(...[http.get('/a', () => HttpResponse.json([]))])":
        "server.use(...[rest.get('/a', [])])",
      "const server = setupServer()\nserver.use(http.get('/a', () => HttpResponse.json(1), { once: true }), http.get('/a', () => HttpResponse.json(2)))":
        "server.use(rest.get('/a', 1, { times: 1 }), rest.get('/a', 2))",
      "const server = setupServer()\nserver.listen({ onUnhandledRequest: 'bypass' })\nserver.close()":
        "const server = setupMocks([], { onUnmatched: 'passthrough' })\nserver.start()",
      "const server = setupServer(graphql.query('GetUser', () => HttpResponse.json({ data: { user: null } }), { once: true }))":
        "const server = setupMocks([api.query('GetUser', { data: { user: null } }, { times: 1 })])",
      "const server = setupServer(graphql.query('GetUser', () => HttpResponse.error()))":
        "const server = setupMocks([api.query('GetUser', networkError())])",
      "const server = setupServer(graphql.query('GetUser', () => new HttpResponse(null, { status: 503 })))":
        "const server = setupMocks([api.query('GetUser', () => new Response(null, { status: 503 }))])",
      "const server = setupServer(graphql.query('GetUser', ({ request }) => HttpResponse.json({ data: { a: request.headers.get('x-a') } })))":
        "const server = setupMocks([api.query('GetUser', ({ request: { raw: request } }) => ({ data: { a: request.headers.get('x-a') } }))])",
      "const server = setupServer(graphql.query('GetUser', ({ cookies }) => HttpResponse.json({ data: { a: cookies.a } })))":
        "const server = setupMocks([api.query('GetUser', ({ request: { cookies } }) => ({ data: { a: cookies.a } }))])",
      'const server = setupServer(graphql.operation(({ operationName, query }) => HttpResponse.json({ data: { operationName, query } })))':
        'const server = setupMocks([api.operation(({ operationName, query }) => ({ data: { operationName, query } }))])',
      "const server = setupServer(graphql.mutation('Save', ({ variables }) => variables.id ? HttpResponse.json({ data: variables }) : HttpResponse.json({ errors: [{ message: 'a' }] })))":
        "const server = setupMocks([api.mutation('Save', ({ variables }) => variables.id ? { data: variables } : { errors: [{ message: 'a' }] })])",
      "const server = setupServer(graphql.query('GetUser', () => HttpResponse.json({ data: { user: null }, extensions: { a: 1 } })))":
        "const server = setupMocks([api.query('GetUser', { data: { user: null }, extensions: { a: 1 } })])",
      "const api = graphql.link('/graphql')\nconst server = setupServer(api.operation(() => HttpResponse.json({ data: {} })))":
        'const server = setupMocks([api.operation({ data: {} })])',
      "const api = graphql.link('*/graphql')\nconst server = setupServer(api.query('GetUser', () => HttpResponse.json({ data: {} })))":
        "const server = setupMocks([api.query('GetUser', { data: {} })])",
      "const api = graphql.link('https://api.test/graphql')\nconst server = setupServer(api.query('GetUser', () => HttpResponse.json({ data: {} })), http.get('/a', () => HttpResponse.json([])))":
        "const server = setupMocks([api.query('GetUser', { data: {} }), rest.get('/a', [])])",
      "const server = setupServer(http.get('/a', () => HttpResponse.html('<p>', { status: 404 })))":
        "const server = setupMocks([rest.get('/a', html('<p>'), { status: 404 })])",
      "const server = setupServer(http.get('/a', () => HttpResponse.formData(new FormData(), { status: 201 })))":
        "const server = setupMocks([rest.get('/a', () => new Response(new FormData(), { status: 201 }))])",
      "const server = setupServer(http.get('/a', () => HttpResponse.redirect('https://api.test/b', 303)))":
        "const server = setupMocks([rest.get('/a', redirect('https://api.test/b', 303))])",
      "const server = setupServer(http.get('/a', () => HttpResponse.redirect('https://api.test/b', 307)))":
        "const server = setupMocks([rest.get('/a', redirect('https://api.test/b', 307))])",
      "const server = setupServer(http.get('/a', () => HttpResponse.redirect('https://api.test/b', 308)))":
        "const server = setupMocks([rest.get('/a', redirect('https://api.test/b', 308))])",
      "const server = setupServer(http.get('/a', () => HttpResponse.text('a', { headers: { 'x-a': '1' } })))":
        "const server = setupMocks([rest.get('/a', text('a'), { headers: { 'x-a': '1' } })])",
      "const server = setupServer(http.get('/a', () => HttpResponse.json({ error: 'no' }, { status: 400, statusText: 'No' })))":
        "const server = setupMocks([rest.get('/a', { error: 'no' }, { status: 400, statusText: 'No' })])",
      "const server = setupServer(http.get('/a', () => new HttpResponse(null, { status: 205 })))":
        "const server = setupMocks([rest.get('/a', status(205))])",
      "const server = setupServer(http.get('/a', () => HttpResponse.text(null, { status: 204 })))":
        "const server = setupMocks([rest.get('/a', status(204))])",
      "const server = setupServer(http.get('/a', () => HttpResponse.json([[1], { a: [null] }])))":
        "const server = setupMocks([rest.get('/a', [[1], { a: [null] }])])",
      "const server = setupServer(http.get('/a', () => HttpResponse.json(1)))":
        "const server = setupMocks([rest.get('/a', 1)])",
      "const server = setupServer(http.get('/a', () => HttpResponse.json(true)))":
        "const server = setupMocks([rest.get('/a', true)])",
      "const server = setupServer(http.get('/a', () => new HttpResponse(undefined)))":
        "const server = setupMocks([rest.get('/a', status(200))])",
      "const server = setupServer(http.get('/a', () => new HttpResponse('{\"id\":1}', { headers: { 'Content-Type': 'application/json' } })))":
        "const server = setupMocks([rest.get('/a', () => new Response('{\"id\":1}', { headers: { 'Content-Type': 'application/json' } }))])",
      "const server = setupServer(http.get('/a', () => HttpResponse.json([], { headers: { 'x-a': '1', 'x-b': '2' } })))":
        "const server = setupMocks([rest.get('/a', [], { headers: { 'x-a': '1', 'x-b': '2' } })])",
      "const server = setupServer(http.get('/a', ({ request: req }) => HttpResponse.json({ a: req.headers.get('x-a') })))":
        "const server = setupMocks([rest.get('/a', ({ request: { raw: req } }) => ({ a: req.headers.get('x-a') }))])",
      "const server = setupServer(http.get('/a/:id', ({ params: { id: user } }) => HttpResponse.json({ user })))":
        "const server = setupMocks([rest.get('/a/:id', ({ request: { params: { id: user } } }) => ({ user }))])",
      "const server = setupServer(http.get('/a/:id?', ({ params: { id = '0' } }) => HttpResponse.json({ id })))":
        "const server = setupMocks([rest.get('/a{/:id}', ({ request: { params: { id = '0' } } }) => ({ id }))])",
      "const server = setupServer(http.get('/a', ({ cookies: { a } }) => HttpResponse.json({ a })))":
        "const server = setupMocks([rest.get('/a', ({ request: { cookies: { a } } }) => ({ a }))])",
      "const server = setupServer(http.get('/a', ({ request }) => HttpResponse.text(`at ${request.url}`)))":
        "const server = setupMocks([rest.get('/a', ({ request }) => text(`at ${request.url}`))])",
      "const server = setupServer(http.get('/a', ({ request }) => HttpResponse.json({ path: new URL(request.url).pathname })))":
        "const server = setupMocks([rest.get('/a', ({ request }) => ({ path: new URL(request.url).pathname }))])",
      "const server = setupServer(http.all('/a', ({ request }) => { switch (request.method) { case 'GET': return HttpResponse.json([]); default: return new HttpResponse(null, { status: 405 }) } }))":
        "const server = setupMocks([rest.all('/a', ({ request, next }) => { switch (request.method) { case 'GET': return []; default: return new Response(null, { status: 405 }) }; return next() })])",
      "const server = setupServer(http.get('/a', ({ request }) => HttpResponse.json({ names: [...request.headers.keys()].filter((name) => name.startsWith('x-')) })))":
        "const server = setupMocks([rest.get('/a', ({ request: { raw: request } }) => ({ names: [...request.headers.keys()].filter((name) => name.startsWith('x-')) }))])",
      "const server = setupServer(http.get('/a', ({ request }) => HttpResponse.json({ isAborted: request.signal.aborted })))":
        "const server = setupMocks([rest.get('/a', ({ request }) => ({ isAborted: request.signal.aborted }))])",
      "const server = setupServer(http.get('/a', () => { return undefined }))":
        "const server = setupMocks([rest.get('/a', ({ next }) => { return next() })])",
      "const server = setupServer(http.get('/a', () => null))":
        "const server = setupMocks([rest.get('/a', ({ next }) => next())])",
      "const server = setupServer(http.get('/a', () => { throw new HttpResponse(null, { status: 401 }) }))":
        "const server = setupMocks([rest.get('/a', () => { throw new Response(null, { status: 401 }) })])",
      "const server = setupServer(http.get('/a', async () => { const data = await Promise.resolve([]); return HttpResponse.json(data) }))":
        "const server = setupMocks([rest.get('/a', async () => { const data = await Promise.resolve([]); return data })])",
      "const server = setupServer(http.get('/a', ({ request }) => { const { searchParams } = new URL(request.url); return HttpResponse.json({ pages: searchParams.getAll('page') }) }))":
        "const server = setupMocks([rest.get('/a', ({ request }) => { const { searchParams } = new URL(request.url); return { pages: searchParams.getAll('page') } })])",
      "const server = setupServer(http.get('/a', ({ request }) => new URL(request.url).searchParams.get('page') === '2' ? HttpResponse.json([2]) : HttpResponse.error()))":
        "const server = setupMocks([rest.get('/a', ({ request }) => new URL(request.url).searchParams.get('page') === '2' ? [2] : networkError())])",
      "const server = setupServer(http.get('https://api.test', () => HttpResponse.json({ id: 1 })))":
        "const server = setupMocks([rest.get('https://api.test', { id: 1 })])",
      "const server = setupServer(http.get('/', () => HttpResponse.json({ id: 1 })))":
        "const server = setupMocks([rest.get('/', { id: 1 })])",
      "const server = setupServer(http.get('https://api.test/*', () => HttpResponse.json({ id: 1 })))":
        "const server = setupMocks([rest.get('https://api.test/{*rest}', { id: 1 })])",
      "const server = setupServer(http.get('/a.json', () => HttpResponse.json({ id: 1 })))":
        "const server = setupMocks([rest.get('/a.json', { id: 1 })])",
      "const server = setupServer(http.get('/:x/:y', () => HttpResponse.json({ id: 1 })))":
        "const server = setupMocks([rest.get('/:x/:y', { id: 1 })])",
      "const server = setupServer(http.get('/files/*.png', () => HttpResponse.json({ id: 1 })))":
        "const server = setupMocks([rest.get('/files/{*rest}.png', { id: 1 })])",
      "const server = setupServer(http.get('*/a/:id', () => HttpResponse.json({ id: 1 })))":
        "const server = setupMocks([rest.get('{/*rest}/a/:id', { id: 1 })])",
      "const server = setupServer(http.get('/a/:id?', ({ params }) => HttpResponse.json({ id: params.id ?? null })))":
        "const server = setupMocks([rest.get('/a{/:id}', ({ request: { params } }) => ({ id: params.id ?? null }))])",
      "const server = setupServer(http.get('https://api.test/a#b', () => HttpResponse.json({ id: 1 })))":
        "const server = setupMocks([rest.get('https://api.test/a', { id: 1 })])",
      "const server = setupServer(http.get('/a-:id', () => HttpResponse.json({ id: 1 })))":
        "const server = setupMocks([rest.get('/a-:id', { id: 1 })])",
      "const server = setupServer(http.get('/a', () => HttpResponse.json(1), { once: true }), http.get('/a', () => HttpResponse.json(2)))":
        "const server = setupMocks([rest.get('/a', 1, { times: 1 }), rest.get('/a', 2)])",
      "const server = setupServer(http.get('/a', () => HttpResponse.json(1)), http.post('/a', () => HttpResponse.json(2)))":
        "const server = setupMocks([rest.get('/a', 1), rest.post('/a', 2)])",
      "const server = setupServer(http.get('https://api.test/a', () => HttpResponse.json(1)), http.get('https://other.test/a', () => HttpResponse.json(2)))":
        "const server = setupMocks([rest.get('https://api.test/a', 1), rest.get('https://other.test/a', 2)])",
      "const server = setupServer(http.get('/a', ({ request }) => { if (!request.headers.has('x-a')) return; return HttpResponse.json(1) }), http.get('/a', () => HttpResponse.json(2)))":
        "const server = setupMocks([rest.get('/a', ({ request: { raw: request }, next }) => { if (!request.headers.has('x-a')) return next(); return 1 }), rest.get('/a', 2)])",
      'const server = setupServer(...[1, 2].map((id) => http.get(`/a/${id}`, () => HttpResponse.json({ id }))))':
        'const server = setupMocks([1, 2].map((id) => rest.get(`/a/${id}`, () => ({ id }))))',
      "const server = setupServer(graphql.query('GetUser', ({ variables: { id } }) => HttpResponse.json({ data: { id } })))":
        "const server = setupMocks([api.query('GetUser', ({ variables: { id } }) => ({ data: { id } }))])",
      "const server = setupServer(graphql.query('GetUser', async () => { await delay(5); return HttpResponse.json({ data: {} }) }))":
        "const server = setupMocks([api.query('GetUser', async () => { await new Promise((resolve) => setTimeout(resolve, 5)); return { data: {} } })])",
      "const server = setupServer(graphql.query('GetUser', () => HttpResponse.json({ data: {} })), graphql.mutation('Save', () => HttpResponse.json({ data: {} })))":
        "const server = setupMocks([api.query('GetUser', { data: {} }), api.mutation('Save', { data: {} })])",
      "const server = setupServer(graphql.query('GetUser', ({ query, variables }) => HttpResponse.json({ data: { length: query.length, variables } })))":
        "const server = setupMocks([api.query('GetUser', ({ query, variables }) => ({ data: { length: query.length, variables } }))])",
      "const server = setupServer(http.get('/a', async function () { return HttpResponse.json([]) }))":
        "const server = setupMocks([rest.get('/a', [])])",
      "const server = setupServer(http.get('/a', async () => { await delay(0); return HttpResponse.json([]) }))":
        "const server = setupMocks([rest.get('/a', async () => { await new Promise((resolve) => setTimeout(resolve, 0)); return [] })])",
      "const server = setupServer(http.get('/a', () => new HttpResponse(null, { headers: new Headers({ 'x-a': '1' }) })))":
        "const server = setupMocks([rest.get('/a', () => new Response(null, { headers: new Headers({ 'x-a': '1' }) }))])",
      "const server = setupServer(http.get('/a', () => { const response = HttpResponse.json([]); response.headers.append('x-a', '1'); return response }))":
        "const server = setupMocks([rest.get('/a', () => { const response = Response.json([]); response.headers.append('x-a', '1'); return response })])",
      "const server = setupServer(http.get('/a', () => Promise.resolve(HttpResponse.json([]))))":
        "const server = setupMocks([rest.get('/a', () => Promise.resolve(Response.json([])))])",
      "const server = setupServer()\nserver.use(http.get('/a', () => HttpResponse.json(1)))\nserver.use(http.get('/a', () => HttpResponse.json(2)))":
        "server.use(rest.get('/a', 1))\nserver.use(rest.get('/a', 2))",
      "const server = setupServer(http.get('/a', () => HttpResponse.json(1)))\nserver.use(http.get('/a', () => HttpResponse.json(2), { once: true }))":
        "const server = setupMocks([rest.get('/a', 1)])\nserver.use(rest.get('/a', 2, { times: 1 }))",
      "const server = setupServer(http.get('/a', () => HttpResponse.json(1)))\nserver.use(http.get('/a', () => HttpResponse.json(2)))\nserver.resetHandlers()":
        "const server = setupMocks([rest.get('/a', 1)])\nserver.use(rest.get('/a', 2))\nserver.reset()",
      "const server = setupServer(http.get('/a', ({ request }) => { const url = new URL(request.url); if (url.searchParams.has('page')) return HttpResponse.json(2); return HttpResponse.json(1) }))":
        "const server = setupMocks([rest.get('/a', ({ request }) => { const url = new URL(request.url); if (url.searchParams.has('page')) return 2; return 1 })])",
      "const users = new Map([['1', { id: '1' }]])\nconst server = setupServer(http.get('/a/:id', ({ params }) => { const user = users.get(params.id); return user ? HttpResponse.json(user) : new HttpResponse(null, { status: 404 }) }))":
        "const server = setupMocks([rest.get('/a/:id', ({ request: { params } }) => { const user = users.get(params.id); return user ? user : new Response(null, { status: 404 }) })])",
    },
    {},
  ),
]
