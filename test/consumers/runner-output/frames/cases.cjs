const { get } = require('node:http')
const { openapi } = require('mynah/openapi')

const document = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: {
    '/pets': {
      get: {
        responses: {
          200: { description: 'ok', content: { 'application/json': { schema: { type: 'object', required: ['id'] } } } },
        },
      },
    },
  },
}

/** Tests that fail with an error of mynah's; the line that has to follow its message is the one with the mark. */
exports.defineCases = ({ rest, setupMocks }, { test, start }) => {
  const mocks = setupMocks([rest.get('/users', [])])
  start(mocks)

  test('a declaration', () => {
    rest.get('/users', [], { stauts: 404 }) // here
  })

  test('an unmatched request', async () => {
    await fetch('https://api.test/nope') // here
  })

  test('a wait that times out', async () => {
    await mocks.waitFor('/nope', { timeout: 1 }) // here
  })

  test('a wait of which nobody is told', async () => {
    const waiting = mocks.waitFor('/nope', { timeout: 1 }) // here
    await new Promise((resolve) => setTimeout(resolve, 20))
    await waiting
  })

  test('an expectation that has not come', () => {
    mocks.expect(rest.get('/expected', {})) // here
    mocks.verify()
  })

  test('an answer that breaks its contract', async () => {
    mocks.use(openapi(document).get('/pets', () => ({}))) // here
    await fetch('https://api.test/pets')
  })

  test('an answer to a client of node:http that breaks its contract', async () => {
    mocks.use(openapi(document).get('/pets', () => ({}))) // here
    await new Promise((_resolve, reject) => {
      get('http://api.test/pets').on('error', reject)
    })
  })

  test('an unmatched request that the application swallows', async () => {
    await fetch('https://api.test/swallowed').catch(() => {}) // here
  })

  test('an expectation that a hook tells', () => {
    mocks.expect(rest.get('/told-by-hook', {})) // here
  })

  test('a contract that a hook tells', async () => {
    mocks.use(openapi(document).get('/pets', () => ({ name: 'told by hook' }))) // here
    await fetch('https://api.test/pets').catch(() => {})
  })

  test('a resolver that throws', async () => {
    mocks.use.get('/throws', () => {
      throw new RangeError('the resolver is broken') // here
    })
    await fetch('https://api.test/throws').catch(() => {})
  })

  test('an unmatched request that nobody awaits', async () => {
    fetch('https://api.test/unawaited') // here
    await new Promise((resolve) => setTimeout(resolve, 20))
  })
}
