import assert from 'node:assert/strict'
import { test } from 'node:test'
import got from 'got'
import { networkError, rest, setupMocks } from 'mynah'
import * as undici from 'undici7'

async function whileMocked(routes, act) {
  const stop = setupMocks(routes).start()
  try {
    await act()
  } finally {
    stop()
  }
}

const USERS = 'http://api.test/users'
const failed = (promise) =>
  promise.then(
    () => assert.fail('The request has an answer'),
    (error) => error,
  )

test('a mocked connection opens at once: a limit for the connection alone does not count the delay, as the limits say', async () => {
  await whileMocked([rest.get('/users', [1], { delay: 150 })], async () => {
    const { body } = await got(USERS, { timeout: { connect: 50 }, retry: { limit: 0 } })
    assert.equal(body, '[1]')
    const dispatcher = new undici.Agent({ connectTimeout: 50 })
    assert.deepEqual(await (await undici.request(USERS, { dispatcher })).body.json(), [1])
    await dispatcher.close()
  })
})

test('the error of such a limit can be sent, as the limits say', async () => {
  await whileMocked([rest.get('/users', networkError('ETIMEDOUT'))], async () => {
    assert.equal((await failed(got(USERS, { retry: { limit: 0 } }))).code, 'ETIMEDOUT')
  })
  await whileMocked([rest.get('/users', networkError(new undici.errors.ConnectTimeoutError('late')))], async () => {
    assert.equal((await failed(undici.request(USERS))).code, 'UND_ERR_CONNECT_TIMEOUT')
    assert.equal((await failed(fetch(USERS))).cause.code, 'UND_ERR_CONNECT_TIMEOUT')
  })
})
