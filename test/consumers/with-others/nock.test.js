import nock from 'nock'
import { testBeside } from './beside.js'

// It is active as soon as it is imported.
nock.restore()

// Started after mynah, it breaks what mynah lets through over `node:http`: docs/reference/limits.md.
testBeside(
  'nock',
  () => {
    nock.activate()
    nock('http://other.test').persist().get('/users').reply(200, '"other"')
    return () => {
      nock.cleanAll()
      nock.restore()
    }
  },
  { isFirst: true },
)
