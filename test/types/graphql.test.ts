import { describe, expect, expectTypeOf, test } from 'vitest'
import { graphql, type TypedDocument } from '../../src/entries/graphql.ts'
import { exists } from '../../src/entries/index.ts'

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
