import https from 'node:https'
import axios from 'axios'
import * as undici from 'undici'
import { expect, test } from 'vitest'
import { rest, setupMocks } from '../../../src/entries/index.ts'

declare const beforeAll: (hook: () => unknown) => void

const { fetch: captured } = globalThis
const NOPE = 'https://api.test/nope'
const ignore = () => {}

const mocks = setupMocks([rest.get('/users', [{ id: 1 }])])
beforeAll(mocks)

test.for<[string, () => unknown]>([
  ['fetch', () => fetch(NOPE).catch(ignore)],
  ['fetch, captured before', () => captured(NOPE).catch(ignore)],
  ['https', () => https.get(NOPE).on('error', ignore)],
  ['https, keep-alive', () => https.get(NOPE, { agent: new https.Agent({ keepAlive: true }) }).on('error', ignore)],
  ['undici.request', () => undici.request(NOPE).catch(ignore)],
  ['undici.fetch', () => undici.fetch(NOPE).catch(ignore)],
  ['axios', () => axios.get(NOPE).catch(ignore)],
  ['fetch with a form', () => fetch(NOPE, { method: 'POST', body: new URLSearchParams('a=1') }).catch(ignore)],
  ['fetch with a Blob', () => fetch(NOPE, { method: 'POST', body: new Blob(['a'.repeat(100_000)]) }).catch(ignore)],
  ['https with a body', () => https.request(NOPE, { method: 'POST' }).on('error', ignore).end('body')],
  ['undici.request with a body', () => undici.request(NOPE, { method: 'POST', body: 'body' }).catch(ignore)],
  ['axios with a body', () => axios.post(NOPE, { a: 1 }).catch(ignore)],
])('fails: %s', ([, ask]) => {
  ask()
})

test('starts with an empty journal', () => {
  expect(mocks.calls()).toEqual([])
})
