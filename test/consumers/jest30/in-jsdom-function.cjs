/** `fetch` in jsdom, where a setup file has put a function in its place: that brings no `Response`. */
exports.testFunction = ({ setupMocks }) => {
  global.fetch = () => {}

  const mocks = setupMocks([])
  beforeAll(mocks)

  test('fetch in jsdom, where a function stood in its place', async () => {
    mocks.use.get('https://api.test/users', [{ id: 1 }])
    const response = await fetch('https://api.test/users')
    expect(await response.json()).toEqual([{ id: 1 }])
  })
}
