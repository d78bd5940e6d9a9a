const http = require('node:http')
const { rest, setupMocks } = require('mynah')

const routes = [
  rest.get('/users', []),
  rest.get('/broken', () => {
    throw new TypeError('a bug in the resolver')
  }),
]

// A test named `fails: …` has to fail, with the message that follows; the others have to pass.
// Each has a suite of its own, since Mocha skips the rest of a suite whose hook threw.
function suite(title, run) {
  describe(`the suite of ${title}`, () => {
    before(setupMocks(routes))
    it(title, run)
  })
}

suite('fails: No stub answers GET https://api.test/by-fetch', async () => {
  await fetch('https://api.test/by-fetch').catch(() => {})
})

suite('fails: No stub answers GET https://api.test/not-awaited', () => {
  fetch('https://api.test/not-awaited').catch(() => {})
})

suite('fails: No stub answers GET http://api.test/by-http', async () => {
  await new Promise((resolve) => {
    http.get('http://api.test/by-http').on('error', resolve)
  })
})

suite('fails: a bug in the resolver', async () => {
  await fetch('https://api.test/broken').catch(() => {})
})

suite('what comes after is not blamed', async () => {
  await fetch('https://api.test/users')
})
