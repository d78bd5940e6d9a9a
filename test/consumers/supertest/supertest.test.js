const assert = require('node:assert/strict')
const http = require('node:http')
const { after, before, test } = require('node:test')
const { rest, setupMocks } = require('mynah')
const supertest = require('supertest')

/** The application under test: it asks another service, which is mocked. */
const app = http.createServer(async (request, response) => {
  const users = await (await fetch('https://api.test/users')).json()
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ path: request.url, users }))
})

const mocks = setupMocks([rest.get('https://api.test/users', [{ id: 1 }])], { passthrough: ['http://127.0.0.1:*'] })
before(() => mocks())
after(() => mocks.stop())

test('supertest reaches the application for real, and the application its mocked service', async () => {
  const response = await supertest(app).get('/hello').set('x-custom', 'a').expect(200)
  assert.deepEqual(response.body, { path: '/hello', users: [{ id: 1 }] })
  const calls = mocks.calls().map(({ request, outcome }) => [new URL(request.url).pathname, outcome])
  assert.deepEqual(calls, [
    ['/hello', 'passed'],
    ['/users', 'answered'],
  ])
})
