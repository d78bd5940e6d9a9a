import { afterEach, beforeEach, expect, test } from 'bun:test'
import undici from 'undici'
import { mocks } from './cases.js'

const before = { ...undici }

beforeEach(mocks)
afterEach(() => {
  mocks.stop()
  expect({ ...undici }).toEqual(before)
})

test("Bun's own undici: its fetch is mocked", async () => {
  expect(await (await undici.fetch('https://api.test/users')).json()).toEqual([{ id: 1 }])
})

test("Bun's own undici: its request refuses, and reaches no network", async () => {
  const error = await undici.request('https://api.test/users').catch((error) => error)
  expect([error.code, error.message]).toEqual([
    'ENVIRONMENT',
    "Bun's built-in undici cannot be mocked: its requests would reach the network\n\nWrite  fetch(url)  or use node:http",
  ])
})
