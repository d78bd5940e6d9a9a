import { beforeEach, describe, expect, test } from 'vitest'
import '../../src/entries/vitest.ts'
import { graphql } from '../../src/entries/graphql.ts'
import { rest, setupMocks } from '../../src/entries/index.ts'

const api = graphql('/graphql')
const user = api.query('GetUser', { data: { user: null } })
const mocks = setupMocks([user, api.operation({ data: {} }), rest.get('/users', [])])
beforeEach(mocks)
beforeEach(async () => {
  await send('query GetUser($id: ID) { user(id: $id) { id } }', { id: 1 })
  await send('mutation CreateUser { create }')
  await send('{ anonymous }')
  await fetch('https://api.test/users')
})

async function send(query: string, variables?: object): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  await fetch('https://api.test/graphql', { method: 'POST', headers, body: JSON.stringify({ query, variables }) })
}

/** What an assertion throws. */
function messageOf(assert: () => void): string {
  try {
    assert()
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('The assertion passed')
}

describe('a filter by operation', () => {
  test('selects requests by their operation and its variables', () => {
    expect(mocks).toHaveRequested('query GetUser')
    expect(mocks).toHaveRequested('query GetUser', { variables: { id: 1 } })
    expect(mocks).toHaveRequested(
      'query GetUser',
      ({ variables, operationName }) => `${operationName}${variables.id}` === 'GetUser1',
    )
    expect(mocks).toHaveRequested(user, { variables: { id: 1 } })
    expect(mocks).toHaveRequestedTimes('mutation CreateUser', 1)
    expect(mocks).toHaveRequestedInOrder(['query GetUser', 'mutation CreateUser', 'query { anonymous }', 'GET /users'])
    expect(mocks).not.toHaveRequested('query CreateUser')
    expect(mocks).not.toHaveRequested('query GetUser', { variables: { id: '1' } })
  })

  test('a failure names the nearest operation and what differs', () => {
    expect(messageOf(() => expect(mocks).toHaveRequested('query GetUser', { variables: { id: 2 } }))).toBe(
      `expect(mocks).toHaveRequested('query GetUser', { variables: { id: 2 } })

Nearest: query GetUser, POST https://api.test/graphql
  variables.id  expected 2
                received 1

Arrived: query GetUser, mutation CreateUser, and 2 more`,
    )
    expect(messageOf(() => expect(mocks).toHaveRequested('mutation CreateUsers'))).toBe(
      `expect(mocks).toHaveRequested('mutation CreateUsers')

Nearest: mutation CreateUser, POST https://api.test/graphql
  operation  expected mutation CreateUsers
             received mutation CreateUser

Arrived: query GetUser, mutation CreateUser, and 2 more`,
    )
    expect(messageOf(() => expect(mocks).not.toHaveRequested('query GetUser'))).toBe(
      `expect(mocks).not.toHaveRequested('query GetUser')

Matching request: query GetUser, POST https://api.test/graphql`,
    )
  })
})
