import type { Page } from '@playwright/test'
import { graphql } from 'mynah/graphql'
import { expect, test } from '../test.ts'

const api = graphql('/graphql')
const user = api.query<{ user: object | null }, { id: string }>('GetUser', ({ variables }) => ({
  data: { user: { id: variables.id, name: 'Ada' } },
}))
const countdown = api.subscription('Countdown', [{ data: { countdown: 2 } }, { data: { countdown: 1 } }])
const routes = [user, countdown, api.mutation('CreateUser', { data: { createUser: { id: '7' } } })]

/** What the page reads when it sends operations: one, or a batch. */
async function send(page: Page, operations: object, accept = 'application/json'): Promise<string> {
  return page.evaluate(
    async ([body, accept]) => {
      const headers = { 'content-type': 'application/json', accept: accept as string }
      const response = await fetch('/graphql', { method: 'POST', headers, body: body as string })
      return response.text()
    },
    [JSON.stringify(operations), accept],
  )
}

test.use({ routes: [routes, { scope: 'test' }] })

test('the operations of a page are answered by their names, and its calls have them', async ({ page, mocks }) => {
  await page.goto('/')
  const query = 'query GetUser($id: ID!) { user(id: $id) { id name } }'
  expect(await send(page, { query, variables: { id: '1' } })).toBe('{"data":{"user":{"id":"1","name":"Ada"}}}')
  const batch = [{ query, variables: { id: '2' } }, { query: 'mutation CreateUser { createUser { id } }' }]
  expect(await send(page, batch)).toBe('[{"data":{"user":{"id":"2","name":"Ada"}}},{"data":{"createUser":{"id":"7"}}}]')
  const url = `/graphql?${new URLSearchParams({ query, variables: '{"id":"3"}' })}`
  expect(await page.evaluate(async (url) => (await fetch(url)).text(), url)).toContain('"id":"3"')
  expect(mocks.calls('query GetUser').map(({ operation }) => operation?.variables)).toEqual([
    { id: '1' },
    { id: '2' },
    { id: '3' },
  ])
})

test('a subscription of a page is a stream of events', async ({ page }) => {
  await page.goto('/')
  const body = { query: 'subscription Countdown { countdown }' }
  expect(await send(page, body, 'text/event-stream')).toBe(
    'event: next\ndata: {"data":{"countdown":2}}\n\nevent: next\ndata: {"data":{"countdown":1}}\n\nevent: complete\ndata: \n\n',
  )
})

test('a test overrides a result', async ({ page, mocks }) => {
  mocks.use(api.query('GetUser', { data: { user: null } }, { match: { variables: { id: '404' } } }))
  await page.goto('/')
  const query = 'query GetUser($id: ID!) { user(id: $id) { id } }'
  expect(await send(page, { query, variables: { id: '404' } })).toBe('{"data":{"user":null}}')
})
