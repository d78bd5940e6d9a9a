const { MockAgent, request, setGlobalDispatcher } = require('undici')

beforeAll(() => {
  const agent = new MockAgent()
  agent.disableNetConnect()
  agent.get('http://api.test').intercept({ path: '/users' }).reply(200, '"mocked"').persist()
  setGlobalDispatcher(agent)
})

test('undici, by its own request', async () => {
  expect(await (await request('http://api.test/users')).body.json()).toBe('mocked')
})

test('undici, by the global fetch', async () => {
  expect(await (await fetch('http://api.test/users')).json()).toBe('mocked')
})
