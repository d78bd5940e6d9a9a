const axios = require('axios')
const axiosRetry = require('axios-retry').default
const { rest, setupMocks } = require('mynah')

const URL = 'https://api.test/api/users'
const get = (url) => fetch(url).catch((error) => error)

/** The tests of each runner. `equal` is its deep equality. */
exports.declare = (hook, afterEach, describe, test, equal) => {
  const mocks = setupMocks([rest.get('/todos', ['default'])])
  hook(mocks)
  const show = async () => equal(await (await fetch('https://api.test/todos')).json(), ['override'])

  test('three caught misses', async () => {
    for (let count = 0; count < 3; count++) await get(URL)
  })
  test('the last of three misses is thrown', async () => {
    for (let count = 0; count < 2; count++) await get(URL)
    throw await get(URL)
  })
  test('the last of three misses is a cause', async () => {
    for (let count = 0; count < 2; count++) await get(URL)
    throw new Error('Connection error', { cause: await get(URL) })
  })
  test('axios-retry', async () => {
    const client = axios.create()
    axiosRetry(client, { retries: 2, retryDelay: () => 0, retryCondition: () => true })
    await client.get(URL)
  })
  test('axios-retry, caught', async () => {
    const client = axios.create()
    axiosRetry(client, { retries: 2, retryDelay: () => 0, retryCondition: () => true })
    await client.get(URL).catch(() => {})
  })
  test('an override that nothing asks for', async () => {
    mocks.use.get('/todoz', ['override'])
    await show()
  })
  test('overrides that others replace, and that are used', async () => {
    mocks.use.get('/todos', ['older'])
    mocks.use.get('/todos', ['newer'])
    await show()
  })
  describe('an afterEach', () => {
    afterEach(() => mocks.reset())
    test('resets the mocks', async () => {
      mocks.use.get('/todoz', ['override'])
      await show()
    })
  })
  test('an override in isolate', () =>
    mocks.isolate(async () => {
      mocks.use.get('/todoz', ['override'])
      await show()
    }))
  test('passes with an override that nothing asks for', () => {
    mocks.use.get('/todoz', ['override'])
  })
}
