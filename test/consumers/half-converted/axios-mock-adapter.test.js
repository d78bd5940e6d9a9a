import axios from 'axios'
import MockAdapter from 'axios-mock-adapter'
import { testHalves } from './halves.js'

const start = (origin, isOpen) => {
  const mock = new MockAdapter(axios, isOpen ? { onNoMatch: 'passthrough' } : {})
  const answer = (path) => mock.onGet(`${origin}${path}`).reply(200, 'it')
  answer('/old')
  return { late: () => answer('/late'), end: () => mock.restore() }
}

const REFUSAL = 'status code 404'

testHalves('axios-mock-adapter', start, { axios: [REFUSAL, REFUSAL] })
