import { expect, test } from 'vitest'
import { rewrite, runWithMynah } from './rewrite.ts'

/** In the folder of the tests, undici's types are found. */
const FILE = new URL('virtual.test.ts', import.meta.url).pathname

const fileOf = (body: string, hooks = '') => `import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { fetch, getGlobalDispatcher, type Interceptable, MockAgent, request, setGlobalDispatcher } from 'undici'

const original = getGlobalDispatcher()
let agent: MockAgent
let pool: Interceptable

beforeEach(() => {
  agent = new MockAgent()
  agent.disableNetConnect()
  setGlobalDispatcher(agent)
  pool = agent.get('https://api.test')
})
afterEach(async () => {
  agent.assertNoPendingInterceptors()
  await agent.close()
  setGlobalDispatcher(original)${hooks}
})

test('all', async () => {
${body}
})
`

test('one interceptor that was left kept all others of its agent', () => {
  const { left, text = '' } =
    rewrite(
      fileOf(`  pool.intercept({ path: '/a' }).reply(200, { id: 1 })
  pool.intercept({ path: '/b' }).reply(200, { kept: true }, { trailers: { a: '1' } })
  pool.intercept({ path: '/c', method: 'POST' }).reply(201, 'made')
  for (const get of [fetch, globalThis.fetch]) {
    pool.intercept({ path: '/d' }).reply(200, { id: 4 })
    assert.deepEqual(await (await get('https://api.test/d')).json(), { id: 4 })
  }
  assert.deepEqual(await (await fetch('https://api.test/a')).json(), { id: 1 })
  assert.deepEqual(await (await globalThis.fetch('https://api.test/b')).json(), { kept: true })
  const c = await request('https://api.test/c', { method: 'POST' })
  assert.equal(await c.body.text(), 'made')`),
      FILE,
    ) ?? {}
  expect(left?.map(({ line }) => line)).toEqual([23])
  expect(text).toContain(
    String.raw`const mocks = setupMocks([], { passthrough: [/^https:\/\/api\.test\/b\/?(?:\?|$)/] })`,
  )
  expect(text).toContain("  pool.intercept({ path: '/b' }).reply(200, { kept: true }, { trailers: { a: '1' } })\n")
  expect(text).toContain("  mocks.expect(rest.at('https://api.test').get('/a', { id: 1 }))\n")
  expect(text).not.toContain('disableNetConnect')
  expect(runWithMynah(text)).toEqual({ status: 0, output: '' })
})

test.each([
  ['the same path', "{ path: '/b', query: { page: 1 } }"],
  ['any path', '{ path: (path) => path.length > 1 }'],
])('an interceptor of %s stays with one that is left', (_, options) => {
  const { converted, left } =
    rewrite(
      fileOf(
        `  pool.intercept({ path: '/b' }).reply(200, { kept: true }, { trailers: { a: '1' } })\n  pool.intercept(${options}).reply(200, { id: 1 })`,
      ),
      FILE,
    ) ?? {}
  expect(converted).toBe(0)
  expect(left?.map(({ keeper }) => keeper?.line)).toContain(22)
})

test('what asks an agent for all of its answers keeps them', () => {
  const { converted } =
    rewrite(
      fileOf(
        `  pool.intercept({ path: '/b' }).reply(200, { kept: true }, { trailers: { a: '1' } })\n  pool.intercept({ path: '/a' }).reply(200, { id: 1 })`,
        '\n  assert.equal(agent.pendingInterceptors().length, 0)',
      ),
      FILE,
    ) ?? {}
  expect(converted).toBe(0)
})
