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

/** A helper that is handed what its interceptor asks for. */
const HANDED = `${HEAD}
function answer(method: 'GET' | 'DELETE', path: string, status: number, body: object | string) {
  beforeEach(() => {
    pool.intercept({ path, method }).reply(status, body)
  })
}
function answerTo(method: string, body: string) {
  pool.intercept({ path: '/c', method, body }).reply(200, method)
}

answer('GET', '/a', 200, { id: 1 })
answer('DELETE', '/b?all=true', 204, '')

test('what a helper is handed', async () => {
  answerTo('PUT', 'p')
  answerTo('PATCH', 'q')
  const [patched, put] = [['PATCH', 'q'], ['PUT', 'p']].map(([method, body]) => fetch('https://api.test/c', { method, body }))
  assert.deepEqual([await (await patched)?.text(), await (await put)?.text()], ['PATCH', 'PUT'])
  assert.deepEqual(await (await fetch('https://api.test/a')).json(), { id: 1 })
  assert.equal((await fetch('https://api.test/b?all=true', { method: 'DELETE' })).status, 204)
})
`

test('a method that is a parameter kept its agent, a path that is one got a query, and a status of no body got one', () => {
  expect(rewrite(HANDED, FILE)?.text).toContain(`
function answer(method: 'GET' | 'DELETE', path: string, status: number, body: object | string) {
  beforeEach(() => {
    mocks.use(pool[method.toLowerCase() as 'get' | 'delete'](
      /.*/,
      [204, 205, 304].includes(status) ? undefined : typeof body === 'string' ? text(body) : body,
      { status, match: ({ url }) => url.slice(new URL(url).origin.length) === path, times: 1 },
    ))
  })
}
function answerTo(method: string, body: string) {
  mocks.use(pool[method.toLowerCase() as 'get']('/c', text(method), { match: { body }, times: 1 }))
}
`)
})

test.each([
  { method: 'string | undefined', symptom: 'one that may be none is GET' },
  { method: "'GET' | 'LINK'", symptom: 'rest has no member for one' },
])('a method of the type $method stays: $symptom', ({ method }) => {
  const { left } =
    rewrite(
      `${HEAD}function answer(method: ${method}) {\n  pool.intercept({ path: '/a', method }).reply(200)\n}\n`,
      FILE,
    ) ?? {}
  expect(left?.map(({ reason }) => reason)).toContain(
    'write the method of this interceptor as a member of rest, or as match: ({ method }) => …',
  )
})

describe.each(Object.entries({ REPLIES, HANDED }))('%s', (_, text) => {
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
