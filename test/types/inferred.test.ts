import { expectTypeOf, test } from 'vitest'
import { type Mocks, rest, type Stub, type sequence, type some } from '../../src/entries/index.ts'

/* What a function in a match is given, under `strict`, without being told. */

test('functions in a match know what they are asked about', () => {
  rest.post('/users/:id', null, {
    match: {
      params: { id: (id) => expectTypeOf(id).toEqualTypeOf<string>() },
      queries: { page: (page) => expectTypeOf(page).toEqualTypeOf<string | string[] | undefined>() },
      headers: { accept: (accept) => expectTypeOf(accept).toEqualTypeOf<string | undefined>() },
      cookies: { sid: (sid) => expectTypeOf(sid).toEqualTypeOf<string | undefined>() },
      body: (body) => expectTypeOf(body).toEqualTypeOf<unknown>(),
    },
  })
  rest.post('/users', null, { match: { body: { name: (name) => expectTypeOf(name).toEqualTypeOf<unknown>() } } })
  rest.post('/users', null, { match: { body: { user: { name: (name) => name === 'Ada' } } } })
  rest.post('/users', null, { match: { headers: (headers) => headers.accept === 'text/html' } })
  rest.post('/users', null, { match: { queries: (queries) => queries.page === '1' } })
  rest.post('/users', null, { match: ({ body, headers }) => body === null && headers.accept === undefined })
})

test('functions in a match of a route with a shape know its types', () => {
  rest.post<{ body: { name: string }; queries: { page: '1' | '2' }; headers: { accept: string } }>('/users', null, {
    match: {
      queries: { page: (page) => expectTypeOf(page).toEqualTypeOf<'1' | '2' | undefined>() },
      headers: { accept: (accept) => expectTypeOf(accept).toEqualTypeOf<string | undefined>() },
      body: (body) => expectTypeOf(body).toEqualTypeOf<{ name: string }>(),
    },
  })
})

test('the name of a header is in lower case', () => {
  rest.get('/users', ({ request }) => {
    expectTypeOf(request.headers.authorization).toEqualTypeOf<string | undefined>()
    // @ts-expect-error: it would be undefined
    request.headers.Authorization
    return null
  })
})

test('the parameters of a function that takes any number of values were never', () => {
  expectTypeOf<Parameters<Mocks['use']>>().toEqualTypeOf<Stub[]>()
  expectTypeOf<Parameters<Mocks['expect']>>().toEqualTypeOf<Stub[]>()
  expectTypeOf<Parameters<typeof sequence>>().toEqualTypeOf<unknown[]>()
  expectTypeOf<Parameters<typeof some>[number]>().not.toBeNever()
})
