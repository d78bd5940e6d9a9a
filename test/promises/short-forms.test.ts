import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Mocks, rest, setupMocks } from '../../src/entries/index.ts'

const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'options', 'all'] as const

let mocks: Mocks

beforeEach(() => {
  mocks = setupMocks([rest.all('/users', 'route')])
  mocks.start()
})

afterEach(() => {
  mocks.reset({ failures: true })
  mocks.stop()
})

async function answerOf(method: string): Promise<unknown> {
  return (await fetch('https://api.test/users', { method: method === 'all' ? 'POST' : method.toUpperCase() })).json()
}

/** A text without the numbers of lines, which each edit of this file would move. */
function withoutLines(text: string): string {
  return text.replace(/(?<=\.ts):\d+/g, '')
}

function messageOf(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    return withoutLines((error as Error).message)
  }
  return 'nothing was thrown'
}

describe.each(METHODS)('mocks.use.%s', (method) => {
  test('declares an override, and returns its undo', async () => {
    const undo = mocks.use[method]('/users', 'override')
    expect(await answerOf(method)).toBe('override')
    undo()
    expect(await answerOf(method)).toBe('route')
  })

  test('takes settings as rest does', async () => {
    mocks.use[method]('/users', 'once', { times: 1 })
    expect(await answerOf(method)).toBe('once')
    expect(await answerOf(method)).toBe('route')
  })
})

test('mocks.use.head answers a HEAD request', async () => {
  mocks.use.head('/users', undefined, { status: 404 })
  expect((await fetch('https://api.test/users', { method: 'HEAD' })).status).toBe(404)
})

test('the undo of mocks.use.get is disposable', async () => {
  {
    using _ = mocks.use.get('/users', 'override')
    expect(await answerOf('get')).toBe('override')
  }
  expect(await answerOf('get')).toBe('route')
})

test('mocks.expect.post declares a request that has to come', async () => {
  mocks.expect.post('/users', { id: 2 })
  expect(messageOf(() => mocks.verify())).toBe(
    [
      'An expected request did not come',
      '',
      "Expected: mocks.expect.post('/users')  test/promises/short-forms.test.ts",
      'No request has arrived',
    ].join('\n'),
  )
  expect(await answerOf('post')).toEqual({ id: 2 })
  mocks.verify()
})

test('mocks.expect.get answers once, and several queue up', async () => {
  mocks.expect.get('/users', 'first')
  mocks.expect.get('/users', 'second')
  expect([await answerOf('get'), await answerOf('get'), await answerOf('get')]).toEqual(['first', 'second', 'route'])
})

test('mocks.use and mocks.expect stay functions of stubs', async () => {
  mocks.use(rest.get('/users', 'override'))
  mocks.expect(rest.get('/users', 'expected'))
  expect([await answerOf('get'), await answerOf('get')]).toEqual(['expected', 'override'])
})

test.each([
  ["mocks.use.get('/users')", () => mocks.use.get('/users', [], { status: 99 })],
  ["mocks.expect.post('/users')", () => mocks.expect.post('/users', [], { status: 99 })],
])('%s is what a refusal names', (call, act) => {
  expect(messageOf(act)).toMatch(
    new RegExp(`^${call.replace(/[.()]/g, '\\$&')}: status must be an integer from 200 to 599, got 99\n`),
  )
})

test('mocks.use.get on mocks that were never started is NOT_STARTED', () => {
  const others = setupMocks([])
  expect(() => others.use.get('/users', [])).toThrow(expect.objectContaining({ code: 'NOT_STARTED' }))
})

test('the journal has the stub of a short form', async () => {
  mocks.use.get('/users', 'override')
  await answerOf('get')
  expect(withoutLines(String(mocks.calls()[0]?.stub))).toBe(
    "mocks.use.get('/users')  test/promises/short-forms.test.ts",
  )
})

test('a short form infers the params of its path', async () => {
  mocks.use.get('/users/:id', ({ request }) => ({ id: request.params.id.toUpperCase() }))
  expect(await (await fetch('https://api.test/users/a')).json()).toEqual({ id: 'A' })
  const wrong = () => {
    // @ts-expect-error the path has no param of this name
    mocks.use.get('/users/:id', {}, { match: { params: { name: '1' } } })
  }
  expect(wrong).toThrow(expect.objectContaining({ code: 'ROUTE_DEFINITION' }))
})
