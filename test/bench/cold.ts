/**
 * Measures what a test file pays for a library: a fresh process imports it, sets up ten routes, and sends 20 requests by fetch,
 * half of them POSTs that a function answers. Prints the processor's time of the whole process, in milliseconds.
 * `node cold.ts <library> [http]`; with `http`, `node:http` and `node:https` are loaded before, as many test files do.
 */
type Start = () => Promise<unknown>

const ORIGIN = 'http://api.test'
const USERS = [{ id: 1, name: 'John' }]
const PATHS = Array.from({ length: 5 }, (_, index) => `/things/${index}/parts`)
const URLS = PATHS.map((path) => ORIGIN + path)

const starts: Record<string, Start> = {
  async 'by hand'() {
    globalThis.fetch = async (_url, init) =>
      init?.method === 'POST' ? Response.json(JSON.parse(init.body as string)) : Response.json(USERS)
  },
  async mynah() {
    const { rest, setupMocks } = await import('../../dist/index.js')
    const gets = PATHS.map((path) => rest.get(path, USERS))
    return setupMocks([...gets, ...PATHS.map((path) => rest.post(path, ({ request }) => request.body))])()
  },
  async 'fetch-mock'() {
    const { default: fetchMock } = await import('fetch-mock')
    fetchMock.mockGlobal()
    for (const url of URLS) {
      fetchMock.get(url, { body: USERS })
      fetchMock.post(url, ({ options }) => ({ body: JSON.parse(options.body as string) }))
    }
  },
  async msw() {
    const { HttpResponse, http } = await import('msw')
    const { setupServer } = await import('msw/node')
    const gets = URLS.map((url) => http.get(url, () => HttpResponse.json(USERS)))
    const posts = URLS.map((url) =>
      http.post(url, async ({ request }) => HttpResponse.json((await request.json()) as object)),
    )
    return setupServer(...gets, ...posts).listen({ onUnhandledFrame: 'error' })
  },
  async nock() {
    const { default: nock } = await import('nock')
    const scope = nock(ORIGIN).persist()
    for (const path of PATHS) {
      scope.get(path).reply(200, USERS)
      scope.post(path).reply(200, async (request: Request) => request.json())
    }
  },
}

const [library = '', modules] = process.argv.slice(2)
if (modules === 'http') await Promise.all([import('node:http'), import('node:https')])
await (starts[library] as Start)()
for (const url of [...URLS, ...URLS]) {
  await (await fetch(url)).json()
  const headers = { 'content-type': 'application/json' }
  const answer = await (await fetch(url, { method: 'POST', headers, body: JSON.stringify({ name: 'Ada' }) })).json()
  if (answer.name !== 'Ada') throw new Error(`${library} answered ${JSON.stringify(answer)}`)
}
const { user, system } = process.cpuUsage()
console.log(JSON.stringify((user + system) / 1000))
process.exit()
