const assert = require('node:assert/strict')
const http = require('node:http')
const { rest, setupMocks } = require('mynah')

// A test named `fails: …` has to fail, with the message that follows; the others have to pass.
describe('the tests of one suite', () => {
  const mocks = setupMocks([
    rest.get('/users', []),
    rest.get('/broken', () => {
      throw new TypeError('a bug in the resolver')
    }),
  ])
  before(mocks)

  it('fails: No stub answers GET https://api.test/by-fetch', async () => {
    await fetch('https://api.test/by-fetch').catch(() => {})
  })

  it('fails: No stub answers GET https://api.test/not-awaited', () => {
    fetch('https://api.test/not-awaited').catch(() => {})
  })

  it('fails: No stub answers GET http://api.test/by-http', (done) => {
    http.get('http://api.test/by-http').on('error', () => done())
  })

  it('fails: a bug in the resolver', async () => {
    await fetch('https://api.test/broken').catch(() => {})
  })

  it('fails: No stub answers GET https://api.test/not-caught', async () => {
    await fetch('https://api.test/not-caught')
  })

  it('fails: the assertion', async () => {
    await fetch('https://api.test/swallowed').catch(() => {})
    assert.fail('the assertion')
  })

  it('fails: the callback', (done) => {
    done(new Error('the callback'))
  })

  it('fails: No stub answers GET https://api.test/timed-out', function (_done) {
    fetch('https://api.test/timed-out').catch(() => this.timeout(1))
  })

  it('fails: An expected request did not arrive', async () => {
    mocks.expect(rest.post('/users', {}))
    await fetch('https://api.test/users')
  })

  it('what comes after is not blamed', async () => {
    await fetch('https://api.test/users')
  })

  let tries = 0
  it('a retry begins with a clean state', async function () {
    this.retries(2)
    tries++
    if (tries === 3) await fetch('https://api.test/users')
    else await fetch('https://api.test/nope').catch(() => {})
  })

  it('may skip itself', async function () {
    await fetch('https://api.test/users')
    this.skip()
  })
})
