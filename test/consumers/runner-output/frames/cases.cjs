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
}
