import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { collection } from '../../src/entries/collection.ts'
import { setupMocks } from '../../src/entries/index.ts'
import { FakeStorage } from './fake-storage.ts'

/* `store: sessionStorage`: a reload makes the collection and the mocks anew, and leaves the storage. */

const SEED = [
  { id: 1, name: 'Ada' },
  { id: 2, name: 'Bob' },
]

let store: FakeStorage
let stops: (() => void)[]
beforeEach(() => {
  store = new FakeStorage()
  stops = []
})
afterEach(() => {
  for (const stop of stops) stop()
})

/** Loads a page: everything is made anew but the storage. */
function load(options: object = {}, seed: { id: number; name: string }[] = SEED) {
  const users = collection('/users', seed, { store, ...options })
  const mocks = setupMocks([...users], { patch: false })
  const send = async (method: string, path: string, body?: object) => {
    const json = { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    await mocks.fetch(`http://app.test${path}`, { method, ...(body && json) })
  }
  const names = async () => {
    const response = await mocks.fetch('http://app.test/users')
    return ((await response.json()) as typeof SEED).map(({ id, name }) => `${id} ${name}`)
  }
  stops.push(() => mocks.reset({ failures: true }))
  return { users, mocks, send, names }
}

test('items are kept over a reload of the page, whatever changed them', async () => {
  const { send, users, mocks } = load()
  await send('POST', '/users', { name: 'Eve' })
  await send('PATCH', '/users/1', { name: 'Ad' })
  await send('DELETE', '/users/2')
  users.in(mocks).insert({ name: 'Cy' })
  expect(await load().names()).toEqual(['1 Ad', '3 Eve', '4 Cy'])
})

test('an id of a removed item is not used again after a reload', async () => {
  const first = load()
  await first.send('POST', '/users', { name: 'Eve' })
  await first.send('DELETE', '/users/3')
  const second = load()
  await second.send('POST', '/users', { name: 'Cy' })
  expect(await second.names()).toEqual(['1 Ada', '2 Bob', '4 Cy'])
})

test('nothing is written before a change, and then under the path', async () => {
  const { names, send } = load()
  await names()
  expect(store.keys).toEqual([])
  await send('DELETE', '/users/2')
  expect(store.keys).toEqual(['/users'])
})

test('a reset clears the items, also those of an earlier page', async () => {
  await load().send('DELETE', '/users/2')
  const { mocks, names } = load()
  expect(await names()).toEqual(['1 Ada'])
  mocks.reset()
  expect([store.keys, await names()]).toEqual([[], ['1 Ada', '2 Bob']])
  expect(await load().names()).toEqual(['1 Ada', '2 Bob'])
})

test('items are kept again after a reset', async () => {
  const { mocks, send } = load()
  await send('DELETE', '/users/2')
  mocks.reset()
  await send('DELETE', '/users/1')
  expect(await load().names()).toEqual(['2 Bob'])
})

test('the end of the mocks clears the items', async () => {
  const { mocks, send } = load()
  mocks.start()
  await send('DELETE', '/users/2')
  mocks.stop()
  expect(store.keys).toEqual([])
})

test('an isolate has the seed, and leaves the items of the page', async () => {
  const { mocks, send, names } = load()
  await send('DELETE', '/users/2')
  await mocks.isolate(async () => {
    expect(await names()).toEqual(['1 Ada', '2 Bob'])
    await send('DELETE', '/users/1')
  })
  expect(await load().names()).toEqual(['1 Ada'])
})

test.each([
  'no JSON',
  'null',
  '[]',
  '{"items":{}}',
  '{"items":[1]}',
  '{"items":[{"name":"Eve"}]}',
  '{"items":[{"id":"x","name":"Eve"}]}',
  '{"items":[{"id":1},{"id":1}]}',
  '{"items":[{"id":1,"name":7}]}',
])('what is no such items is left: %s', async (text) => {
  store.setItem('/users', text)
  const schema = z.object({ id: z.number(), name: z.string() })
  expect(await load({ schema }).names()).toEqual(['1 Ada', '2 Bob'])
})

test('a list that became empty stays empty', async () => {
  const { users, mocks } = load()
  users.in(mocks).replace([])
  expect(await load().names()).toEqual([])
})
