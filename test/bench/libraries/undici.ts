import { fetch, MockAgent, setGlobalDispatcher } from 'undici'
import { type Mock, ORIGIN, paths, USERS } from '../scenario.ts'

export const mock: Mock = (scenario) => {
  const agent = new MockAgent()
  agent.disableNetConnect()
  setGlobalDispatcher(agent)
  const pool = agent.get(ORIGIN)
  const headers = { 'content-type': 'application/json' }
  switch (scenario.kind) {
    case 'static':
      for (const path of paths(scenario.count)) pool.intercept({ path }).reply(200, USERS, { headers }).persist()
      break
    case 'resolver':
      pool
        .intercept({ path: (path) => path.startsWith('/users/') })
        .reply(200, ({ path }) => ({ id: path.split('/').at(-1) }), { headers })
        .persist()
      break
    case 'post':
      pool
        .intercept({ path: '/users', method: 'POST', body: (body) => JSON.parse(body).role === 'admin' })
        .reply(200, USERS, { headers })
        .persist()
      break
    case 'queries':
      for (let page = 0; page < scenario.count; page++) {
        pool.intercept({ path: '/users', query: { page } }).reply(200, USERS, { headers }).persist()
      }
  }
  // The package's own fetch: Node's built-in one need not be of the same version as the agent.
  const original = globalThis.fetch
  globalThis.fetch = fetch as unknown as typeof globalThis.fetch
  return () => {
    globalThis.fetch = original
    return agent.close()
  }
}
