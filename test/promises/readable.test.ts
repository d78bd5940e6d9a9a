import assert from 'node:assert/strict'
import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { type Mocks, rest } from '../../src/entries/index.ts'
import { start } from './support.ts'

const users = rest.get('/users/:id', { id: 1 }, { headers: { 'x-total': '1' } })

async function arrive(): Promise<Mocks> {
  const mocks = start([users, rest.post('/users', {}, { status: 201 })])
  await fetch('http://api.test/users/7?tag=1', { headers: { 'x-team': 'Red', cookie: 'sid=1' } })
  await fetch('http://api.test/users', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"name":"Ada"}',
  })
  return mocks
}

const lines = (text: string) => text.split('\n').length

test('two calls print in under seventy lines', async () => {
  const calls = (await arrive()).calls()
  const printed = [
    inspect(calls, { depth: Infinity }),
    inspect(calls, { depth: Infinity, customInspect: false, compact: false }),
    JSON.stringify(calls, null, 2),
  ]
  for (const text of printed) {
    expect(lines(text)).toBeLessThan(70)
    expect(text).not.toMatch(/Symbol\(|ReadableStream|AbortSignal|segments|pattern/)
  }
})

test('a stub prints as its route', () => {
  expect(JSON.stringify(users)).toBe('{"method":"GET","path":"/users/:id"}')
  expect(Object.keys(users)).toEqual(['method', 'path'])
})

test('the failure of an assertion on calls shows a diff', async () => {
  const calls = (await arrive()).calls()
  let message = ''
  try {
    assert.deepEqual(calls, [])
  } catch (error) {
    message = (error as Error).message
  }
  expect(message).toContain("url: 'http://api.test/users/7?tag=1'")
  expect(lines(message)).toBeLessThan(80)
})

test('signal and raw exist, and are not enumerable', async () => {
  const [call] = (await arrive()).calls()
  expect(Object.keys(call?.request ?? {})).not.toContain('raw')
  expect(call?.request.raw).toBeInstanceOf(Request)
  expect(call?.request.signal).toBeInstanceOf(AbortSignal)
})

test('Jest copies for a diff only what is printed: a copied `Request` would break the diff', async () => {
  const [call] = (await arrive()).calls()
  const listed = (value: object) => Reflect.get(value, Symbol.for('@jest/serializableProperties')) as unknown
  expect(listed(call?.request ?? {})).toEqual(Object.keys(call?.request ?? {}))
})
