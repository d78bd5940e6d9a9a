import { describe, expect, test, vi } from 'vitest'
import { useProject } from './project.ts'
import { fileIn, rewrite, runWithMynah } from './rewrite.ts'

// Each test has the compiler check the types of mynah itself.
vi.setConfig({ testTimeout: 120_000 })

const HEAD = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import nock from 'nock'

const get = (path, headers) => fetch('https://api.test' + path, { headers })
`
const project = fileIn({ nock: '14.0.0' }, 'users.test.js')

interface Row {
  readonly symptom: string
  readonly before: string
  readonly after: string
}

const ROWS: readonly Row[] = [
  {
    symptom: 'a function that returns a base stayed with all of its tests',
    before: `const api = (headers) => nock('https://api.test', { reqheaders: { 'x-a': 'a', ...headers } })

test('a', async () => {
  const scope = api({ 'x-b': 'b' }).get('/a').reply(200, [1]).get('/b').reply(200)
  api().get(/c$/).reply(204)
  await get('/a', { 'x-a': 'a', 'x-b': 'b' })
  await get('/b', { 'x-a': 'a', 'x-b': 'b' })
  await get('/c', { 'x-a': 'a' })
  scope.done()
})`,
    after: `const api = (headers) => rest.at('https://api.test', { match: { headers: { 'x-a': 'a', ...headers } } })

test('a', async () => {
  mocks.expect(api({ 'x-b': 'b' }).get('/a', [1]), api({ 'x-b': 'b' }).get('/b', undefined))
  mocks.use(api().get(/c$/, status(204), { times: 1 }))
  await get('/a', { 'x-a': 'a', 'x-b': 'b' })
  await get('/b', { 'x-a': 'a', 'x-b': 'b' })
  await get('/c', { 'x-a': 'a' })
})`,
  },
  {
    symptom: 'a test that holds what such a function returns, and adds to it later, stayed',
    before: `function api() {
  const scope = nock('https://api.test').persist().defaultReplyHeaders({ 'x-a': 'a' })
  return scope
}

test('a', async () => {
  const scope = api()
  scope.get('/a').reply(200)
  assert.equal(scope.isDone(), false)
  const { headers } = await get('/a')
  assert.equal(headers.get('x-a'), 'a')
})`,
    after: `function api() {
  const scope = rest.at('https://api.test', { headers: { 'x-a': 'a' } })
  return scope
}

test('a', async () => {
  const scope = scopeOf()
  scope.add(api().get('/a', undefined))
  assert.equal(scope.isDone(), false)
  const { headers } = await get('/a')
  assert.equal(headers.get('x-a'), 'a')
})`,
  },
  {
    symptom: 'a function that calls such a one stayed, and a function for a header was compared as a value',
    before: `function api(headers) {
  return nock('https://api.test', { reqheaders: headers })
}
function own() {
  return api({ 'x-a': (text) => text.startsWith('a') })
}

test('a', async () => {
  own().post('/a', { id: 1 }).reply(200)
  own().post('/a', { id: 2 }).reply(201)
  const headers = { 'content-type': 'application/json', 'x-a': 'abc' }
  const post = (id) => fetch('https://api.test/a', { method: 'POST', body: JSON.stringify({ id }), headers })
  assert.equal((await post(2)).status, 201)
  assert.equal((await post(1)).status, 200)
})`,
    after: `function api(headers) {
  return rest.at('https://api.test', { match: { headers } })
}
function own() {
  return api({ 'x-a': fn((text) => text.startsWith('a')) })
}

test('a', async () => {
  mocks.use(
    own().post('/a', undefined, { match: { body: equals({ id: 1 }) }, times: 1 }),
    own().post('/a', status(201), { match: { body: equals({ id: 2 }) }, times: 1 }),
  )
  const headers = { 'content-type': 'application/json', 'x-a': 'abc' }
  const post = (id) => fetch('https://api.test/a', { method: 'POST', body: JSON.stringify({ id }), headers })
  assert.equal((await post(2)).status, 201)
  assert.equal((await post(1)).status, 200)
})`,
  },
  {
    symptom: 'a base that gets no interceptor, and is asked, was left',
    before: `const api = () => nock('https://api.test')

test('a', async () => {
  const scope = api()
  assert.equal(scope.isDone(), true)
})`,
    after: `const api = () => rest.at('https://api.test')

test('a', async () => {
})`,
  },
]

test.each(ROWS)('$symptom', ({ before, after }) => {
  const { text = '', left } = rewrite(`${HEAD}\n${before}\n`, project) ?? {}
  expect(left).toEqual([])
  expect(text.slice(text.search(/^(?:function api|const api)/m))).toBe(`${after}\n`)
  expect(runWithMynah(text)).toEqual({ status: 0, output: '' })
})

test('a function of the match takes the place of what the base asks for, without a word', () => {
  const code = `const api = () => nock('https://api.test', { reqheaders: { 'x-a': 'a' } })

test('a', async () => {
  api().post('/a', (body) => body.match(/a/)).reply(200)
})
`
  const { text = '', notes = [] } = rewrite(`${HEAD}\n${code}`, project) ?? {}
  expect(text).toContain(`
    api().post('/a', undefined, { match: ({ text: body = '' }) => body.match(/a/), times: 1 }),
`)
  expect(notes.map(({ reason }) => reason)).toContain(
    'this function takes the place of what its base asks for, such as headers: ask for that in it too',
  )
})

describe('a module whose function returns a base', () => {
  const FILES = {
    'package.json': '{ "type": "module", "devDependencies": { "vitest": "3", "nock": "14" } }',
    'node_modules/nock/package.json': '{ "name": "nock", "version": "14.0.0", "types": "index.d.ts" }',
    'node_modules/nock/index.d.ts': `declare namespace nock {
  type Scope = any
  interface Options { reqheaders?: Record<string, string | ((text: string) => boolean)> }
}
declare function nock(base: string, options?: nock.Options): nock.Scope
export = nock
`,
  }
  const { write, read, migrate } = useProject(FILES, ['vitest'])
  const API = `import nock from 'nock'

export default function (headers: nock.Options['reqheaders'] = {}): nock.Scope {
  return nock('https://api.test', { reqheaders: headers })
}
`
  const testOf = (body: string) => `import { test } from 'vitest'
import api from './api.ts'

test('a', async () => {
${body}
})
`
  const KEPT = testOf("  api().get('/a').delayBody(20).reply(200)")

  test('kept it, and tests that import nothing of nock were not read', () => {
    write('api.ts', API)
    write('a.test.ts', testOf("  const mock = api({ 'x-a': (a) => a === '1' }).get('/a').reply(200)\n  mock.done()"))
    expect(migrate('*.ts').text).not.toContain('  by hand: ')
    expect(read('api.ts')).toBe(`import { type Expectation, rest, type RestMethods } from 'mynah'

export default function (headers: Record<string, Expectation<string>> = {}): RestMethods {
  return rest.at('https://api.test', { match: { headers } })
}
`)
    expect(read('a.test.ts')).toBe(`import { fn, setupMocks } from 'mynah'
import { beforeAll, test } from 'vitest'
import api from './api.ts'

const mocks = setupMocks([])
beforeAll(mocks)

test('a', async () => {
  mocks.expect(api({ 'x-a': fn((a) => a === '1') }).get('/a', undefined))
})
`)
  })

  test.each([
    ['one of its tests does', KEPT],
    ['something else is done with what it returns', testOf('  console.log(api())')],
    [
      'one hands nock to something',
      `import nock from 'nock'\n${testOf("  api().get('/a').reply(200)\n  console.log(nock)")}`,
    ],
    ['it is handed to something', testOf('  console.log(api)')],
  ])('stays with all of its tests if %s', (_, other) => {
    const own = testOf("  api().get('/a').reply(200)")
    write('api.ts', API)
    write('a.test.ts', own)
    write('b.test.ts', other)
    expect(migrate('*.ts').code).toBe(1)
    expect(read('api.ts')).toBe(API)
    expect([read('a.test.ts'), read('b.test.ts')]).toEqual([own, other])
  })

  test('stays with its tests if it hands nock to something', () => {
    const own = testOf("  api().get('/a').reply(200)")
    write('api.ts', `${API}console.log(nock)\n`)
    write('a.test.ts', own)
    migrate('*.ts')
    expect(read('api.ts')).toContain("return nock('https://api.test'")
    expect(read('a.test.ts')).toBe(own)
  })

  test('names the test because of which it stays', () => {
    write('api.ts', API)
    write('a.test.ts', KEPT)
    expect(migrate('*.ts').text).toContain(
      'a.test.ts:5 adds to this: write delayBody(20) as a setting: mocks.use.get(path, payload, { match, delay, times })\n',
    )
  })
})
