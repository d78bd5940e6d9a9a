import { clock } from './clock.ts'

/** Measures, in a fresh process, what loading and the first start of a library cost, in milliseconds. */
// Modules that any http test loads are not the library's cost.
await Promise.all([import('node:http'), import('node:https'), import('node:net'), import('node:tls')])

const starts: Record<string, () => Promise<unknown>> = {
  async mynah() {
    const { rest, setupMocks } = await import('../../dist/index.js')
    return setupMocks([rest.get('/users', [])])()
  },
  async msw() {
    const { HttpResponse, http } = await import('msw')
    const { setupServer } = await import('msw/node')
    return setupServer(http.get('/users', () => HttpResponse.json([]))).listen()
  },
  async nock() {
    const { default: nock } = await import('nock')
    return nock('http://api.test').get('/users').reply(200, [])
  },
}

const start = clock()
await (starts[process.argv[2] as string] as () => Promise<unknown>)()
console.log(JSON.stringify((clock() - start) / 1000))
process.exit()
