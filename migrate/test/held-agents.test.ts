import { describe, expect, test } from 'vitest'
import { useProject } from './project.ts'
import { rewrite, runWithMynah } from './rewrite.ts'

/** In the folder of the tests, undici's types are found. */
const FILE = new URL('virtual.test.ts', import.meta.url).pathname

/** A file of tap or AVA, whose context has no type. */
const CONTEXT = `import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { MockAgent, Pool, setGlobalDispatcher } from 'undici'

const t: any = {}

beforeEach(() => {
  const mockAgent = new MockAgent()
  setGlobalDispatcher(mockAgent)
  const mockPool = mockAgent.get('https://api.test')
  const client = new Pool('https://api.test', {
    factory: () => mockPool,
  })
  t.context = {
    mockPool,
    mockAgent,
    client,
  }
})
afterEach(async () => {
  await t.context.mockPool.close()
  await t.context.mockAgent.close()
})

test('a', async () => {
  const { mockAgent, mockPool, client } = t.context
  mockPool.intercept({ path: '/a' }).reply(200, { id: 1 })
  const { body } = await client.request({ path: '/a', method: 'GET' })
  assert.deepEqual(await body.json(), { id: 1 })
  mockAgent.assertNoPendingInterceptors()
})
test('b', async () => {
  t.context.mockPool.intercept({ path: '/b' }).reply(201)
  assert.equal((await fetch('https://api.test/b')).status, 201)
})
`

describe('a pool in a context without a type kept its file, and the agent in one could not be dropped', () => {
  const result = rewrite(CONTEXT, FILE)

  test('the values of a property show what it holds, and options that hand a pool to a client are dropped', () => {
    expect(result?.left).toEqual([])
    expect(result?.text).toBe(`import assert from 'node:assert/strict'
import { before, afterEach, beforeEach, test } from 'node:test'
import { rest, setupMocks, status } from 'mynah'
import { Pool } from 'undici'

const mocks = setupMocks([])
before(mocks)

const t: any = {}

beforeEach(() => {
  const mockPool = rest.at('https://api.test')
  const client = new Pool('https://api.test', {
  })
  t.context = {
    mockPool,
    client,
  }
})

test('a', async () => {
  const { mockPool, client } = t.context
  mocks.expect(mockPool.get('/a', { id: 1 }))
  const { body } = await client.request({ path: '/a', method: 'GET' })
  assert.deepEqual(await body.json(), { id: 1 })
})
test('b', async () => {
  mocks.use(t.context.mockPool.get('/b', status(201), { times: 1 }))
  assert.equal((await fetch('https://api.test/b')).status, 201)
})
`)
  })

  test('the rewritten file passes with mynah', () => {
    expect(runWithMynah(result?.text ?? '')).toEqual({ status: 0, output: '' })
  })

  test('a property that has two values of different kinds tells nothing', () => {
    const { left } = rewrite(`${CONTEXT}const other = { mockPool: 1 }\n`, FILE) ?? {}
    expect(left?.[0]).toMatchObject({
      reason: 'write the type of this parameter, as pool: MockPool, and run migrate again',
    })
  })
})

test.each<[symptom: string, before: string, after: string]>([
  [
    'a member of an object',
    `const context = {} as { agent: MockAgent; pool: MockPool }
beforeEach(() => {
  context.agent = new MockAgent()
  setGlobalDispatcher(context.agent)
  context.pool = context.agent.get('https://api.test')
})
test('a', () => context.pool.intercept({ path: '/a' }).reply(200, 1))`,
    `const context = {} as { pool: RestMethods }
beforeEach(() => {
  context.pool = rest.at('https://api.test')
})
test('a', () => mocks.use(context.pool.get('/a', 1, { times: 1 })))`,
  ],
  [
    'a field of a class',
    `class Fixture {
  agent = new MockAgent()
  readonly pool: MockPool
  constructor() {
    setGlobalDispatcher(this.agent)
    this.pool = this.agent.get('https://api.test')
  }
  close() {
    return this.pool.intercept({ path: '/a' }).reply(200, 1)
  }
}
test('a', () => new Fixture().close())`,
    `class Fixture {
  readonly pool: RestMethods
  constructor() {
    this.pool = rest.at('https://api.test')
  }
  close() {
    return mocks.use(this.pool.get('/a', 1, { times: 1 }))
  }
}
test('a', () => new Fixture().close())`,
  ],
  [
    'a variable that may be empty, and is in the end,',
    `let agent: MockAgent | undefined
beforeEach(() => {
  agent = new MockAgent()
  setGlobalDispatcher(agent)
})
afterEach(() => {
  agent = undefined
})
test('a', () => agent!.get('https://api.test').intercept({ path: '/a' }).reply(200, 1))`,
    "test('a', () => mocks.use.get('https://api.test/a', 1, { times: 1 }))",
  ],
  [
    'a variable that has its agent where it is declared, and is empty in the end,',
    `let agent: MockAgent | undefined = new MockAgent()
setGlobalDispatcher(agent)
afterAll(() => {
  agent = undefined
})
test('a', () => agent!.get('https://api.test').intercept({ path: '/a' }).reply(200, 1))`,
    "test('a', () => mocks.use.get('https://api.test/a', 1, { times: 1 }))",
  ],
  [
    'an option of a client',
    `const agent = new MockAgent()
setGlobalDispatcher(agent)
test('a', async () => {
  agent.get('https://api.test').intercept({ path: '/a' }).reply(200, 1)
  await fetch('https://api.test/a', { dispatcher: agent, method: 'GET' })
})`,
    `test('a', async () => {
  mocks.use.get('https://api.test/a', 1, { times: 1 })
  await fetch('https://api.test/a', { method: 'GET' })
})`,
  ],
  [
    'a call in front of assertions',
    `test('a', async () => {
  const agent = new MockAgent()
  setGlobalDispatcher(agent)
  agent.get('https://api.test').intercept({ path: '/a' }).reply(200, 1)
  const result = await load()
  await agent.close()
  const first = result.items[0]
  expect(first).toBe(1)
})`,
    `test('a', async () => {
  mocks.use.get('https://api.test/a', 1, { times: 1 })
  const result = await load()
  const first = result.items[0]
  expect(first).toBe(1)
})`,
  ],
  [
    'default headers of an error',
    `const agent = new MockAgent()
setGlobalDispatcher(agent)
test('a', () => {
  agent.get('https://api.test').intercept({ path: '/a' }).defaultReplyHeaders({ a: 'b' }).replyWithError(new Error('no'))
})`,
    `test('a', () => {
  mocks.use.get('https://api.test/a', networkError(new Error('no')), { times: 1 })
})`,
  ],
])('%s kept the agent of its file, or was refused when it ran', (_, before, after) => {
  const { left, text } =
    rewrite(`import { MockAgent, type MockPool, setGlobalDispatcher } from 'undici'\n\n${before}\n`, FILE) ?? {}
  expect(left).toEqual([])
  expect(text?.slice(text.indexOf('(mocks)\n') + '(mocks)\n'.length).trim()).toBe(after)
})

describe('what does more than hand the agent to a client went without a word, and keeps the agent', () => {
  const file = (code: string) => `import { MockAgent, Pool, RetryAgent, setGlobalDispatcher } from 'undici'

let agent: MockAgent | undefined = new MockAgent()
setGlobalDispatcher(agent)
test('a', async () => {
  const pool = agent!.get('https://api.test')
  pool.intercept({ path: '/a' }).reply(200, 1)
  ${code}
})
`

  test.each([
    'await fetch(url, { dispatcher: new RetryAgent(agent!) })',
    'await fetch(url, { dispatcher: agent!.compose(retry()) })',
    'new Pool(url, { factory: () => wrap(pool) })',
  ])('%s', (code) => {
    const { left, text } = rewrite(file(code), FILE) ?? {}
    expect(left?.map(({ reason }) => reason)).toContain('drop this: mynah answers what any dispatcher sends')
    expect(text).toBe(file(code))
  })

  const emptied = (code: string) => `import { MockAgent, setGlobalDispatcher } from 'undici'

let last: unknown
let agent: MockAgent | undefined
beforeEach(() => {
  agent = new MockAgent()
  setGlobalDispatcher(agent)
})
afterEach(() => (${code}))
test('a', () => agent!.get('https://api.test').intercept({ path: '/a' }).reply(200, 1))
`

  test('a variable that is set to the empty one too', () => {
    const code = emptied('last = agent = undefined')
    expect(rewrite(code, FILE)?.text).toBe(code)
  })

  test('a hook that only has the variable empty was written without its function', () => {
    const { text } = rewrite(emptied('agent = undefined'), FILE) ?? {}
    expect(text).not.toContain('afterEach')
    expect(text).toContain("test('a', () => mocks.use.get('https://api.test/a', 1, { times: 1 }))\n")
  })
})

describe('the type of a context in a declaration file', () => {
  const test1 = `import { MockAgent, setGlobalDispatcher } from 'undici'
import type { Context } from './context'

const t = {} as Context
beforeEach(() => {
  const agent = new MockAgent()
  setGlobalDispatcher(agent)
  t.pool = agent.get('https://api.test')
})
test('a', () => {
  t.pool.intercept({ path: '/a' }).reply(200, [])
})
`
  const CONTEXT_TYPE = `import type { Interceptable } from 'undici'

export interface Context {
  pool: Interceptable
}
`
  const { read, write, migrate } = useProject(
    { 'package.json': '{ "devDependencies": { "vitest": "5" } }', 'context.d.ts': CONTEXT_TYPE, 'a.test.ts': test1 },
    ['undici'],
  )

  test('kept all files that use it', () => {
    expect(migrate('*.ts').text).toMatch(/^total +7 +0 +1$/m)
    expect(read('context.d.ts')).toBe(`import { type RestMethods } from 'mynah'

export interface Context {
  pool: RestMethods
}
`)
    expect(read('a.test.ts')).toContain("  mocks.use(t.pool.get('/a', [], { times: 1 }))\n")
  })

  test('stays with a file that stays', () => {
    write('b.test.ts', test1.replace("{ path: '/a' }", 'options'))
    migrate('*.ts')
    expect(read('context.d.ts')).toBe(CONTEXT_TYPE)
  })
})

describe('an agent that a file which imports this one reads from a property was undefined there', () => {
  const { read, write, migrate } = useProject({ 'package.json': '{ "devDependencies": { "vitest": "5" } }' }, [
    'undici',
  ])

  test('it stays', () => {
    const setup = `const { MockAgent, setGlobalDispatcher } = require('undici')

module.exports = (t) => {
  t.agent = new MockAgent()
  setGlobalDispatcher(t.agent)
  t.agent.get('https://api.test').intercept({ path: '/a' }).reply(200, [])
}
`
    write('setup.js', setup)
    write('a.test.js', "const setup = require('./setup')\n\ntest('a', (t) => setup(t) ?? t.agent.close())\n")
    expect(migrate('*.js').text).toContain('setup.js:4  keeps 2 others: write setupMocks(routes) in place of this')
    expect(read('setup.js')).toBe(setup)
  })
})
