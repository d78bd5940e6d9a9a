import { testHalves } from './halves.js'

const fetchMock = (name) => async (origin, isOpen) => {
  const { default: library } = await import(name)
  // Version 9 has those of node-fetch, which take no request of the platform.
  const { fetch, Headers, Request, Response } = globalThis
  Object.assign(library.config, { fetch, Headers, Request, Response })
  Object.assign(library.config, { fallbackToNetwork: isOpen, warnOnFallback: false })
  const answer = (path) => library.mock(`${origin}${path}`, '"it"')
  answer('/old')
  return { late: () => answer('/late'), end: () => library.restore() }
}

const fetchMock12 = async (origin, isOpen) => {
  const { default: library } = await import('fetch-mock')
  const answer = (path) => library.get(`${origin}${path}`, '"it"')
  library.mockGlobal()
  answer('/old')
  if (isOpen) library.spy()
  return { late: () => answer('/late'), end: () => library.hardReset() }
}

const REFUSAL = 'No fallback response'

testHalves('fetch-mock 9', fetchMock('fetch-mock9'), { fetch: [REFUSAL, REFUSAL] })
testHalves('fetch-mock 10', fetchMock('fetch-mock10'), { fetch: [REFUSAL, REFUSAL] })
testHalves('fetch-mock 11', fetchMock('fetch-mock11'), { fetch: [REFUSAL, REFUSAL] })
testHalves('fetch-mock 12', fetchMock12, { fetch: [undefined, 'No response or fallback'] })
