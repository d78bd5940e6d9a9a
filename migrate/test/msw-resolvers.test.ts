import { describe, expect, test } from 'vitest'
import { useProject } from './project.ts'
import { fileIn, rewrite, runWithMynah } from './rewrite.ts'

const BEFORE = `import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { http, HttpResponse, type HttpResponseResolver } from 'msw'
import { setupServer } from 'msw/node'

const withAuth = (resolver: HttpResponseResolver): HttpResponseResolver => async (info) => {
  const { request, params } = info
  if (!request.headers.has('authorization')) return HttpResponse.text('no', { status: 401 })
  if (params.id === 'other') return
  const response = (await resolver(info)) as Response
  response.headers.set('x-id', String(info.params.id))
  return response
}
const withBody = (expected: unknown, resolver: HttpResponseResolver): HttpResponseResolver => {
  return async (...args) => {
    const [{ request }] = args
    return (await request.clone().text()) === expected ? resolver(...args) : new HttpResponse(null, { status: 400 })
  }
}
const later = (ms: number, body: string) => async () => {
  await new Promise((resolve) => setTimeout(resolve, ms))
  return HttpResponse.json(body)
}
const server = setupServer(
  http.get('https://api.test/a/:id', withAuth(({ params }) => HttpResponse.text(String(params.id)))),
  http.get('https://api.test/a/:name', () => HttpResponse.json('next')),
  http.get('https://api.test/b', later(1, 'later')),
)
before(() => server.listen({ onUnhandledRequest: 'error' }))
after(() => server.close())

test('resolvers', async () => {
  const headers = { authorization: 'a' }
  assert.equal((await fetch('https://api.test/a/1')).status, 401)
  const response = await fetch('https://api.test/a/1', { headers })
  assert.deepEqual([await response.text(), response.headers.get('x-id')], ['1', '1'])
  assert.equal(await (await fetch('https://api.test/a/other', { headers })).json(), 'next')
  assert.equal(await (await fetch('https://api.test/b')).json(), 'later')
})
`

test('resolvers that a function wraps were left by hand', () => {
  const { text = '', left } = rewrite(BEFORE.replace(/const withBody[\s\S]*?\n}\n(?=const later)/, '')) ?? {}
  expect(left).toEqual([])
  expect(
    text,
  ).toContain(`const withAuth = (resolver: (context: ResolverContext) => unknown): (context: ResolverContext) => unknown => async (info) => {
  const { request: { raw: request, params } } = info
  if (!request.headers.has('authorization')) return new Response('no', { status: 401 })
  if (params.id === 'other') return info.next()
`)
  expect(text).toContain('withAuth(({ request: { params } }) => new Response(String(params.id))')
  expect(runWithMynah(text)).toEqual({ status: 0, output: '' })
})

test('a function that takes all that it is handed as a list stays', () => {
  const { left } = rewrite(BEFORE) ?? {}
  expect(left?.map(({ reason }) => reason)).toContain('write the parameter of this resolver as one: (info) => …')
})

const { write, read, migrate } = useProject({
  'package.json': '{ "type": "module", "devDependencies": { "vitest": "*", "msw": "*" } }',
  'resolvers.ts':
    "import { HttpResponse, type HttpResponseResolver } from 'msw'\n\nexport const getUser: HttpResponseResolver<{ id: string }> = ({ params }) => HttpResponse.json({ id: params.id })\n",
})

test('a resolver of another file was left by hand', async () => {
  write(
    'handlers.ts',
    "import { http } from 'msw'\nimport { getUser } from './resolvers.ts'\n\nexport const handlers = [http.get('/users/:id', getUser)]\n",
  )
  await migrate('*.ts')
  expect(read('handlers.ts')).toBe(
    "import { rest } from 'mynah'\nimport { getUser } from './resolvers.ts'\n\nexport const handlers = [rest.get('/users/:id', getUser)]\n",
  )
  expect(read('resolvers.ts')).toContain(
    'export const getUser: (context: ResolverContext) => unknown = ({ request: { params } }) => Response.json({ id: params.id })',
  )
})

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

test.each([
  '() => { const a = map.get(1); if (!a) return new HttpResponse(null, { status: 404 }); return a }',
  '() => answer()',
  '() => { const a = answer(); return a }',
  'async () => await Promise.resolve(HttpResponse.json(1))',
])('a resolver that always answers calls no next(): %s', (resolver) => {
  const answer = 'function answer(status = 200) { return HttpResponse.json(1, { status }) }'
  const { text } = rewrite(`${UNTYPED}\nhttp.get('/a/:id', ${resolver}),\n)\n${answer}\n`, '/project/a.test.js') ?? {}
  expect(text).toContain(`rest.get('/a/:id', ${resolver.replaceAll('HttpResponse', 'Response')}),`)
})

test('the handler behind one that only writes a line was removed', () => {
  const first = "http.get('/users', ({ request }) => console.log(request.url))"
  const { text, notes } =
    rewrite(`${MAYBE}\n  ${first},\n  http.get('/users', () => HttpResponse.json([])),\n)\n`) ?? {}
  expect(notes).toEqual([])
  expect(text).toContain("  rest.get('/users', []),\n")
})

const TYPES = `interface Request { url: string }
interface Response { status: number }
`

test.each([
  [
    'in a constant, got a parameter without a type, which refused the whole list',
    'const answer = async ({ request }: { request: Request }): Promise<Response> => reply(request.url)',
  ],
  [
    'out of a function, was left by hand',
    'const { answer } = { answer: ({ request }: { request: Request }): Response => reply(request.url) }',
  ],
])('a resolver with a type of its own, %s', (_, declaration) => {
  const { left, text } =
    rewrite(`${TYPES}import { http } from 'msw'
declare const reply: (url: string) => Response
${declaration}
export const handlers = [http.get('/a', answer)]
`) ?? {}
  expect(left).toEqual([])
  expect(text).toContain(`${declaration}
export const handlers = [rest.get('/a', ({ request: { raw: request } }) => answer({ request }))]
`)
})

test('a resolver with a type of its own that may answer nothing sends no empty answer', () => {
  const { left } =
    rewrite(`${TYPES}import { http } from 'msw'
declare const answer: ({ request }: { request: Request }) => Response | undefined
export const handlers = [http.get('/a', answer)]
`) ?? {}
  expect(left?.map(({ reason }) => reason)).toEqual([
    'rewrite answer as a resolver: ({ request }) => payload; setupMocks refuses a handler of msw',
  ])
})

describe('a cookie that a mocked login sets', () => {
  const notesOf = (version: string, login: string) => {
    const me = "http.get('/me', ({ cookies }) => HttpResponse.json(cookies))"
    return rewrite(`${MAYBE}\n${login},\n${me},\n)\n`, fileIn({ msw: version }))?.notes
  }
  const login = (headers: string) => `http.post('/login', () => new HttpResponse(null, { headers: ${headers} }))`

  test('is in the cookies of later requests in msw 2', () => {
    expect(notesOf('2.15.0', login("{ 'Set-Cookie': 'id=1' }"))).toEqual([
      {
        line: 9,
        reason:
          'msw 2 adds the cookies that its responses and the page have set; here the client sends them, and the page to its own origin',
      },
    ])
  })

  test('is not in msw 3, nor is one that nothing sets', () => {
    expect(notesOf('3.0.5', login("{ 'Set-Cookie': 'id=1' }"))).toEqual([])
    expect(notesOf('2.15.0', login("{ 'x-a': '1' }"))).toEqual([])
  })
})

describe('an id of a request', () => {
  const idsOf = (...handlers: readonly string[]) =>
    rewrite(`${MAYBE}\n${handlers.join(',\n')},\n)\n`)?.left.map(({ reason }) => reason)

  test('stayed in two handlers that answer all of their requests', () => {
    const answer = '({ requestId }) => HttpResponse.json({ requestId })'
    expect(idsOf(`http.get('/a', ${answer})`, `http.get('/b', ${answer})`)).toEqual([])
  })

  test('stayed in a handler that only names it', () => {
    const unused = '({ request, requestId }) => { console.log(request.url) }'
    expect(idsOf(`http.get('/a', ${unused})`, `http.get('/b', ${unused})`)).toEqual([])
  })

  test('that two handlers of one request have stays', () => {
    const first = 'async ({ requestId }) => { seen.push(requestId) }'
    const second = '({ requestId }) => HttpResponse.json({ requestId })'
    expect(idsOf(`http.get('/a', ${first})`, `http.get('/a', ${second})`)).toContain(
      'a request has no id here: make one in each resolver, with Math.random(); setupMocks refuses a handler of msw',
    )
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
