import http from 'node:http'
import axios from 'axios'
import { rest, setupMocks } from 'mynah'
import { setUp, test } from '../runner.js'

// A test named `fails: …` has to fail, with the message that follows; the others have to pass.
const mocks = setupMocks([
  rest.get('/users', []),
  rest.get('/broken', () => {
    throw new TypeError('a bug in the resolver')
  }),
])
setUp(mocks)

test('fails: No stub answers GET http://api.test/by-fetch', async () => {
  await fetch('http://api.test/by-fetch').catch(() => {})
})

test('fails: No stub answers GET http://api.test/by-axios', async () => {
  await axios.get('http://api.test/by-axios').catch(() => {})
})

test('fails: No stub answers GET http://api.test/by-http', async () => {
  await new Promise((resolve) => {
    http.get('http://api.test/by-http').on('error', resolve)
  })
})

if ('XMLHttpRequest' in globalThis) {
  test('fails: No stub answers GET http://api.test/by-xhr', async () => {
    await new Promise((resolve) => {
      const xhr = new XMLHttpRequest()
      xhr.open('GET', 'http://api.test/by-xhr')
      xhr.onerror = resolve
      xhr.send()
    })
  })
}

test('fails: a bug in the resolver', async () => {
  await fetch('http://api.test/broken').catch(() => {})
})

test('fails: An expected request did not arrive', async () => {
  mocks.expect(rest.post('/users', {}))
  await fetch('http://api.test/users')
})

test('what comes after is not blamed', async () => {
  await fetch('http://api.test/users')
})
