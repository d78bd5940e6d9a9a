import { expect, test } from 'vitest'
import { rewrite } from './rewrite.ts'

const CASES: [symptom: string, before: string, after: string][] = [
  [
    'a chain in a variable that nothing reads was left by hand',
    `test('a', async () => {
  const mock = fetchMock.mockGlobal().getOnce('https://api.test/a', 404)
  await run()
})`,
    `test('a', async () => {
  mocks.use.get('https://api.test/a', status(404), { times: 1 })
  await run()
})`,
  ],
  [
    'a chain in a variable was left by hand, with what asks the variable for calls',
    `test('a', async () => {
  const mock = fetchMock.mockGlobal().getOnce('https://api.test/a', 404)
  await run()
  expect(mock.callHistory.called()).toBe(true)
  mock.callHistory.done()
})`,
    `test('a', async () => {
  mocks.expect.get('https://api.test/a', status(404))
  await run()
  expect(mocks.calls().length > 0).toBe(true)
  mocks.verify({ unused: true })
})`,
  ],
  [
    'a variable that holds fetch-mock itself was left by hand',
    `test('a', async () => {
  const mock = fetchMock.mockGlobal()
  mock.get('https://api.test/a', 404)
})`,
    `test('a', async () => {
  mocks.use.get('https://api.test/a', status(404))
})`,
  ],
  [
    'the start or the end of a URL that is no fixed text was left by hand, or became a path',
    `test('a', () => {
  fetchMock.get(\`end:/a?\${q(a)}\`, 404)
  fetchMock.post(\`end:\${PATH}\`, 404)
})`,
    `test('a', () => {
  mocks.use.get('/{*rest}', status(404), { match: ({ url }) => url.endsWith(\`/a?\${q(a)}\`) })
  mocks.use.post('/{*rest}', status(404), { match: ({ url }) => url.endsWith(\`\${PATH}\`) })
})`,
  ],
  [
    'the start of a path that is no fixed text, or of a URL that is a sum, was left by hand',
    `test('a', () => {
  fetchMock.get(\`begin:/a/\${id}\`, 404)
  fetchMock.get('begin:' + new URL('/b?', origin), 404)
})`,
    `test('a', () => {
  mocks.use(
    rest.get(
      '/{*rest}',
      status(404),
      { match: ({ url }) => url.slice(new URL(url).origin.length).startsWith(\`/a/\${id}\`) },
    ),
    rest.get(
      '/{*rest}',
      status(404),
      { match: ({ url }) => url.startsWith('' + new URL('/b?', origin)) },
    ),
  )
})`,
  ],
  [
    'another response for the route of a name kept the tests of the file',
    `beforeEach(() => {
  fetchMock.post('https://api.test/a', 404, { name: 'a', headers: { b: 'c' } })
})
test('a', async () => {
  fetchMock.modifyRoute('a', { response: { status: 500, body: { id: 1 } } })
  await run()
  expect(fetchMock.callHistory.called('a')).toBe(true)
})`,
    `beforeEach(() => {
  mocks.use.post('https://api.test/a', status(404), { match: { headers: { b: 'c' } } })
})
test('a', async () => {
  mocks.use.post('https://api.test/a', { id: 1 }, { status: 500, match: { headers: { b: 'c' } } })
  await run()
  expect(mocks.calls({ method: 'POST', path: 'https://api.test/a', match: { headers: { b: 'c' } } }).length > 0).toBe(true)
})`,
  ],
  [
    'fetch-mock in place of a client kept the file, and its matchers for one method were left by hand',
    `jest.mock('node-fetch', () => {
  const nodeFetch = jest.requireActual('node-fetch')
  Object.assign(fetchMock.config, { fetch: nodeFetch, Response: nodeFetch.Response })
  return fetchMock.fetchHandler
})
test('a', async () => {
  fetchMock.mockGlobal().post('path:/a', 404)
  await run()
  expect(fetchMock).toHavePostedTimes(1, 'path:/a')
  expect(fetchMock.fetchHandler).not.toHaveGot('path:/a')
})`,
    `test('a', async () => {
  mocks.use.post('/a', status(404))
  await run()
  expect(mocks.calls('POST /a')).toHaveLength(1)
  expect(mocks.calls('GET /a')).toHaveLength(0)
})`,
  ],
  [
    'a route by its name was asked for calls of any method and options',
    `test('a', async () => {
  fetchMock.route('path:/a', 404, { name: 'users' })
  await run()
  expect(fetchMock).toHavePosted('users')
  expect(fetchMock.callHistory.called('users', { method: 'put', headers: { b: 'c' } })).toBe(false)
})`,
    `test('a', async () => {
  mocks.use.all('/a', status(404))
  await run()
  expect(mocks.calls('POST /a')).not.toHaveLength(0)
  expect(mocks.calls({ method: 'PUT', path: '/a', match: { headers: { b: 'c' } } }).length > 0).toBe(false)
})`,
  ],
  [
    'what is done beside fetch-mock in place of a client went without a word',
    `jest.mock('node-fetch', () => {
  process.env.A = '1'
  return fetchMock.fetchHandler
})
test('a', async () => {
  fetchMock.get('path:/a', 404)
})`,
    `jest.mock('node-fetch', () => {
  process.env.A = '1'
  return mocks.fetch
})
test('a', async () => {
  mocks.use.get('/a', status(404))
})`,
  ],
  [
    'routes that are handed to a client as its fetch kept the file',
    `beforeEach(() => {
  client = new Client({ fetch: fetchMock.mock('https://api.test/b', 404), id: 1 })
})
test('a', async () => {
  const users = await load(fetchMock.get('https://api.test/a', []) as typeof fetch)
})`,
    `beforeEach(() => {
  mocks.use.all('https://api.test/b', status(404))
  client = new Client({ fetch: mocks.fetch, id: 1 })
})
test('a', async () => {
  mocks.use.get('https://api.test/a', [])
  const users = await load(mocks.fetch as typeof fetch)
})`,
  ],
  [
    'a catch() that only throws kept the file, as mynah fails such a request by itself',
    `beforeEach(() => {
  fetchMock.mockGlobal().catch(({ url }) => {
    throw new Error(url)
  })
})
test('a', () => {
  fetchMock.get('https://api.test/a', 404).catch(() => { throw new Error('none') })
})`,
    `test('a', () => {
  mocks.use.get('https://api.test/a', status(404))
})`,
  ],
  [
    'a method in small letters in a comparison was left by hand',
    `test('a', () => {
  fetchMock.route(({ options }) => {
    assert.strictEqual(options.method, 'get')
    return options.method !== 'post'
  }, 404)
})`,
    `test('a', () => {
  mocks.use.all('/{*rest}', status(404), {
    match: ({ method }) => {
      assert.strictEqual(method, 'GET')
      return method !== 'POST'
    },
  })
})`,
  ],
  [
    'assert.isOk(done()) was left by hand',
    `test('a', () => {
  fetchMock.getOnce('https://api.test/a', 404)
  assert.isOk(fetchMock.callHistory.done())
})`,
    `test('a', () => {
  mocks.expect.get('https://api.test/a', status(404))
  mocks.verify({ unused: true })
})`,
  ],
  [
    'a RegExp in a constant, and a path that begins with a dot, were left by hand',
    `const USERS = /users$/
const OWN = /^(\\/api)/
test('a', () => {
  fetchMock.get(USERS, 404)
  fetchMock.post(OWN, 404)
  fetchMock.put('./users/1', 404)
})`,
    `const USERS = /users$/
const OWN = /^(\\/api)/
test('a', () => {
  mocks.use.get('/{*rest}', status(404), { match: ({ url }) => USERS.test(url) })
  mocks.use.post(
    '/{*rest}',
    status(404),
    { match: ({ url }) => OWN.test(url.slice(new URL(url).origin.length)) },
  )
  mocks.use.put('/users/1', status(404))
})`,
  ],
  [
    'a second answer of one URL, with overwriteRoutes: false, was left by hand',
    `test('a', () => {
  fetchMock.getOnce('https://api.test/a', 404)
  fetchMock.getOnce('https://api.test/a', 500, { overwriteRoutes: false })
})`,
    `test('a', () => {
  mocks.use(
    rest.get('https://api.test/a', status(404), { times: 1 }),
    rest.get('https://api.test/a', status(500), { times: 1 }),
  )
})`,
  ],
]

test.each(CASES)('%s', (_, before, after) => {
  const { text, left } = rewrite(`import fetchMock from 'fetch-mock'\n\n${before}\n`) ?? {}
  const code = text?.replaceAll(/^ *\/\/ mynah: .*\n/gm, '')
  expect(code).toBe(`import { ${after.includes('rest.get') ? 'rest, ' : ''}setupMocks, status } from 'mynah'

const mocks = setupMocks([])
beforeAll(mocks)

${after}
`)
  expect(left).toEqual([])
})

test.each([
  [
    'what an instance returns',
    "const mock = fetchMock.sandbox().mock('*', 200)\nconst other = mock.get('path:/a', 1)\nother.done()",
  ],
  [
    'a method that is compared with another text',
    "fetchMock.mock((url, { method }) => method !== 'post' && url === 'get', 200)",
  ],
  [
    'a route of a name that answers once',
    "fetchMock.getOnce('path:/a', 1, { name: 'a' }).modifyRoute('a', { response: 2 })",
  ],
  [
    'a route that done() asks for, beside a newer one in its place',
    "fetchMock.get('path:/a', 1, 'a').modifyRoute('a', { response: 2 })\nexpect(fetchMock.done()).toBe(true)",
  ],
  ['a route of a name that is not known', "fetchMock.modifyRoute('a', { response: 2 })"],
  ['a route that gets more than a response', "fetchMock.get('path:/a', 1, 'a').modifyRoute('a', { method: 'post' })"],
  [
    'a question about the calls of a client that fetch-mock stands in for',
    "jest.mock('node-fetch', () => fetchMock)\nfetchMock.get('path:/a', 1)\nconst urls = fetchMock.callHistory.calls().map(String)",
  ],
  ['a catch() that throws at times', 'fetchMock.catch((url) => { if (url) throw new Error(url)\nreturn 200 })'],
])('%s stays', (_, code) => {
  const { left } = rewrite(`import fetchMock from 'fetch-mock'\n\ntest('a', () => {\n${code}\n})\n`) ?? {}
  expect(left).not.toEqual([])
})
