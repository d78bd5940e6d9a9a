import { describe, expect, test } from 'vitest'
import { graphql } from '../../src/entries/graphql.ts'
import { createResolver, networkError, passthrough, setupMocks, status, text } from '../../src/entries/index.ts'

const api = graphql('/graphql')
const A = { query: 'query A { a }', variables: { id: 1 } }
const B = { query: 'query B { b }' }
const a = api.query('A', ({ variables }) => ({ data: { a: variables.id } }))
const b = api.query('B', { data: { b: 2 } }, { delay: 5 })

function batch(...operations: object[]): [string, RequestInit] {
  const headers = { 'content-type': 'application/json' }
  return ['https://api.test/graphql', { method: 'POST', headers, body: JSON.stringify(operations) }]
}

describe('a batch', () => {
  test('is answered in order, each operation by its own stub, as a separate call', async () => {
    const mocks = setupMocks([b, a], { patch: false })
    const response = await mocks.fetch(...batch(A, B, A))
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json'])
    expect(await response.json()).toEqual([{ data: { a: 1 } }, { data: { b: 2 } }, { data: { a: 1 } }])
    expect(mocks.calls().map(({ operation, stub, outcome }) => [operation?.name, stub, outcome])).toEqual([
      ['A', a, 'answered'],
      ['B', b, 'answered'],
      ['A', a, 'answered'],
    ])
    expect(mocks.calls('query A')[0]?.request.body).toEqual(A)
  })

  test('fails by the operation that no stub takes, and answers none of the others', async () => {
    const mocks = setupMocks([a], { patch: false })
    await expect(mocks.fetch(...batch(A, B))).rejects.toThrow(`No stub answers query B, POST https://api.test/graphql

Nearest: ${a}
  operation  expected query A
             received query B

To answer it: graphql('/graphql').query('B', { data: {} })`)
    expect(mocks.calls().map(({ operation, outcome }) => [operation?.name, outcome])).toEqual([['B', 'unmatched']])
    mocks.reset({ failures: true })
  })

  test('breaks as a whole by a networkError(), and cannot pass in part', async () => {
    for (const [reply, message] of [
      [networkError(), 'fetch failed'],
      [passthrough(), 'A response in a batch passes through'],
    ] as const) {
      const mocks = setupMocks([a, api.query('B', reply)], { patch: false })
      await expect(mocks.fetch(...batch(A, B))).rejects.toThrow(message)
      mocks.reset({ failures: true })
    }
  })

  test('has the highest status of its answers', async () => {
    const mocks = setupMocks([a, api.query('B', status(500, { errors: [{ message: 'no' }] }))], { patch: false })
    expect((await mocks.fetch(...batch(A, B))).status).toBe(500)
  })

  test('fails by its first operation too, and by one that its resolver hands on', async () => {
    for (const stubs of [[b], [b, api.query('A', ({ next }) => next())]]) {
      const mocks = setupMocks(stubs, { patch: false })
      await expect(mocks.fetch(...batch(A, B))).rejects.toThrow(
        'No stub answers query A, POST https://api.test/graphql',
      )
      mocks.reset({ failures: true })
    }
  })

  test('with an operation that no stub takes was reported by the text of another one, which cannot be joined', async () => {
    const mocks = setupMocks([api.query('B', text('b')), api.query('A', ({ next }) => next())], { patch: false })
    await expect(mocks.fetch(...batch(A, B))).rejects.toThrow('No stub answers query A, POST https://api.test/graphql')
    mocks.reset({ failures: true })
  })

  test('is found by the match of each of its operations, which a function sees alone', async () => {
    const match = ({ body }: { body: unknown }) => (body as typeof A).query.includes('A')
    const mocks = setupMocks([api.query('A', { data: { a: 1 } }, { match }), b], { patch: false })
    expect(await (await mocks.fetch(...batch(A, B))).json()).toEqual([{ data: { a: 1 } }, { data: { b: 2 } }])
  })

  test('has the cookies of its answers', async () => {
    const cookie = (name: string) => ({ headers: { 'set-cookie': `${name}=1` } })
    const stubs = [api.query('A', { data: {} }, cookie('a')), api.query('B', { data: {} }, cookie('b'))]
    const response = await setupMocks(stubs, { patch: false }).fetch(...batch(A, B))
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=1'])
  })

  test('takes no stream, and no text', async () => {
    const mocks = setupMocks([a, api.subscription('S', []), api.query('T', text('no JSON'))], { patch: false })
    for (const query of ['subscription S { s }', 'query T { t }']) {
      await expect(mocks.fetch(...batch(A, { query }))).rejects.toThrow('A response in a batch is not JSON')
    }
    mocks.reset({ failures: true })
  })

  test('is answered without patches too', async () => {
    const { fetch } = createResolver([a, b])
    expect(await (await fetch(new Request(...batch(A, B)))).json()).toEqual([{ data: { a: 1 } }, { data: { b: 2 } }])
    await expect(fetch(new Request(...batch(A, { query: '{ c }' })))).rejects.toThrow('No stub answers query { c }')
  })

  test('is answered by operation() and by stubs of a thousand operations', async () => {
    const many = Array.from({ length: 1000 }, (_, index) => api.query(`Q${index}`, { data: { index } }))
    const mocks = setupMocks([...many, api.operation({ data: { any: 1 } })], { patch: false })
    const response = await mocks.fetch(...batch({ query: 'query Q7 { a }' }, { query: '{ a }' }))
    expect(await response.json()).toEqual([{ data: { index: 7 } }, { data: { any: 1 } }])
  })
})
