import { expect, test } from 'vitest'
import { rewrite, runWithMynah } from './rewrite.ts'

// fetch-mock 12 passes each of these tests too.
const HEAD = `import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import fetchMock from 'fetch-mock'

const api = (path, init) => fetch(\`https://api.test\${path}\`, init)
const json = { 'content-type': 'application/json' }

before(() => fetchMock.mockGlobal())
afterEach(() => {
  fetchMock.removeRoutes().clearHistory()
})
after(() => fetchMock.unmockGlobal())

`

const ROUTES = `test('sticky', async () => {
  fetchMock.sticky('path:/sticky', { id: 9 })
  assert.equal((await (await api('/sticky')).json()).id, 9)
})

test('cleared calls', async () => {
  fetchMock.get('path:/a', 200).get('path:/b', 200)
  await api('/a')
  await api('/b')
  fetchMock.clearHistory()
  assert.equal(fetchMock.callHistory.calls().length, 0)
  await api('/a')
  await api('/a')
  assert.equal(fetchMock.callHistory.calls('path:/a').length, 2)
  assert.equal(fetchMock.callHistory.called('path:/b'), false)
  assert.equal(fetchMock.callHistory.lastCall().url, 'https://api.test/a')
  assert.equal(fetchMock.callHistory.callLogs.length, 2)
  assert.equal((await api('/sticky')).status, 200)
})

test('all removed', async () => {
  fetchMock.get('path:/a', 200)
  await api('/a')
  fetchMock.removeRoutes()
  await api('/sticky')
})

test('modified', async () => {
  fetchMock.get('path:/a', 200, { name: 'one' })
  assert.equal((await api('/a')).status, 200)
  fetchMock.modifyRoute('one', { response: { status: 404, body: { id: 1 } } })
  const response = await api('/a')
  assert.deepEqual([response.status, await response.json()], [404, { id: 1 }])
  assert.equal(fetchMock.callHistory.calls('path:/a').length, 2)
})

test('matcher', async () => {
  fetchMock.catch(418)
  fetchMock.defineMatcher({ name: 'isOf', matcher: ({ isOf }) => ({ url, options }) => url.includes(isOf) && options.method === 'put' })
  fetchMock.put({ isOf: '/users' }, 201)
  assert.equal((await api('/users/1', { method: 'put' })).status, 201)
  assert.equal((await api('/teams/1', { method: 'put' })).status, 418)
})

test('waits', async () => {
  const order = []
  fetchMock.get('path:/first', 200, { name: 'first' })
  fetchMock.get('path:/second', { id: 2 }, { waitFor: 'first' })
  const second = api('/second').then((response) => response.json()).then(({ id }) => order.push(id))
  await new Promise((resolve) => setTimeout(resolve, 30))
  assert.deepEqual(order, [])
  await api('/first')
  await second
  assert.deepEqual(order, [2])
})

test('url and body', async () => {
  fetchMock.catch(418)
  fetchMock.post('end:/a', { id: 1 }, { headers: { a: 'b' }, body: { c: 1 } })
  fetchMock.post('end:/b', 202, { body: { c: 1 }, missingHeaders: ['x'] })
  const send = async (path, headers, body) => (await api(path, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) })).status
  assert.equal(await send('/x/a', { a: 'b' }, { c: 1 }), 200)
  assert.equal(await send('/x/a', { a: 'c' }, { c: 1 }), 418)
  assert.equal(await send('/x/a', { a: 'b' }, { c: 2 }), 418)
  assert.equal(await send('/x/a?d=1', { a: 'b' }, { c: 1 }), 418)
  assert.equal(await send('/x/b', {}, { c: 1 }), 202)
  assert.equal(await send('/x/b', { x: '1' }, { c: 1 }), 418)
})

test('length', async () => {
  fetchMock.get('path:/a', { id: 1 }, { includeContentLength: false })
  fetchMock.get('path:/b', 'text', { includeContentLength: false })
  fetchMock.get('path:/c', { body: 'x', status: 201, headers: { d: 'e' } }, { includeContentLength: false })
  const all = []
  for (const path of ['/a', '/b', '/c', '/a']) {
    const response = await api(path)
    all.push([response.status, [...response.headers].sort(), await response.text()])
  }
  assert.deepEqual(all, [
    [200, [['content-type', 'application/json']], '{"id":1}'],
    [200, [['content-type', 'text/plain;charset=UTF-8']], 'text'],
    [201, [['content-type', 'text/plain;charset=UTF-8'], ['d', 'e']], 'x'],
    [200, [['content-type', 'application/json']], '{"id":1}'],
  ])
})

test('request and response', async () => {
  fetchMock.post('path:/a', 201)
  await fetch(new Request('https://api.test/a', { method: 'POST', headers: { 'X-A': 'b' }, body: '{"c":1}' }))
  const { url } = fetchMock.callHistory.lastCall()
  const request = fetchMock.callHistory.lastCall().request
  assert.equal(request.headers.get('x-a'), 'b')
  assert.deepEqual(await request.clone().json(), { c: 1 })
  const response = fetchMock.callHistory.lastCall().response
  assert.equal(response.status, 201)
  assert.equal(url, 'https://api.test/a')
})
`

const REMOVED = `test('removed route', async () => {
  fetchMock.get('path:/a', 200, { name: 'one' })
  fetchMock.get('path:/b', 201)
  assert.equal((await api('/a')).status, 200)
  fetchMock.removeRoute('one')
  fetchMock.get('path:/a', 404)
  assert.equal((await api('/a')).status, 404)
  assert.equal((await api('/b')).status, 201)
})

test('removed routes', async () => {
  fetchMock.get('path:/a', 200, { name: 'one' })
  fetchMock.get('path:/b', 201, { name: 'two' })
  fetchMock.removeRoutes({ names: ['one', 'two'] })
  fetchMock.get('path:/a', 404)
  assert.equal((await api('/a')).status, 404)
})
`

const TARGETS = `test('redirected', async () => {
  fetchMock.post('path:/a', { body: { id: 1 }, redirectUrl: 'https://api.test/b', status: 201 })
  const response = await api('/a', { method: 'POST', body: 'c' })
  assert.deepEqual([response.status, response.url, response.redirected], [201, 'https://api.test/b', true])
  assert.deepEqual(await response.json(), { id: 1 })
})

test('later', async () => {
  fetchMock.get('path:/a', () => new Promise((resolve) => setTimeout(() => resolve({ status: 404, body: 'no' }), 10)))
  const response = await api('/a')
  assert.deepEqual([response.status, await response.text()], [404, 'no'])
})
`

test.each([
  ['routes that wait, change, stay or match by a function of the file', ROUTES],
  ['routes that are removed by their names', REMOVED],
  ['routes that redirect, or answer after a time', TARGETS],
])('%s', { timeout: 60_000 }, (_, body) => {
  const result = rewrite(HEAD + body, '/project/users.test.js')
  expect(result?.left).toEqual([])
  expect(runWithMynah(result?.text ?? '')).toEqual({ status: 0, output: '' })
})
