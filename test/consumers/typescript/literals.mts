// What a resolver returns keeps its literals, as an object does, and a wrong one is an error: in every form of a function.
import { networkError, rest } from 'mynah'
import { collection } from 'mynah/collection'
import { graphql, type TypedDocument } from 'mynah/graphql'
import { openapi } from 'mynah/openapi'

interface User {
  __typename: 'User'
  id: string
  role: 'ADMIN' | 'USER'
  tags?: ('a' | 'b')[] | null
}
interface Shape {
  user: User | null
}
declare const Doc: TypedDocument<Shape, { id: string }>
declare const Text: string & TypedDocument<Shape, { id: string }>
declare const Lists: TypedDocument<
  { users: User[]; at: Date; key: string & { __brand: 1 }; rows: { a: 'x' }[][] | null },
  object
>
declare const users: User[]
declare const at: Date
declare const key: string & { __brand: 1 }
declare const plain: string
const api = graphql('/graphql')
const user = { __typename: 'User', id: '1', role: 'USER' } as const

api.query(Doc, { data: { user: { __typename: 'User', id: '1', role: 'USER', tags: ['a'] } } })
api.query(Doc, () => ({ data: { user: { __typename: 'User', id: '1', role: 'USER', tags: ['a'] } } }))
api.query(Text, () => ({ data: { user: { __typename: 'User', id: '1', role: 'USER' } } }))
api.query(Doc, ({ variables }) => ({ data: { user: { __typename: 'User', id: variables.id, role: 'USER' } } }))
api.query(Doc, ({ variables }) => {
  if (variables.id === '0') return { data: { user: null } }
  if (variables.id === '1') return networkError()
  return { data: { user: { __typename: 'User', id: variables.id, role: 'USER' } } }
})
api.query(Doc, async () => ({ data: { user: { __typename: 'User', id: '1', role: 'USER' } } }))
api.query(Doc, async ({ variables }) => {
  await 0
  return { data: { user: { __typename: 'User', id: variables.id, role: 'USER' } } }
})
api.query(Doc, () => ({ data: { user } }))
api.query(Doc, () => ({ data: null, errors: [{ message: 'no', path: ['user'] }] }))
api.query(Doc, ({ next }) => next())
api.query(Doc, () => Response.json({}))
api.query(Lists, () => ({ data: { users, at, key, rows: [[{ a: 'x' }]] } }))
api.mutation(Doc, async () => ({ data: { user: { __typename: 'User', id: '1', role: 'USER' } } }))
api.subscription(Doc, [{ data: { user: { __typename: 'User', id: '1', role: 'USER' } } }])
api.subscription(Doc, () => [{ data: { user: { __typename: 'User', id: '1', role: 'USER' } } }])
api.subscription(Doc, () => ({ data: { user: { __typename: 'User', id: '1', role: 'USER' } } }))
api.subscription(Doc, function* () {
  yield { data: { user: { __typename: 'User', id: '1', role: 'USER' } } }
})
api.subscription(Doc, async function* ({ variables }) {
  yield { data: { user: { __typename: 'User', id: variables.id, role: 'USER' } } }
  yield networkError()
})
api.query<Shape, { id: string }>('GetUser', () => ({ data: { user: { __typename: 'User', id: '1', role: 'USER' } } }))
api.operation<Shape>(() => ({ data: { user: { __typename: 'User', id: '1', role: 'USER' } } }))
api.query('GetUser', { data: { user } })
api.query('GetUser', ({ variables }) => ({ data: { id: variables.id } }))

// @ts-expect-error: a wrong literal in an object
api.query(Doc, { data: { user: { __typename: 'Usr', id: '1', role: 'USER' } } })
// @ts-expect-error: in an arrow
api.query(Doc, () => ({ data: { user: { __typename: 'Usr', id: '1', role: 'USER' } } }))
// @ts-expect-error: in an arrow with a parameter
api.query(Doc, ({ variables }) => ({ data: { user: { __typename: 'User', id: variables.id, role: 'NONE' } } }))
// @ts-expect-error: in a block
api.query(Doc, ({ variables }) => {
  return { data: { user: { __typename: 'User', id: variables.id, role: 'NONE' } } }
})
// @ts-expect-error: in an async function
api.query(Doc, async () => ({ data: { user: { __typename: 'User', id: '1', role: 'NONE' } } }))
// @ts-expect-error: a text in the place of a literal
api.query(Doc, async () => ({ data: { user: { __typename: 'User', id: '1', role: plain } } }))
// @ts-expect-error: in a list
api.query(Lists, () => ({ data: { users, at, key, rows: [[{ a: 'y' }]] } }))
// @ts-expect-error: in a mutation
api.mutation(Doc, () => ({ data: { user: { __typename: 'Usr', id: '1', role: 'USER' } } }))
// @ts-expect-error: in results of a subscription
api.subscription(Doc, () => [{ data: { user: { __typename: 'Usr', id: '1', role: 'USER' } } }])
// @ts-expect-error: in a generator
api.subscription(Doc, function* () {
  yield { data: { user: { __typename: 'Usr', id: '1', role: 'USER' } } }
})
// @ts-expect-error: in an async generator
api.subscription(Doc, async function* () {
  yield { data: { user: { __typename: 'Usr', id: '1', role: 'USER' } } }
})
// @ts-expect-error: data without data
api.query(Doc, () => ({ user: null }))

interface paths {
  '/users/{id}': {
    get: {
      parameters: { path: { id: string } }
      responses: {
        200: { content: { 'application/json': User } }
        404: { content: { 'application/json': { error: 'missing' } } }
      }
    }
  }
}
const contract = openapi<paths>({})
contract.get('/users/{id}', { __typename: 'User', id: '1', role: 'USER', tags: ['a'] })
contract.get('/users/{id}', () => ({ __typename: 'User', id: '1', role: 'USER', tags: ['a'] }))
contract.get('/users/{id}', async ({ request, setStatusCode }) => {
  if (request.params.id === '0') {
    setStatusCode(404)
    return { error: 'missing' }
  }
  return { __typename: 'User', id: request.params.id, role: 'ADMIN' }
})
// @ts-expect-error: a wrong literal
contract.get('/users/{id}', () => ({ __typename: 'User', id: '1', role: 'NONE' }))
// @ts-expect-error: in an async function
contract.get('/users/{id}', async () => ({ __typename: 'Usr', id: '1', role: 'USER' }))

rest.get<{ response: User }>('/users', () => ({ __typename: 'User', id: '1', role: 'USER', tags: ['a'] }))
rest.get<{ response: User }>('/users', async ({ request }) => {
  if (request.url === '') return { __typename: 'User', id: '0', role: 'ADMIN' }
  return { __typename: 'User', id: '1', role: 'USER' }
})
// @ts-expect-error: a wrong literal
rest.get<{ response: User }>('/users', () => ({ __typename: 'User', id: '1', role: 'NONE' }))
// @ts-expect-error: in an async function
rest.get<{ response: User }>('/users', async () => ({ __typename: 'User', id: '1', role: 'NONE' }))

collection<User>('/users', [{ __typename: 'User', id: '1', role: 'USER', tags: ['a'] }])
collection('/users', users, { filter: ({ role }) => role === 'ADMIN', nextId: () => 'x' })
// @ts-expect-error: a wrong literal
collection<User>('/users', [{ __typename: 'User', id: '1', role: 'NONE' }])
// @ts-expect-error: no role
collection('/users', users, { filter: ({ role }) => role === 'NONE' })

// A field of a form is what the document says, so that it fits a payload.
interface Created {
  responses: { 201: { headers: { [name: string]: unknown }; content: { 'application/json': { name: string } } } }
}
interface forms {
  '/users': {
    post: Created & {
      requestBody: {
        content: {
          'application/json': { name: string }
          'application/x-www-form-urlencoded': { name: string; age?: number }
          'multipart/form-data': { name: string; avatar: Blob }
        }
      }
    }
    put: Created & { requestBody: { content: { 'multipart/form-data': { name: string; file: string } } } }
  }
}
const form = openapi<forms>({})
form.post('/users', ({ request }) => ({ name: request.body.name }))
form.post('/users', async ({ request: { body } }) => ({ name: 'avatar' in body ? body.avatar.name : body.name }))
form.put('/users', ({ request: { body } }) => ({ name: typeof body.name === 'string' ? body.name : body.name.name }))
