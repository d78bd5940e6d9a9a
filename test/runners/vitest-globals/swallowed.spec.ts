/// <reference types="vitest/globals" />
import http from 'node:http'
import { rest, setupMocks } from '../../../src/entries/index.ts'

const mocks = setupMocks([
  rest.get('/users', [{ id: 1 }]),
  rest.get('/broken', () => {
    throw new RangeError('the resolver is broken')
  }),
])
beforeAll(mocks)

test('answers', async () => {
  expect(await (await fetch('https://api.test/users')).json()).toEqual([{ id: 1 }])
  expect(mocks.calls()).toHaveLength(1)
})

test('fails: an unmatched request is swallowed', async () => {
  await fetch('https://api.test/nope').catch(() => {})
})

test('fails: nobody awaits the unmatched request', () => {
  fetch('https://api.test/unawaited').catch(() => {})
})

test('fails: nobody awaits the unmatched http request', () => {
  http.get('http://api.test/unawaited-http').on('error', () => {})
})

test('fails: a resolver threw, and the application swallowed it', async () => {
  await fetch('https://api.test/broken').catch(() => {})
})

test('starts with an empty journal', () => {
  expect(mocks.calls()).toEqual([])
})

test('overrides', async () => {
  mocks.use(rest.get('/users', 'overridden'))
  expect(await (await fetch('https://api.test/users')).json()).toBe('overridden')
})

test('starts without the override of the test before', async () => {
  expect(await (await fetch('https://api.test/users')).json()).toEqual([{ id: 1 }])
})

test('may set up mocks of its own', async () => {
  const stop = setupMocks([rest.get('/own', 1)])()
  expect(await (await fetch('https://api.test/own')).json()).toBe(1)
  stop()
})
