import { expect, expectTypeOf, test } from 'vitest'
import { rest, sequence, text } from '../../src/entries/index.ts'
import { type Openapi, openapi } from '../../src/entries/openapi.ts'
import type { PathsWith } from '../../src/openapi/typed-paths.ts'

/** The types that openapi-typescript 7 writes for a document. */
interface paths {
  '/users': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    get: operations['listUsers']
    put?: never
    post: operations['createUser']
  }
  '/users/{user-name}': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    get: operations['getUser']
    delete: operations['deleteUser']
  }
}
interface User {
  readonly id: number
  name: string
}
interface operations {
  listUsers: {
    parameters: {
      query?: { page?: number; sort?: 'name' | 'id'; ids?: number[]; active?: boolean }
      header?: { 'x-tenant'?: number }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      200: { headers: { [name: string]: unknown }; content: { 'application/json': User[] } }
      '4XX': { headers: { [name: string]: unknown }; content: { 'application/problem+json': { message: string } } }
    }
  }
  createUser: {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    requestBody: { content: { 'application/json': { name: string } } }
    responses: {
      201: { headers: { [name: string]: unknown }; content: { 'application/json': User } }
      202: { headers: { [name: string]: unknown }; content?: never }
      default: { headers: { [name: string]: unknown }; content: { 'application/json': { message: string } } }
    }
  }
  getUser: {
    parameters: { query?: never; header?: never; path: { 'user-name': string }; cookie: { session: number } }
    requestBody?: never
    responses: {
      200: { headers: { [name: string]: unknown }; content: { 'application/json': User; 'text/csv': string } }
    }
  }
  deleteUser: {
    parameters: { query?: never; header?: never; path: { 'user-name': string }; cookie?: never }
    requestBody?: never
    responses: { 204: { headers: { [name: string]: unknown }; content?: never } }
  }
}

/** These declarations only have to compile: the document does not exist. */
const compiled = (_declare: (api: Openapi<paths>) => void) => {}

test('payloads are typed by their status', () => {
  compiled((api) => {
    api.get('/users', [{ id: 1, name: 'Ada' }])
    api.get('/users', { message: 'no' }, { status: 404 })
    api.post('/users', { id: 1, name: 'Ada' })
    api.post('/users', undefined, { status: 202, delay: 10 })
    api.post('/users', { message: 'no' }, { status: 500 })
    api.delete('/users/{user-name}', undefined)
    api.get('/users/{user-name}', text('1,Ada'), { headers: { 'content-type': 'text/csv' } })
    api.get('/users', sequence([], []))
    api.get('/users', new Response())
    // @ts-expect-error: a field has another type
    api.get('/users', [{ id: '1', name: 'Ada' }])
    // @ts-expect-error: the payload of another status
    api.get('/users', { message: 'no' })
    // @ts-expect-error: a status that is not documented
    api.get('/users', [], { status: 201 })
    // @ts-expect-error: a 202 has no content
    api.post('/users', { id: 1, name: 'Ada' }, { status: 202 })
    // @ts-expect-error: a setting that there is not
    api.get('/users', [], { stauts: 200 })
  })
})

test('paths are those that have the method', () => {
  compiled((api) => {
    expectTypeOf<PathsWith<paths, 'get'>>().toEqualTypeOf<'/users' | '/users/{user-name}'>()
    // @ts-expect-error: there is no such path
    api.get('/user', [])
    // @ts-expect-error: this path has no such method
    api.delete('/users', undefined)
    // @ts-expect-error: no path has this method
    api.patch('/users', undefined)
  })
})

test('a body of several content types was unknown: it is any of them', () => {
  interface Bodies {
    '/a': {
      post: {
        requestBody: {
          content: {
            'application/json': { name: string }
            'application/x-www-form-urlencoded': { name: string }
            'text/plain': string
            'application/octet-stream': string
          }
        }
        responses: { 204: { headers: Record<string, unknown>; content?: never } }
      }
      put: {
        requestBody: { content: { 'application/json': { name: string }; '*/*': string } }
        responses: { 204: { headers: Record<string, unknown>; content?: never } }
      }
    }
  }
  const api = {} as Openapi<Bodies>
  const declare = () => [
    api.post('/a', ({ request }) => {
      expectTypeOf(request.body).toEqualTypeOf<{ name: string } | { name: string } | string | Uint8Array>()
      return undefined
    }),
    api.put('/a', ({ request }) => {
      expectTypeOf(request.body).toEqualTypeOf<unknown>()
      return undefined
    }),
  ]
  expect(declare).toBeTypeOf('function')
})

test('a field of a form was a text, a file or a list of them, whatever the document says: it does not fit a text', () => {
  /** With `Blob` for `format: binary`, as openapi-typescript's transform writes it. */
  interface Fields {
    name: string
    kind?: 'a' | 'b'
    age: number
    tags: string[]
    isPublic: boolean
    extra: unknown
    address: { city: string }
  }
  interface Forms {
    '/a': {
      /** Several content types. */
      post: {
        requestBody: {
          content: {
            'application/json': { name: string }
            'multipart/form-data': { name: string; avatar: Blob; photos?: File[] }
            'application/x-www-form-urlencoded': { name: string }
          }
        }
        responses: { 201: { headers: Record<string, unknown>; content: { 'application/json': { name: string } } } }
      }
      put: {
        requestBody: { content: { 'application/x-www-form-urlencoded': Fields } }
        responses: { 204: { headers: Record<string, unknown>; content?: never } }
      }
      patch: {
        requestBody: { content: { 'multipart/form-data': Fields } }
        responses: { 204: { headers: Record<string, unknown>; content?: never } }
      }
    }
  }
  const api = {} as Openapi<Forms>
  const declare = () => [
    api.post('/a', ({ request: { body } }) => {
      expectTypeOf(body).toEqualTypeOf<
        { name: string } | { name: string; avatar: File; photos?: File | File[] } | { name: string }
      >()
      if ('avatar' in body) expectTypeOf(body.avatar).toEqualTypeOf<File>()
      return { name: body.name }
    }),
    api.put('/a', ({ request: { body } }) => {
      expectTypeOf(body).toEqualTypeOf<{
        name: string
        kind?: 'a' | 'b'
        age: `${number}`
        tags: string | string[]
        isPublic: 'true' | 'false'
        extra: string | string[]
        address: string
      }>()
      return undefined
    }),
    // Each text may be a file: the document's binary fields are texts too.
    api.patch('/a', ({ request: { body } }) => {
      expectTypeOf(body).toEqualTypeOf<{
        name: string | File
        kind?: 'a' | 'b' | File
        age: `${number}`
        tags: string | File | (string | File)[]
        isPublic: 'true' | 'false'
        extra: string | File | (string | File)[]
        address: string | File
      }>()
      return undefined
    }),
  ]
  expect(declare).toBeTypeOf('function')
})

test('a resolver sees params and queries as text, and the body as it is', () => {
  compiled((api) => {
    api.get('/users', ({ request }) => {
      expectTypeOf(request.queries.sort).toEqualTypeOf<'name' | 'id' | undefined>()
      expectTypeOf(request.queries.page).toEqualTypeOf<`${number}` | undefined>()
      expectTypeOf(request.queries.active).toEqualTypeOf<'true' | 'false' | undefined>()
      expectTypeOf(request.queries.ids).toEqualTypeOf<string | string[] | undefined>()
      // @ts-expect-error: the operation has no such query
      request.queries.pag
      return [{ id: 1, name: 'Ada' }]
    })
    api.get('/users/{user-name}', async ({ request }) => ({ id: 1, name: request.params['user-name'] }))
    api.post('/users', ({ request, setStatusCode }) => {
      expectTypeOf(request.body).toEqualTypeOf<{ name: string }>()
      setStatusCode(400)
      return { message: request.body.name }
    })
    // @ts-expect-error: no status has this payload
    api.get('/users', () => ({ id: 1 }))
  })
})

test('conditions are on declared parts, and on authorization', () => {
  compiled((api) => {
    api.get('/users', [], { match: { queries: { page: 2 }, headers: { 'x-tenant': 1, authorization: /^Bearer / } } })
    api.get(
      '/users/{user-name}',
      { id: 1, name: 'Ada' },
      { match: { params: { 'user-name': 'ada' }, cookies: { session: 1 } } },
    )
    api.get('/users', [], { match: (request) => request.queries.page === '2' })
    // @ts-expect-error: the operation has no such query
    api.get('/users', [], { match: { queries: { pag: 2 } } })
    // @ts-expect-error: the path has no such param
    api.get('/users/{user-name}', { id: 1, name: 'Ada' }, { match: { params: { name: 'ada' } } })
    // @ts-expect-error: the operation has no such header
    api.get('/users', [], { match: { headers: { 'x-tenants': 1 } } })
  })
})

test('without paths nothing is typed', () => {
  const api = openapi({ openapi: '3.1.0', paths: { '/a': { get: { responses: { 200: {} } } } } })
  expectTypeOf(api.get).parameter(0).toEqualTypeOf<string>()
  expect([api.get('/a', undefined), rest.get('/b', 1)]).toHaveLength(2)
})
