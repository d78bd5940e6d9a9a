import { describe, expect, test } from 'vitest'
import { useProject } from './project.ts'
import { rewrite } from './rewrite.ts'

test.each([
  ['method: keyof typeof http', 'RestMethods', 'method: keyof RestMethods'],
  ['handlers: ReturnType<typeof http.get>[]', 'Stub', 'handlers: Stub[]'],
])('the type of a function of msw kept its module: %s', (before, imported, after) => {
  const code = (type: string) => `export type Of = (${type}) => void`
  const { text, left } = rewrite(`import { type http } from 'msw'\n\n${code(before)}\n`) ?? {}
  expect(left).toEqual([])
  expect(text?.trim()).toBe(`import { type ${imported} } from 'mynah'\n\n${code(after)}`)
})

test('typeof http.get kept its module', () => {
  const { text } = rewrite(`import { http } from 'msw'\n\nexport const post: typeof http.get = other\n`) ?? {}
  expect(text).toContain('typeof rest.get')
})

describe('a resolver that is handed to a function stayed with msw', () => {
  const { write, read, migrate } = useProject({
    'package.json': '{}',
    'node_modules/msw/package.json': '{ "name": "msw", "version": "2.0.0", "types": "index.d.ts" }',
    'node_modules/msw/index.d.ts': `interface Info { request: Request; params: Record<string, string> }
export type ResponseResolver = (info: Info) => unknown
export interface HttpHandler { readonly info: unknown }
export declare const http: { get(path: string, resolver: ResponseResolver, options?: object): HttpHandler }
export declare class HttpResponse { static json(body: unknown): HttpResponse }
export declare function getResponse(handlers: HttpHandler[], request: Request): Promise<Response | undefined>
`,
    'users.ts': `import { http, type ResponseResolver } from 'msw'

export const users = (fn: ResponseResolver) => http.get('/users/:id', fn)
`,
  })

  test('in another file', () => {
    const code = (answer: string) => `import { users } from './users'\n\nexport const handlers = [users(${answer})]\n`
    const resolver = "({ request }) => HttpResponse.json({ type: request.headers.get('accept') })"
    write('handlers.ts', `import { HttpResponse } from 'msw'\n${code(resolver)}`)
    expect(migrate('*.ts').text).toContain('total                5        0         0')
    expect(read('handlers.ts')).toBe(
      code("({ request: { raw: request } }) => ({ type: request.headers.get('accept') })"),
    )
    expect(read('users.ts')).toBe(`import { type ResolverContext, rest } from 'mynah'

export const users = (fn: (context: ResolverContext) => unknown) => rest.get('/users/:id', fn)
`)
  })

  test('and not in a handler that msw is asked for: a second run would have rewritten it', () => {
    const handler = "http.get('/a', ({ request }) => request.json(), { ...once })"
    write('handlers.ts', `import { http } from 'msw'\n\nconst once = { once: true }\nexport const all = [${handler}]\n`)
    migrate('*.ts')
    const written = read('handlers.ts')
    expect(written).toContain(`rest.get('/a', askMsw(${handler}))`)
    migrate('*.ts')
    expect(read('handlers.ts')).toBe(written)
  })

  test('in an object, and to a function that asks it for its answer', () => {
    write('users.ts', '')
    write(
      'handlers.ts',
      `import { http, HttpResponse, type ResponseResolver } from 'msw'

type Resolver = ResponseResolver
const resolvers = {
  user: async (info) => HttpResponse.json({ id: info.params.id }),
} satisfies Record<string, Resolver>

const withAuth = (resolver: Resolver): Resolver => async (info) => {
  const { request } = info
  return request.headers.get('authorization') ? resolver(info) : HttpResponse.json(null)
}
export const handlers = [http.get('/users/:id', withAuth(resolvers.user)), http.get('/a/:id', resolvers.user)]
`,
    )
    expect(migrate('*.ts').text).not.toContain('  by hand: ')
    expect(read('handlers.ts')).toBe(`import { type ResolverContext, rest } from 'mynah'

type Resolver = (context: ResolverContext) => unknown
const resolvers = {
  user: async (info) => ({ id: info.request.params.id }),
} satisfies Record<string, Resolver>

const withAuth = (resolver: Resolver): Resolver => async (info) => {
  const { request: { raw: request } } = info
  return request.headers.get('authorization') ? resolver(info) : null
}
export const handlers = [rest.get('/users/:id', withAuth(resolvers.user)), rest.get('/a/:id', resolvers.user)]
`)
  })
})
