// @vitest-environment jsdom
import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client'
import { ApolloProvider, useMutation, useQuery, useSubscription } from '@apollo/client/react'
import { setupMocks } from 'mynah'
import { graphql } from 'mynah/graphql'
import { createElement as h } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, test, vi } from 'vitest'

const GET_USER = gql('query GetUser($id: ID!) { user(id: $id) { id name } }')
const RENAME = gql('mutation Rename($name: String!) { rename(name: $name) { id name } }')
const COUNTDOWN = gql('subscription Countdown { countdown }')

const api = graphql('https://api.test/graphql')
const mocks = setupMocks([
  api.query(GET_USER, ({ variables }) => ({ data: { user: { __typename: 'User', id: variables.id, name: 'Ada' } } })),
  api.query(
    GET_USER,
    { data: { user: null }, errors: [{ message: 'No such user', path: ['user'] }] },
    { match: { variables: { id: '404' } } },
  ),
  api.mutation(RENAME, ({ variables }) => ({
    data: { rename: { __typename: 'User', id: '1', name: variables.name } },
  })),
  api.subscription(COUNTDOWN, [{ data: { countdown: 2 } }, { data: { countdown: 1 } }]),
])
beforeEach(mocks)

function createClient() {
  return new ApolloClient({ link: new HttpLink({ uri: 'https://api.test/graphql' }), cache: new InMemoryCache() })
}

/** Renders an element with a client, and returns the page's text. */
function render(element) {
  const client = createClient()
  const container = document.body.appendChild(document.createElement('div'))
  createRoot(container).render(h(ApolloProvider, { client }, element))
  return container
}

function User({ id }) {
  const { data, error } = useQuery(GET_USER, { variables: { id } })
  const [rename] = useMutation(RENAME)
  if (error) return `Error: ${error.message}`
  return h(
    'button',
    { type: 'button', onClick: () => rename({ variables: { name: 'Bob' } }) },
    data?.user?.name ?? 'loading',
  )
}

test('useQuery and useMutation', async () => {
  const page = render(h(User, { id: '1' }))
  await vi.waitFor(() => expect(page.textContent).toBe('Ada'))
  page.querySelector('button').click()
  await vi.waitFor(() => expect(page.textContent).toBe('Bob'))
  expect(mocks.calls().map(({ operation }) => [operation.type, operation.name, operation.variables])).toEqual([
    ['query', 'GetUser', { id: '1' }],
    ['mutation', 'Rename', { name: 'Bob' }],
  ])
})

test('useQuery with an error', async () => {
  const page = render(h(User, { id: '404' }))
  await vi.waitFor(() => expect(page.textContent).toBe('Error: No such user'))
})

// graphql-yoga has no answer for Apollo's subscriptions over multipart to compare with.
test('useSubscription, over multipart', async () => {
  const values = []
  function Countdown() {
    useSubscription(COUNTDOWN, {
      onData: ({ data }) => values.push(data.data.countdown),
      onComplete: () => values.push('end'),
    })
    return null
  }
  render(h(Countdown))
  await vi.waitFor(() => expect(values).toEqual([2, 1, 'end']))
  expect(mocks.calls()[0].request.headers.accept).toContain('multipart/mixed')
})

test('an operation without a stub fails the component and the test with a report', async () => {
  const client = createClient()
  await expect(client.query({ query: gql('query GetUsers { users { id } }') })).rejects.toThrow(
    /^No stub answers query GetUsers, POST https:\/\/api\.test\/graphql\n\nNearest: graphql\('https:\/\/api\.test\/graphql'\)\.query\('GetUser'\)/,
  )
  mocks.reset({ failures: true })
})
