import { getGlobalDispatcher, MockAgent, setGlobalDispatcher } from 'undici'
import { testBeside } from './beside.js'

// It is undici's: `node:http` does not go through it.
testBeside(
  'MockAgent',
  () => {
    const before = getGlobalDispatcher()
    const agent = new MockAgent()
    agent.enableNetConnect((host) => host !== 'other.test')
    agent.get('http://other.test').intercept({ path: '/users' }).reply(200, '"other"').persist()
    setGlobalDispatcher(agent)
    return () => {
      setGlobalDispatcher(before)
      return agent.close()
    }
  },
  { clients: ['fetch', 'undici'] },
)
