import { testHalves } from './halves.js'

const mockAgent = (name) => async (origin, isOpen) => {
  const { getGlobalDispatcher, MockAgent, setGlobalDispatcher } = await import(name)
  const before = getGlobalDispatcher()
  const agent = new MockAgent()
  if (!isOpen) agent.disableNetConnect()
  const answer = (path) => agent.get(origin).intercept({ path }).reply(200, '"it"').persist()
  answer('/old')
  setGlobalDispatcher(agent)
  return {
    late: () => answer('/late'),
    end() {
      setGlobalDispatcher(before)
      return agent.close()
    },
  }
}

const REFUSAL = 'Mock dispatch not matched'
const REFUSED = [REFUSAL, REFUSAL]
// Jest's tests have a global object of their own, and fetch looks for its dispatcher on the one of Node.
const fetch = process.env.JEST_WORKER_ID ? {} : { fetch: REFUSED }

// The fetch of Node 26 does not go through a dispatcher of undici 6.
testHalves('MockAgent of undici 6', mockAgent('undici6'), { undici6: REFUSED })
testHalves('MockAgent of undici 7', mockAgent('undici7'), { ...fetch, undici7: REFUSED })
testHalves('MockAgent of undici 8', mockAgent('undici'), { ...fetch, undici: REFUSED })
