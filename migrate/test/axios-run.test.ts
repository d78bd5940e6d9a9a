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
  mock.onLink('/a').reply(201)
  mock.onUnlink('/a').reply(202)
  mock.onGet(/\\/search\\?q=\\w+$/).reply(203)
  mock.onGet('/params', { params: { page: undefined, q: 'a' } }).reply(206)
  mock.onGet('/matched', { params: { asymmetricMatch: (params) => params.page > 1 } }).reply(207)
  mock.onGet('/own', { headers: { asymmetricMatch: (headers) => headers.Authorization === 'x' } }).reply(208)
  mock.onGet('/moved').reply(302)
  assert.equal((await client.request({ method: 'link', url: '/a' })).status, 201)
  assert.equal((await client.request({ method: 'unlink', url: '/a' })).status, 202)
  assert.equal((await client.get('/search?q=ada')).status, 203)
  assert.equal((await client.get('/params', { params: { page: undefined, q: 'a' } })).status, 206)
  assert.equal((await client.get('/matched', { params: { page: 2 } })).status, 207)
  assert.equal((await client.get('/own', { headers: { Authorization: 'x' } })).status, 208)
  assert.equal(await failed(client.get('/moved')), 302)
})

test('what was sent', async () => {
  mock.onAny().reply(200, { id: 1 })
  const other = axios.create({ adapter: mock.adapter(), baseURL: 'https://other.test' })
  assert.deepEqual((await other.get('/a')).data, { id: 1 })
  await client.get('/b')
  await client.post('/c', { b: 1 })
  assert.deepEqual(mock.history.post.map((call) => JSON.parse(call.data)), [{ b: 1 }])
  mock.resetHistory()
})
`

test('what a function reads, what a handler asks for and what was sent are the same with mynah', () => {
  const { text = '', left } = rewrite(FILE, '/project/users.test.mjs') ?? {}
  expect(left).toEqual([])
  expect(text).toContain('adapter: client.defaults.adapter')
  expect(runWithMynah(text)).toEqual({ status: 0, output: '' })
})
