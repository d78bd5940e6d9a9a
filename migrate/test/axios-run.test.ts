import { expect, test } from 'vitest'
import { rewrite, runWithMynah } from './rewrite.ts'

/** A file that passes with axios-mock-adapter 2. */
const FILE = `import assert from 'node:assert/strict'
import { afterEach, before, beforeEach, test } from 'node:test'
import axios from 'axios'
import MockAdapter from 'axios-mock-adapter'

const client = axios.create({ baseURL: 'https://api.test' })
let mock

beforeEach(() => {
  mock = new MockAdapter(client)
})
afterEach(() => mock.restore())

const failed = async (request) => (await request.catch((error) => error)).response.status

test('what a function reads of its request', async () => {
  mock.onAny('/echo').reply(({ method, url }) => [200, { method, url }])
  mock.onGet(/^\\/users\\/\\d+$/).reply((config) => [200, { id: config.url.split('/').at(-1), base: config.baseURL }])
  mock.onGet('/pages').reply((config) => [config.params.page > 1 ? 200 : 404])
  assert.deepEqual((await client.put('/echo', {})).data, { method: 'put', url: '/echo' })
  assert.deepEqual((await client.get('/users/7')).data, { id: '7', base: 'https://api.test' })
  assert.equal((await client.get('/pages', { params: { page: 2 } })).status, 200)
  assert.equal(await failed(client.get('/pages', { params: { page: 1 } })), 404)
})

test('what a request has to be', async () => {
  mock.onGet('/params', { params: { page: undefined, q: 'a' } }).reply(206)
  mock.onGet('/moved').reply(302)
  assert.equal((await client.get('/params', { params: { page: undefined, q: 'a' } })).status, 206)
  assert.equal(await failed(client.get('/moved')), 302)
})

test('what was sent', async () => {
  mock.onAny().reply(200, { id: 1 })
  await client.get('/b')
  await client.post('/c', { b: 1 })
  assert.deepEqual(JSON.parse(mock.history.post[0].data), { b: 1 })
  assert.equal(mock.history.post.length, 1)
  mock.resetHistory()
})
`

test('what a function reads, what a handler asks for and what was sent are the same with mynah', () => {
  const { text = '', left } = rewrite(FILE, '/project/users.test.mjs') ?? {}
  expect(left).toEqual([])
  expect(runWithMynah(text)).toEqual({ status: 0, output: '' })
})
