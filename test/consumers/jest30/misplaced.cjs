/** An override whose undo is a hook. A test named `fails: …` has to fail, with the message that follows. */
exports.testMisplaced = ({ rest, setupMocks }) => {
  const mocks = setupMocks([rest.get('/users', [])])
  mocks.start()
  beforeEach(mocks.use(rest.get('/users', {}, { status: 503 })))

  test("fails: mocks.use(rest.get('/users')): its undo was given to a hook that runs before the tests", () => {})
}
