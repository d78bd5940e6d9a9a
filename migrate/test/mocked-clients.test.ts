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
