import { describe, expect, test } from 'vitest'
import { rewrite, runWithMynah } from './rewrite.ts'

const FILE = new URL('virtual.test.ts', import.meta.url).pathname

const HEAD = `import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { fetch, type Interceptable, MockAgent, request, setGlobalDispatcher } from 'undici'

let agent: MockAgent
let pool: Interceptable

beforeEach(() => {
  agent = new MockAgent()
  agent.disableNetConnect()
  setGlobalDispatcher(agent)
  pool = agent.get('https://api.test')
})
const post = (path: string, body?: string, headers = {}) => fetch('https://api.test' + path, { method: 'POST', body, headers })
`

const REPLIES = `${HEAD}
test('the body as the answer', async () => {
  pool.intercept({ path: '/a', method: 'POST' }).reply(200, ({ body }) => ({ body }))
  pool.intercept({ path: '/b?c=1', method: 'POST' }).reply(200, (options) => ({ at: options.path, from: options.origin }))
  assert.deepEqual(await (await post('/a', 'hi')).json(), { body: 'hi' })
  assert.deepEqual(await (await post('/b?c=1', 'hi')).json(), { at: '/b?c=1', from: 'https://api.test' })
})

test('several times, and always', async () => {
  pool.intercept({ path: '/a', method: 'POST' }).reply(200, 'a').times(2)
  pool.intercept({ path: '/b' }).reply(202).persist()
  for (const _ of [1, 2]) assert.equal(await (await post('/a')).text(), 'a')
  for (const _ of [1, 2, 3]) assert.equal((await fetch('https://api.test/b')).status, 202)
})

test('clients', async () => {
  pool.intercept({ path: '/a' }).reply(200, 'a')
  const { body } = await request('https://api.test/a')
  assert.equal(await body.text(), 'a')
})
`

describe.each(Object.entries({ REPLIES }))('%s', (_, text) => {
  test('pass with undici', () => {
    expect(runWithMynah(text)).toEqual({ status: 0, output: '' })
  })

  test('pass with mynah', () => {
    const result = rewrite(text, FILE)
    expect(result?.left).toEqual([])
    expect(result?.text).not.toContain('MockAgent')
    expect(runWithMynah(result?.text ?? '')).toEqual({ status: 0, output: '' })
  })
})
