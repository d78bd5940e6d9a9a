import assert from 'node:assert/strict'
import { EventEmitter, on } from 'node:events'
import { beforeEach, test } from 'node:test'
import { createClient } from 'graphql-ws'
import { networkError, setupMocks } from 'mynah'
import { graphql } from 'mynah/graphql'
import { websocket } from 'mynah/websocket'

const api = graphql('/graphql', { websocket })
const mocks = setupMocks([api.subscription('OnPrice', [{ data: { price: 41 } }, { data: { price: 42 } }])])
beforeEach(mocks)

/** The code under test. */
async function* prices(symbol) {
  const client = createClient({
    url: 'wss://api.test/graphql',
    connectionParams: { token: 'abc' },
    retryWait: async () => {},
    // Node's class fires an error for a lost connection, and graphql-ws does not connect again after one.
    shouldRetry: () => true,
  })
  const query = 'subscription OnPrice($symbol: String!) { price(symbol: $symbol) }'
  for await (const { data, errors } of client.iterate({ query, variables: { symbol } })) {
    if (errors) throw new Error(errors[0].message)
    yield data.price
  }
}

async function take(count, iterable) {
  const taken = []
  for await (const one of iterable) if (taken.push(one) === count) break
  return taken
}

test('each price', async () => {
  assert.deepEqual(await take(2, prices('ACME')), [41, 42])
  const [{ operation, request }] = mocks.calls('subscription OnPrice')
  assert.deepEqual(operation.variables, { symbol: 'ACME' })
  assert.deepEqual(request.body.connectionParams, { token: 'abc' })
})

test('a price that the test sends', async () => {
  const market = new EventEmitter()
  mocks.use(
    api.subscription('OnPrice', async function* () {
      for await (const [price] of on(market, 'price')) yield { data: { price } }
    }),
  )
  const next = take(1, prices('ACME'))
  await mocks.waitFor('subscription OnPrice')
  market.emit('price', 43)
  assert.deepEqual(await next, [43])
})

test('a lost connection', async () => {
  mocks.use(api.subscription('OnPrice', [{ data: { price: 40 } }, networkError()], { times: 1 }))
  assert.deepEqual(await take(3, prices('ACME')), [40, 41, 42])
})

test('an error of the operation', async () => {
  mocks.use(api.subscription('OnPrice', { errors: [{ message: 'The market is closed' }] }))
  await assert.rejects(take(1, prices('ACME')), { message: 'The market is closed' })
})

test('a token that the server does not take', async () => {
  mocks.use.get('/graphql', websocket({ open: ({ close }) => close(4403, 'Forbidden') }))
  await assert.rejects(take(1, prices('ACME')), { code: 4403, reason: 'Forbidden' })
})
