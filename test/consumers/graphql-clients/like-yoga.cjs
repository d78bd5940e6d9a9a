const { createServer, createStubs } = require('./api.cjs')
const casesOf = require('./cases.cjs')

/** Declares the tests: each case against graphql-yoga on the loopback interface, and then against mynah under the same URL. */
module.exports = ({ beforeAll, afterAll, describe, expect, test }, packages) => {
  const { mynah, mynahGraphql, mynahSchema } = packages
  describe('the same client code against graphql-yoga and against mynah', () => {
    const server = createServer(packages)
    let url
    beforeAll(async () => {
      await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
      url = `http://127.0.0.1:${server.address().port}/graphql`
    })
    afterAll(() => {
      server.closeAllConnections()
      server.close()
    })

    test.each(casesOf(packages))('%s', async (_title, ask) => {
      const real = plain(await ask(url))
      const mocks = mynah.setupMocks(createStubs({ ...mynahGraphql, ...mynahSchema }, url))
      mocks.start()
      try {
        expect(plain(await ask(url))).toEqual(real)
        expect(new Set(mocks.calls().map(({ outcome }) => outcome))).toEqual(new Set(['answered']))
      } finally {
        mocks.stop()
      }
    })
  })
}

function plain(value) {
  return JSON.parse(JSON.stringify(value))
}
