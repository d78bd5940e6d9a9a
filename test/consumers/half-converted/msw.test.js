import { testHalves } from './halves.js'

const msw = (name, option) => async (origin, isOpen) => {
  const [{ http, HttpResponse }, { setupServer }] = await Promise.all([import(name), import(`${name}/node`)])
  const handler = (path) => http.get(`${origin}${path}`, () => HttpResponse.json('it'))
  const server = setupServer(handler('/old'))
  server.listen({ [option]: isOpen ? 'bypass' : 'error' })
  return { late: () => server.use(handler('/late')), end: () => server.close() }
}

const REFUSAL = 'Cannot bypass a request'

testHalves('msw 2', msw('msw2', 'onUnhandledRequest'), { fetch: [undefined, REFUSAL], http: [REFUSAL, REFUSAL] })
testHalves('msw 3', msw('msw', 'onUnhandledFrame'), { fetch: [], http: [] })
