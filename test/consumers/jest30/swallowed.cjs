/** What has to fail in any environment. A test named `fails: …` has to fail, with the message that follows; the others have to pass. */
exports.testSwallowed = ({ rest, setupMocks }, axios, http) => {
  const mocks = setupMocks([
    rest.get('/users', []),
    rest.get('/broken', () => {
      throw new TypeError('a bug in the resolver')
    }),
  ])
  beforeAll(mocks)

  test('fails: No stub answers GET https://api.test/by-fetch', async () => {
    await fetch('https://api.test/by-fetch').catch(() => {})
  })

  test('fails: No stub answers GET https://api.test/not-awaited', () => {
    fetch('https://api.test/not-awaited').catch(() => {})
  })

  test('fails: No stub answers GET http://api.test/by-http', async () => {
    await new Promise((resolve) => {
      http.get('http://api.test/by-http').on('error', resolve)
    })
  })

  test('fails: No stub answers GET https://api.test/by-axios', async () => {
    await axios.get('https://api.test/by-axios').catch(() => {})
  })

  test('fails: a bug in the resolver', async () => {
    await fetch('https://api.test/broken').catch(() => {})
  })

  test('fails: An expected request did not arrive', async () => {
    mocks.expect(rest.post('/users', {}))
    await fetch('https://api.test/users')
  })

  test('fails: "url": "https://api.test/users?page=2"', async () => {
    await fetch('https://api.test/users?page=2')
    expect(mocks.calls()).toEqual([])
  })

  test('what comes after is not blamed', async () => {
    await fetch('https://api.test/users')
    await axios.get('https://api.test/users')
  })
}
