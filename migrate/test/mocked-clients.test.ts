import { expect, test } from 'vitest'
import { useProject } from './project.ts'
import { fileIn, rewrite, runWithMynah } from './rewrite.ts'

const AXIOS = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import axios from 'axios'
import MockAdapter from 'axios-mock-adapter'

const client = axios.create({ baseURL: 'https://api.test/v1' })
const mock = new MockAdapter(client)
`

const FETCH_MOCK = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import fetchMock from 'fetch-mock'

const load = async (fetch) => (await fetch('https://api.test/a')).status
`

const FILES = {
  'package.json': '{ "type": "module", "devDependencies": { "vitest": "5.0.0" } }',
  'src/users.js': "import axios from 'axios'\n\nexport const load = () => axios.get('/users')\n",
  'users.test.js': `import axios from 'axios'
import MockAdapter from 'axios-mock-adapter'
import { test } from 'vitest'
import { load } from 'main/users'

const mock = new MockAdapter(axios)
test('a', async () => {
  mock.onGet('/users').reply(200, [])
  await load()
})
`,
  'node_modules/axios-mock-adapter/package.json': '{ "name": "axios-mock-adapter", "version": "2.1.0" }',
}
const { read, write, migrate } = useProject(FILES, ['axios', 'vitest'])

test('a name that jsconfig.json resolves was taken for a module that may make clients: paths got a wildcard', async () => {
  write('jsconfig.json', '{ "compilerOptions": { "paths": { "main/*": ["./src/*"] } } }')
  await migrate('*.test.js')
  expect(read('users.test.js')).toContain("mocks.use.get('/users', [])")
})

/** What becomes of a file, if nothing of it is left. */
function converted(code: string): string {
  const result = rewrite(code, '/project/a.test.js')
  expect(result?.left).toEqual([])
  return result?.text ?? ''
}

const PASSED = { status: 0, output: '' }

test('handlers after a reset were taken for newer ones of the same request', () => {
  const text = converted(`${AXIOS}
test('a', async () => {
  mock.onGet('/a').replyOnce(200, 'b')
  mock.resetHandlers()
  mock.onGet('/a').replyOnce(200, 'c')
  assert.equal((await client.get('/a')).data, 'c')
})
`)
  expect(text).toContain('mocks.reset()')
  expect(runWithMynah(text)).toEqual(PASSED)
})

test.each([
  [
    'a function returns',
    "const make = (status) => fetchMock.createInstance().get('https://api.test/a', { status })",
    'make(201)',
  ],
  [
    'a variable of a function holds, which returns it',
    "function make() {\n  const two = fetchMock.createInstance()\n  two.get('https://api.test/a', 202)\n  return two\n}",
    'make()',
  ],
])('an instance of fetch-mock that %s was a fetch alone', (_, made, call) => {
  const code = `${FETCH_MOCK}
${made}
test('a', async () => {
  const one = ${call}
  assert.equal(await load(one.fetchHandler), 201)
  assert.equal(one.callHistory.calls().length, 1)
})
`
  const { left, text } = rewrite(code, '/project/a.test.js') ?? {}
  expect(left?.map(({ reason }) => reason)).toContain(
    'hold these mocks in a variable where they are made: what the function returns is no fetch here',
  )
  expect(text).toContain('createInstance()')
})

test('an instance of fetch-mock that a function hands to a client is left', () => {
  const code = `${FETCH_MOCK}
const make = () => fetchMock.createInstance().get('https://api.test/a', 200)
test('a', async () => {
  assert.equal(await load(make().fetchHandler), 200)
})
`
  expect(rewrite(code, '/project/a.test.js')?.left.map(({ reason }) => reason)).toEqual([
    'hold these mocks in a variable where they are made: what the function returns is no fetch here',
  ])
})

test('an assertion of Jest on fetch-mock-jest asked a fetch that is no mock', () => {
  const result = rewrite(
    `import fetchMock from 'fetch-mock-jest'

afterEach(() => fetchMock.mockReset())
test('a', async () => {
  fetchMock.get('https://api.test/a', 200)
  await fetch('https://api.test/a')
  expect(fetchMock).toHaveBeenCalledTimes(1)
  expect(fetchMock.mock.calls[0][0]).toBe('https://api.test/a')
})
`,
    '/project/a.test.js',
  )
  expect(result?.left).toEqual([])
  expect(result?.text).toContain(`  expect(mocks.calls()).toHaveLength(1)
  // mynah: call.request.url is the whole URL: compare it with a whole one
  expect(mocks.calls()[0].request.url).toBe('https://api.test/a')
`)
})

test('a client that is replaced by fetch-mock was not named, and its mock stayed', () => {
  const result = rewrite(
    `jest.mock('node-fetch', () => require('fetch-mock').sandbox())
const fetchMock = require('node-fetch')
const { load } = require('./load')

afterEach(() => fetchMock.reset())
test('a', async () => {
  fetchMock.get('https://api.test/a', { id: 1 })
  expect(await load()).toEqual({ id: 1 })
  expect(fetchMock.calls('https://api.test/a')).toHaveLength(1)
})
`,
    '/project/a.test.js',
  )
  expect(result?.left).toEqual([])
  expect(result?.text).toBe(`const { equals, setupMocks } = require('mynah')
const { load } = require('./load')

const mocks = setupMocks([])
beforeAll(mocks)

test('a', async () => {
  mocks.use.get('https://api.test/a', { id: 1 })
  expect(await load()).toEqual({ id: 1 })
  expect(mocks.calls({ path: 'https://api.test/a', match: { queries: equals({}) } })).toHaveLength(1)
})
`)
})

test('a client that the code under test makes of axios had a base in front of what the test mocks', () => {
  const file = fileIn({ axios: '1.0.0', 'axios-mock-adapter': '2.0.0' }, 'a.test.js')
  const text = `import axios from 'axios'
import MockAdapter from 'axios-mock-adapter'
import Client from 'client-of-the-project'

const mock = new MockAdapter(axios)
test('a', async () => {
  mock.onGet('users').reply(200)
  mock.onGet(\`users/\${user.id}\`).reply(200)
})
`
  const result = rewrite(text, file)
  expect(result?.left).toEqual([])
  expect(result?.text).toContain(
    "  mocks.use(rest.get('{/*rest}/users', undefined), rest.get(`{/*rest}/users/$" + '{user.id}`, undefined))\n',
  )
})

test('a client that is replaced by more than an instance of fetch-mock is left', () => {
  const code = `jest.mock('node-fetch', () => {
  const fetch = require('fetch-mock').sandbox()
  return Object.assign(fetch, { Headers })
})
test('a', () => {})
`
  expect(rewrite(code, '/project/a.test.js')?.left.map(({ reason }) => reason)).toEqual([
    'remove this mock of a module: mynah answers its requests, as those of any client',
  ])
})

test('an assertion on the headers in a function of axios-mock-adapter had names with capitals', () => {
  const text = converted(`${AXIOS}
test('a', async () => {
  mock.onGet('/a').reply((config) => {
    expect(config.headers).toMatchObject({ 'X-Id': '1', Accept: 'a/b' })
    return [200]
  })
})
`)
  expect(text).toContain("expect(headers).toMatchObject({ 'x-id': '1', accept: 'a/b' })")
})

test('what axios-mock-adapter 1 ignores in a handler was taken for its headers', () => {
  const code = `${AXIOS}
test('a', async () => {
  mock.onGet('/a', { filter: { self: true } }).reply(200)
})
`
  const old = rewrite(code, fileIn({ 'axios-mock-adapter': '1.22.0' }, 'a.test.js'))
  expect(old?.text).toContain("mocks.use.get('https://api.test/v1/a', undefined)")
  expect(old?.notes.map(({ reason }) => reason)).toEqual([
    'axios-mock-adapter 1 does not look at what is neither params nor headers: any request of the path fits',
  ])
  expect(rewrite(code, '/project/a.test.js')?.left.map(({ reason }) => reason)).toContain(
    'the option filter has no counterpart',
  )
})
