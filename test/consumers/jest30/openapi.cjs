/** The tests of `mynah/openapi`, whichever way the modules were loaded. */
exports.testOpenapi = ({ setupMocks }, { openapi }) => {
  const schema = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }
  const api = openapi({
    openapi: '3.0.3',
    paths: {
      '/users/{user-id}': {
        get: {
          operationId: 'getUser',
          responses: { 200: { content: { 'application/json': { schema, example: { id: 1 } } } } },
        },
      },
    },
  })
  const mocks = setupMocks(api.examples())
  beforeAll(mocks)

  test('an example of the document is sent', async () => {
    expect(await (await fetch('https://api.test/users/1')).json()).toEqual({ id: 1 })
  })

  test('a payload that breaks its schema is refused where it is written', () => {
    expect(() => api.get('/users/{user-id}', { id: '1' })).toThrow("id  expected integer  received '1'")
  })

  test('a request that breaks its contract fails', async () => {
    await expect(fetch('https://api.test/users/1?page=2')).rejects.toMatchObject({ code: 'CONTRACT' })
    mocks.reset({ failures: true })
  })
}
