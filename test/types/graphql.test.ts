import { beforeEach, describe, expect, expectTypeOf, test } from 'vitest'
import '../../src/entries/vitest.ts'
import { graphql, type TypedDocument } from '../../src/entries/graphql.ts'
import { exists, setupMocks } from '../../src/entries/index.ts'

interface Result {
  user: { id: string } | null
}
interface Variables {
  id: string
}
const api = graphql('/graphql')
const text = 'query GetUser($id: ID!) { user(id: $id) { id } }' as string & TypedDocument<Result, Variables>

describe('a typed document', () => {
  test('types the result, the variables and the match', () => {
    api.query(text, { data: { user: { id: '1' } } }, { match: { variables: { id: '1' } } })
    api.query(text, { data: { user: null } }, { match: { variables: { id: exists() } } })
    api.query(text, ({ variables }) => {
      expectTypeOf(variables).toEqualTypeOf<Variables>()
      return { data: { user: { id: variables.id } } }
    })
    // @ts-expect-error: the id is a text
    api.query(text, { data: { user: { id: 1 } } })
    // @ts-expect-error: there is no such variable
    api.query(text, { data: { user: null } }, { match: { variables: { no: 1 } } })
  })
})

describe('a literal of a union in a resolver was a text', () => {
  type Literal = { user: { __typename: 'User'; tags: ('a' | 'b')[] } | null }
  const document = text as unknown as TypedDocument<Literal, Variables> & string

  test('in each form of a function, and a wrong one is an error', () => {
    api.query(document, () => ({ data: { user: { __typename: 'User', tags: ['a'] } } }))
    api.query(document, ({ variables: { id } }) => {
      return { data: { user: id === '' ? null : { __typename: 'User', tags: ['a', 'b'] } } }
    })
    api.query(document, async () => ({ data: { user: { __typename: 'User', tags: [] } } }))
    // @ts-expect-error: there is no such type
    api.query(document, () => ({ data: { user: { __typename: 'Usr', tags: [] } } }))
    // @ts-expect-error: there is no such tag
    api.query(document, async () => ({ data: { user: { __typename: 'User', tags: ['c'] } } }))
  })
})

describe('a name', () => {
  test('takes the types by hand, and any without them', () => {
    api.mutation<Result, Variables>('SetUser', { data: { user: { id: '1' } } })
    // @ts-expect-error: the id is a text
    api.mutation<Result, Variables>('SetUser', { data: { user: { id: 1 } } })
    api.query('GetUser', { data: { any: [1] } }, { match: { variables: { any: 1 } } })
    api.query('GetUser', ({ variables }) => ({ data: { id: variables.id } }))
    api.subscription('OnUser', [{ data: { user: { id: 1 } } }])
    // @ts-expect-error: a result has data or errors
    expect(() => api.query('GetUser', { user: 1 })).toThrow('a result is an object')
  })
})

describe('toHaveRequested', () => {
  const user = api.query(text, { data: { user: { id: '1' } } })
  const mocks = setupMocks([user], { patch: false })
  beforeEach(mocks)
  const send = () => mocks.fetch('https://api.test/graphql?query=query%20GetUser{user}&variables={"id":"1"}')

  test('takes the parts of an operation for a filter by operation', async () => {
    await send()
    expect(mocks).toHaveRequested('query GetUser', { variables: { id: '1' } })
    expect(mocks).toHaveRequested({ operation: 'query GetUser' }, { variables: { id: exists() }, headers: {} })
    expect(mocks).toHaveRequestedTimes('query GetUser', 1, ({ variables }) => variables.id === '1')
    // @ts-expect-error: a filter by path has no variables
    expect(() => expect(mocks).toHaveRequested('GET /graphql', { variables: { id: '1' } })).toThrow('variables')
    // @ts-expect-error: an operation has no body
    expect(() => expect(mocks).toHaveRequested('query GetUser', { body: {} })).toThrow('body')
  })

  test('types the variables by the document of a stub', async () => {
    await send()
    expect(mocks).toHaveRequested(user, { variables: { id: '1' } })
    expect(mocks).toHaveRequested(user, {
      variables(variables) {
        expectTypeOf(variables).toEqualTypeOf<Variables>()
        return variables.id === '1'
      },
    })
    // @ts-expect-error: there is no such variable
    expect(mocks).not.toHaveRequested(user, { variables: { no: 1 } })
  })
})
