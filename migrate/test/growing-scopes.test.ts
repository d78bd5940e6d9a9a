import { expect, test } from 'vitest'
import { fileIn, rewrite, runWithMynah } from './rewrite.ts'

const HEAD = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import nock from 'nock'

const get = (path) => fetch('https://api.test' + path)
`
const project = fileIn({ nock: '14.0.0' }, 'users.test.js')

interface Row {
  readonly symptom: string
  readonly before: string
  readonly after: string
}

const ROWS: readonly Row[] = [
  {
    symptom: 'pendingMocks() and activeMocks() that are asserted to be empty kept a scope',
    before: `test('a', async () => {
  const first = nock('https://api.test').get('/a').reply(200)
  const second = nock('https://api.test').get('/b').reply(200)
  await get('/a')
  await get('/b')
  assert.deepEqual(first.pendingMocks(), [])
  assert.deepStrictEqual(second.activeMocks(), [])
})`,
    after: `test('a', async () => {
  mocks.expect.get('https://api.test/a', undefined)
  mocks.expect.get('https://api.test/b', undefined)
  await get('/a')
  await get('/b')
})`,
  },
  {
    symptom: 'the number of pendingMocks() kept a scope',
    before: `test('a', async () => {
  const scope = nock('https://api.test').get('/a').reply(200)
  assert.equal(scope.pendingMocks().length, 1)
  await get('/a')
  assert.equal(scope.pendingMocks().length, 0)
})`,
    after: `test('a', async () => {
  const scope = scopeOf(rest.get('https://api.test/a', undefined, { times: 1 }))
  assert.equal(scope.pendingMocks().length, 1)
  await get('/a')
  assert.equal(scope.pendingMocks().length, 0)
})`,
  },
  {
    symptom: 'a scope that is returned by its last interceptor became the undo of an override, which has no isDone()',
    before: `function users(isNamed) {
  let scope = nock('https://api.test').get('/a').reply(200)
  if (isNamed) scope = scope.get('/b').reply(200)
  return scope.get('/c').reply(200).get('/d').reply(200)
}

test('a', async () => {
  const mock = users(true)
  await get('/a')
  await get('/c')
  await get('/d')
  assert.equal(mock.isDone(), false)
  await get('/b')
  mock.done()
})`,
    after: `function users(isNamed) {
  let scope = scopeOf(rest.get('https://api.test/a', undefined, { times: 1 }))
  if (isNamed) scope = scope.add(rest.get('https://api.test/b', undefined, { times: 1 }))
  return scope.add(
    rest.get('https://api.test/c', undefined, { times: 1 }),
    rest.get('https://api.test/d', undefined, { times: 1 }),
  )
}

test('a', async () => {
  const mock = users(true)
  await get('/a')
  await get('/c')
  await get('/d')
  assert.equal(mock.isDone(), false)
  await get('/b')
  mock.done()
})`,
  },
  {
    symptom: 'a base that gets its interceptors, and is returned, was left',
    before: `function users() {
  const scope = nock('https://api.test')
  scope.get('/a').reply(200)
  return scope
}

test('a', async () => {
  const mock = users()
  assert.deepEqual(mock.activeMocks().length, 1)
  await get('/a')
  assert.deepEqual(mock.activeMocks(), [])
})`,
    after: `function users() {
  const scope = scopeOf()
  scope.add(rest.get('https://api.test/a', undefined, { times: 1 }))
  return scope
}

test('a', async () => {
  const mock = users()
  assert.deepEqual(mock.activeMocks().length, 1)
  await get('/a')
  assert.deepEqual(mock.activeMocks(), [])
})`,
  },
]

test.each(ROWS)('$symptom', ({ before, after }) => {
  const { text = '', left } = rewrite(`${HEAD}\n${before}\n`, project) ?? {}
  expect(left).toEqual([])
  expect(text.slice(text.search(/^(?:function users|test\()/m))).toBe(`${after}\n`)
  expect(runWithMynah(text)).toEqual({ status: 0, output: '' })
})

test('what makes a scope is one function, that tells what the file asks', () => {
  const { text = '' } =
    rewrite(`${HEAD}\n${ROWS[3]?.before}\n\n${ROWS[2]?.before.replaceAll('users', 'more')}\n`, project) ?? {}
  expect(text.match(/const scopeOf = [\s\S]*?\n}\n/g)).toEqual([
    `const scopeOf = (...stubs) => {
  mocks.use(...stubs)
  const isOpen = (stub) => mocks.calls(stub).length < (stub.times < Infinity ? stub.times : 1)
  const isDone = () => !stubs.some(isOpen)
  const done = () => {
    if (!isDone()) throw new Error(\`Not used: \${stubs.filter(isOpen).join(', ')}\`)
  }
  return {
    isDone,
    done,
    activeMocks: () => stubs.filter(isOpen).map(String),
    add(...more) {
      mocks.use(...more)
      stubs.push(...more)
      return this
    },
  }
}
`,
  ])
})

test.each([
  ['persisted', "nock('https://api.test').persist().get('/a').reply(200)"],
  ['optional', "nock('https://api.test').get('/a').optionally().reply(200)"],
])('what is %s stays active in nock', (_, chain) => {
  const body = `const scope = ${chain}\n  assert.deepEqual(scope.activeMocks(), [])`
  expect(rewrite(`${HEAD}\ntest('a', () => {\n  ${body}\n})\n`, project)?.left[0]?.reason).toBe(
    'ask mocks.unused(), which lists the stubs without a request',
  )
})

test('a base that something else gets too is left', () => {
  const body = "const scope = nock('https://api.test')\n  scope.get('/a').reply(200)\n  assert(scope)"
  expect(rewrite(`${HEAD}\ntest('a', () => {\n  ${body}\n})\n`, project)?.left[0]?.reason).toBe(
    'hold the base, const scope = rest.at(base, settings), and declare its stubs by mocks.use(scope.get(path, payload))',
  )
})

test('the text of what is pending is that of nock', () => {
  const body =
    "const scope = nock('https://api.test').get('/a').reply(200)\n  assert.equal(scope.pendingMocks()[0], 'GET')"
  expect(rewrite(`${HEAD}\ntest('a', () => {\n  ${body}\n})\n`, project)?.left).toHaveLength(1)
})
