import { testHalves } from './halves.js'

const nock = (name) => async (origin, isOpen) => {
  const { default: library } = await import(name)
  if (!library.isActive()) library.activate()
  const answer = (path) =>
    library(origin, isOpen ? { allowUnmocked: true } : {})
      .persist()
      .get(path)
      .reply(200, '"it"')
  answer('/old')
  return {
    late: () => answer('/late'),
    end() {
      library.cleanAll()
      library.restore()
    },
  }
}

const REFUSAL = 'Nock: No match'

// nock 13 does not see fetch.
testHalves('nock 13', nock('nock13'), { http: [REFUSAL, REFUSAL] })
testHalves('nock 14', nock('nock14'), { fetch: [undefined, REFUSAL], http: [REFUSAL, REFUSAL] })
testHalves('nock 15', nock('nock'), { fetch: [], http: [] })
