import axios from 'axios'
import { rest, setupMocks } from 'mynah'
import { beforeEach, describe, setUp, test } from '../runner.js'

// A test named `fails: …` has to fail, with the message that follows; the others have to pass.
const mocks = setupMocks([
  rest.get('/users', []),
  rest.get('/broken', () => {
    throw new TypeError('a bug in the resolver')
  }),
])
setUp(mocks)

test('fails: No stub answers GET https://api.test/by-fetch', async () => {
  await fetch('https://api.test/by-fetch').catch(() => {})
})

test('fails: No stub answers GET https://api.test/not-awaited', () => {
  fetch('https://api.test/not-awaited').catch(() => {})
})

test('fails: No stub answers GET https://api.test/by-axios', async () => {
  await axios.get('https://api.test/by-axios').catch(() => {})
})

test('fails: No stub answers POST https://api.test/by-xhr', async () => {
  await new Promise((resolve) => {
    const xhr = new XMLHttpRequest()
    xhr.open('POST', 'https://api.test/by-xhr')
    xhr.onerror = resolve
    xhr.send('a')
  })
})

test('fails: a bug in the resolver', async () => {
  await fetch('/broken').catch(() => {})
})

test('what comes after is not blamed', async () => {
  await fetch('/users')
})

describe('a hook returns the undo of an expectation', () => {
  beforeEach(() => mocks.expect.get('https://api.test/returned', {}, { times: 2 }))
  test('fails: An expected request did not arrive', () => fetch('https://api.test/returned'))
})
