/** @jest-environment jsdom */

const axios = require('axios')
const { rest, setupMocks } = require('mynah')

beforeAll(setupMocks([rest.get('/users', [])]))

test('fails: No stub answers GET https://api.test/nope', async () => {
  await axios.get('https://api.test/nope').catch(() => {})
})

test('what comes after is not blamed', async () => {
  await axios.get('https://api.test/users')
})
