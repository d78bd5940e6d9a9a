/* What each library of the comparison does to answer one route, and what its package offers. */

const URL = 'http://api.test/users'

export const LIBRARIES = {
  async mynah() {
    const { rest, setupMocks } = await import('mynah')
    return setupMocks([rest.get(URL, 'mocked')]).start()
  },
  async msw() {
    const { HttpResponse, http } = await import('msw')
    const { setupServer } = await import('msw/node')
    const server = setupServer(http.get(URL, () => HttpResponse.json('mocked')))
    server.listen({ onUnhandledFrame: 'error' })
    return () => server.close()
  },
  async nock() {
    const { default: nock } = await import('nock')
    nock.disableNetConnect()
    nock('http://api.test').persist().get('/users').reply(200, '"mocked"')
    return () => nock.restore()
  },
  async 'fetch-mock'() {
    const { default: fetchMock } = await import('fetch-mock')
    fetchMock.mockGlobal().route(URL, '"mocked"')
    return () => fetchMock.unmockGlobal()
  },
  async undici() {
    const { MockAgent, setGlobalDispatcher } = await import('undici')
    const agent = new MockAgent()
    agent.disableNetConnect()
    agent.get('http://api.test').intercept({ path: '/users' }).reply(200, '"mocked"').persist()
    setGlobalDispatcher(agent)
    return () => agent.close()
  },
}
