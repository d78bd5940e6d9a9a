import { rest, sequence } from 'mynah'
import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { messageOf, rejectionOf, start, startForgiving, thrownBy } from './promises/support.ts'

const API = 'https://api.stripe.com/v1'
const ABSENT = { error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such customer' } }

const transports = [
  { name: 'node:https', client: (options) => new Stripe('sk_test', { telemetry: false, ...options }) },
  {
    name: 'fetch',
    client: (options) =>
      new Stripe('sk_test', { telemetry: false, httpClient: Stripe.createFetchHttpClient(), ...options }),
  },
]

test.each(transports)('stripe over $name: a customer is made, and a list read page by page', async ({ client }) => {
  const mocks = start([
    rest.post(`${API}/customers`, { id: 'cus_1' }),
    rest.get(`${API}/customers`, { object: 'list', data: [{ id: 'a' }], has_more: true, url: '/v1/customers' }),
    rest.get(
      `${API}/customers`,
      { object: 'list', data: [{ id: 'b' }], has_more: false, url: '/v1/customers' },
      { match: { queries: { starting_after: 'a' } } },
    ),
  ])
  expect(await client().customers.create({ email: 'a@b.test' })).toMatchObject({ id: 'cus_1' })
  expect(mocks.calls()[0].request.body).toEqual({ email: 'a@b.test' })
  const ids = []
  for await (const { id } of client().customers.list()) ids.push(id)
  expect(ids).toEqual(['a', 'b'])
})

test.each(transports)('stripe over $name: a 404 is its error; a 503 is tried again', async ({ client }) => {
  start([
    rest.get(`${API}/customers/none`, ABSENT, { status: 404 }),
    rest.get(`${API}/balance`, sequence(new Response('{}', { status: 503 }), { object: 'balance' })),
  ])
  const error = await rejectionOf(client().customers.retrieve('none'))
  expect(error).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 404, message: 'No such customer' })
  expect(await client().balance.retrieve()).toMatchObject({ object: 'balance' })
})

test.each(transports)('stripe over $name: it times out', async ({ client }) => {
  start([rest.get(`${API}/balance`, {}, { delay: Number.POSITIVE_INFINITY })])
  const error = await rejectionOf(client({ timeout: 50, maxNetworkRetries: 0 }).balance.retrieve())
  expect(error).toMatchObject({
    type: 'StripeConnectionError',
    message: 'Request aborted due to timeout being reached (50ms)',
  })
})

test.each(transports)('stripe over $name: an unmatched request is the detail of its error', async ({ client }) => {
  const mocks = startForgiving([])
  const error = await rejectionOf(client({ maxNetworkRetries: 0 }).balance.retrieve())
  expect(error.detail).toBe(thrownBy(() => mocks.verify()))
  expect(messageOf(error.detail)).toBe(`No stub answers GET ${API}/balance

No routes are declared
To answer it: rest.get('/v1/balance', {})
To let it reach the network: setupMocks(routes, { passthrough: ['https://api.stripe.com'] })`)
})
