/* Node's fetch without the classes of bodies, as in the environment of Jest 27: test/consumers/jest30/bare.cjs. */
exports.testWithoutBodies = ({ rest, setupMocks }) => {
  expect(['Blob', 'File', 'FormData'].filter((name) => name in globalThis)).toEqual([])

  const mocks = setupMocks([rest.post('/users', ({ request }) => request.body)])
  beforeAll(mocks)

  test('the mocks start, and lend the classes of bodies: Blob was not defined', async () => {
    const body = new FormData()
    body.append('name', 'Ada')
    const response = await fetch('https://api.test/users', { method: 'POST', body })
    expect(await response.json()).toEqual({ name: 'Ada' })
  })
}
