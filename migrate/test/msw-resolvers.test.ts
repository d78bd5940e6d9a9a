import { describe, expect, test } from 'vitest'
import { fileIn, rewrite } from './rewrite.ts'

test.each([
  [
    'returns what a function without a result does',
    '({ request }) => console.log(request.url)',
    '({ request, next }) => { console.log(request.url); return next() }',
  ],
  [
    'returns what may be nothing by its type',
    '({ params }) => find(params.id)',
    '({ request: { params }, next }) => find(params.id) ?? next()',
  ],
  [
    'returns one of two that may be nothing',
    'async ({ params }) => { return params.id ? find(1) || find(2) : await later(3) }',
    'async ({ request: { params }, next }) => { return params.id ? (find(1) || find(2)) ?? next() : await later(3) ?? next() }',
  ],
])('a resolver that %s sent an empty answer, where msw asks the next handler', (_, resolver, code) => {
  const { text, left } = rewrite(`${MAYBE}\nhttp.get('/a/:id', ${resolver}),\n)\n`) ?? {}
  expect(left).toEqual([])
  expect(text).toContain(`rest.get('/a/:id', ${code}),`)
})

const MAYBE = `import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'

interface Reply { id: string }
declare const find: (id: unknown) => Reply | undefined
declare const later: (id: unknown) => Promise<Reply | undefined>
const server = setupServer(`

test.each([
  [
    'what any key has',
    '({ params }) => table[params.id]',
    '({ request: { params }, next }) => table[params.id] ?? next()',
  ],
  [
    'what a Map has',
    '({ params }) => map.get(params.id)',
    '({ request: { params }, next }) => map.get(params.id) ?? next()',
  ],
  ['a copy of what there may be', '() => table.a?.clone()', '({ next }) => table.a?.clone() ?? next()'],
  ['anything', '() => untyped()', '({ next }) => untyped() ?? next()'],
  [
    'what a function does in one case',
    '({ request }) => check(request)',
    '({ request: { raw: request }, next }) => check(request) ?? next()',
  ],
  [
    'a variable that has no value yet',
    '() => { let a; if (on) a = HttpResponse.json(1); return a }',
    '({ next }) => { let a; if (on) a = Response.json(1); return a ?? next() }',
  ],
  [
    'a constant that may hold nothing',
    '() => { const a = map.get(1); return a }',
    '({ next }) => { const a = map.get(1); return a ?? next() }',
  ],
  ['a promise of nothing', '() => later()', '({ next }) => later().then((response) => response ?? next())'],
])(
  'a resolver of JavaScript that returns %s sent an empty answer, where msw asks the next handler',
  (_, resolver, code) => {
    const { text, left } = rewrite(`${UNTYPED}\nhttp.get('/a/:id', ${resolver}),\n)\n`, '/project/a.test.js') ?? {}
    expect(left).toEqual([])
    expect(text).toContain(`rest.get('/a/:id', ${code}),`)
  },
)

const UNTYPED = `import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { untyped } from 'untyped'

const [table, map, on] = [JSON.parse('{}'), new Map(), true]
const check = (request) => { if (!request.headers.get('a')) return new HttpResponse(null, { status: 401 }) }
const later = async () => { if (on) return HttpResponse.json(1) }
const server = setupServer(`

test.each(['async () => await Promise.resolve(HttpResponse.json(1))'])(
  'a resolver that always answers calls no next(): %s',
  (resolver) => {
    const answer = 'function answer(status = 200) { return HttpResponse.json(1, { status }) }'
    const { text } = rewrite(`${UNTYPED}\nhttp.get('/a/:id', ${resolver}),\n)\n${answer}\n`, '/project/a.test.js') ?? {}
    expect(text).toContain(`rest.get('/a/:id', ${resolver.replaceAll('HttpResponse', 'Response')}),`)
  },
)

const TYPES = `interface Request { url: string }
interface Response { status: number }
`

test('a resolver with a type of its own that may answer nothing sends no empty answer', () => {
  const { left } =
    rewrite(`${TYPES}import { http } from 'msw'
declare const answer: ({ request }: { request: Request }) => Response | undefined
export const handlers = [http.get('/a', answer)]
`) ?? {}
  expect(left?.map(({ reason }) => reason)).toEqual(['rewrite answer as a resolver: ({ request }) => payload'])
})

describe('a cookie that a mocked login sets', () => {
  const notesOf = (version: string, login: string) => {
    const me = "http.get('/me', ({ cookies }) => HttpResponse.json(cookies))"
    return rewrite(`${MAYBE}\n${login},\n${me},\n)\n`, fileIn({ msw: version }))?.notes
  }
  const login = (headers: string) => `http.post('/login', () => new HttpResponse(null, { headers: ${headers} }))`

  test('is not in msw 3, nor is one that nothing sets', () => {
    expect(notesOf('3.0.5', login("{ 'Set-Cookie': 'id=1' }"))).toEqual([])
    expect(notesOf('2.15.0', login("{ 'x-a': '1' }"))).toEqual([])
  })
})

test('a resolver in a constant without a type of its own was called by another function', () => {
  const { text } =
    rewrite(`${TYPES}import { http } from 'msw'
declare const reply: (url: string) => Response
const answer = ({ request }) => reply(request.url)
export const handlers = [http.get('/a', answer)]
`) ?? {}
  expect(text).toContain("export const handlers = [rest.get('/a', answer)]")
})

test.each([
  [
    'that a function wraps',
    `const withAuth = (resolver: any) => async (info: any) => {
  if (!info.request.headers.has('authorization')) return HttpResponse.text('no', { status: 401 })
  return resolver(info)
}
export const handlers = [http.get('/a/:id', withAuth(({ params }) => HttpResponse.text(String(params.id))))]`,
    'rewrite withAuth(({ params }) => HttpResponse.t… as a resolver: ({ request }) => payload',
  ],
  [
    'with types of its own in a constant, which lost them in the written code',
    `const reply = (url: string): Response => new Response(url)
const answer = async ({ request }: { request: Request }): Promise<Response> => reply(request.url)
export const handlers = [http.get('/a', answer)]`,
    'write the types of this resolver as those of mynah: ({ request }: ResolverContext) => payload',
  ],
])('a resolver %s stays', (_, code, reason) => {
  const { left, text } = rewrite(`import { http, HttpResponse } from 'msw'\n\n${code}\n`) ?? {}
  expect(left?.map((one) => one.reason)).toContain(reason)
  expect(text).toContain(code.split('\n').slice(0, 2).join('\n'))
})

test('a response whose arguments are spread, as msw-auto-mock writes it, was no code', () => {
  const { text, left } =
    rewrite(
      "import { http, HttpResponse } from 'msw'\n\nexport const all = [http.get('/a', () => HttpResponse.json(...replies[next('a')]))]\n",
    ) ?? {}
  expect(left).toEqual([])
  expect(text).toContain("rest.get('/a', () => Response.json(...replies[next('a')]))")
})

test.each([
  [
    'reads its members',
    'async (info) => HttpResponse.json([await info.request.json(), info.params.id, info.cookies])',
    'async (info) => [await info.request.raw.json(), info.request.params.id, info.request.cookies]',
    [],
  ],
  [
    'hands it on',
    '(info) => answer(info)',
    '(info) => answer(info)',
    ['take info apart: ({ request }) has params, cookies, and raw'],
  ],
])('a resolver kept its file whose parameter has a name, and that %s', (_, resolver, code, reasons) => {
  const { text, left } =
    rewrite(`import { http, HttpResponse } from 'msw'\n\nexport const all = [http.post('/a/:id', ${resolver})]\n`) ?? {}
  expect(left?.map(({ reason }) => reason).slice(0, 1)).toEqual(reasons)
  expect(text).toContain(code)
})

test('a function that has its type from itself ended the command: Maximum call stack size exceeded', () => {
  const { left } =
    rewrite(
      "import { http } from 'msw'\n\nfunction keep<T extends () => unknown>(fn: T): T { return fn }\nexport const all = [http.get('/a', () => keep(() => ({ id: 1 }))())]\n",
    ) ?? {}
  expect(left).toEqual([])
})
