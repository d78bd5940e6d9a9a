const assert = require('node:assert/strict')
const http = require('node:http')
const axios = require('axios')
const { rest, setupMocks } = require('mynah')

const API = 'http://api.test'
const original = globalThis.fetch

describe('users', () => {
  const mocks = setupMocks([
    rest.get('/users', [{ id: 1 }]),
    rest.post('/users', ({ request, setStatusCode }) => {
      setStatusCode(201)
      return { got: request.body }
    }),
  ])
  before(mocks)
  after(mocks.stop)

  // Mocha runs this hook after the hook of the mocks.
  afterEach(() => assert.equal(mocks.calls().length, 1))

  it('are listed by fetch', async () => {
    assert.deepEqual(await (await fetch(`${API}/users`)).json(), [{ id: 1 }])
    assert.equal(mocks.calls().length, 1)
  })

  it('are listed by node:http', (done) => {
    http.get(`${API}/users`, async (response) => {
      let text = ''
      for await (const chunk of response.setEncoding('utf8')) text += chunk
      assert.deepEqual(JSON.parse(text), [{ id: 1 }])
      done()
    })
  })

  it('are made by axios', async () => {
    const { status, data } = await axios.post(`${API}/users`, { name: 'John' })
    assert.deepEqual({ status, data }, { status: 201, data: { got: { name: 'John' } } })
  })

  it('may be missing', async () => {
    mocks.use(rest.get('/users', { error: 'Not Found' }, { status: 404 }))
    assert.equal((await fetch(`${API}/users`)).status, 404)
  })

  it('are back, and the journal is empty', async () => {
    assert.deepEqual(mocks.calls(), [])
    assert.equal((await fetch(`${API}/users`)).status, 200)
  })
})

describe('after the suite', () => {
  it('the original is restored', () => {
    assert.equal(globalThis.fetch, original)
  })
})

describe('the undo of an override', () => {
  const mocks = setupMocks([])
  before(mocks)

  beforeEach(function () {
    const undo = mocks.use(rest.get('/users', []))
    const message = "mocks.use(rest.get('/users')): its undo was given to a hook that runs before the tests"
    assert.throws(
      () => undo.call(this),
      (error) => error.message.startsWith(message),
    )
    undo()
  })

  it('refuses to be a hook that runs before tests', () => {})
})

describe('a test that returns what its callback returns', () => {
  before(setupMocks([]))

  it('passes', (done) => done())
})
