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

const ROUTES = `test('calls', async () => {
  fetchMock.get('path:/a', 200).get('path:/b', 200)
  await api('/a')
  await api('/a')
  assert.equal(fetchMock.callHistory.calls('path:/a').length, 2)
  assert.equal(fetchMock.callHistory.called('path:/b'), false)
  assert.equal(fetchMock.callHistory.lastCall().url, 'https://api.test/a')
  assert.equal(fetchMock.callHistory.calls().length, 2)
})

test('url and body', async () => {
  fetchMock.catch(418)
  fetchMock.post('path:/x/a', { id: 1 }, { headers: { a: 'b' }, body: { c: 1 } })
  const send = async (path, headers, body) => (await api(path, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) })).status
  assert.equal(await send('/x/a', { a: 'b' }, { c: 1 }), 200)
  assert.equal(await send('/x/a', { a: 'c' }, { c: 1 }), 418)
  assert.equal(await send('/x/a', { a: 'b' }, { c: 2 }), 418)
  assert.equal(await send('/x/b', { a: 'b' }, { c: 1 }), 418)
})

test('globs', async () => {
  fetchMock.get('glob:https://api.test/users/*/teams/*', 'teams').get('begin:https://api.test/users/', 'users')
  fetchMock.get('glob:*/v1/a?b=*', 'query').get('glob:https://*.test/files/*.json', 'file').catch('none')
  const text = async (path) => (await api(path)).text()
  const paths = ['/users/1/teams/', '/users/1/2/teams/3?a=1', '/users/1?a=1', '/v1/a?b=1&c=2', '/v1/a?c=2&b=1', '/files/a/b.json', '/files/a.js']
  assert.deepEqual(await Promise.all(paths.map(text)), ['teams', 'teams', 'users', 'query', 'none', 'file', 'none'])
})

test('another response for a route', async () => {
  fetchMock.get('path:/a', 201, { name: 'a' }).get('path:/b', 202).catch(418)
  const statuses = () => Promise.all(['/a', '/b', '/c'].map(async (path) => (await api(path)).status))
  assert.deepEqual(await statuses(), [201, 202, 418])
  fetchMock.modifyRoute('a', { response: { status: 500, body: { id: 1 } } })
  assert.deepEqual(await statuses(), [500, 202, 418])
  assert.deepEqual(await (await api('/a')).json(), { id: 1 })
  assert.equal(fetchMock.callHistory.calls('a').length, 3)
})

test('the start of a URL that is a sum', async () => {
  fetchMock.get('begin:' + new URL('/a?', 'https://api.test'), 201).catch(418)
  const statuses = await Promise.all(['/a?b=1', '/a', '/c?b=1'].map(async (path) => (await api(path)).status))
  assert.deepEqual(statuses, [201, 418, 418])
})

test('a call', async () => {
  fetchMock.post('path:/a', 201)
  await fetch(new Request('https://api.test/a', { method: 'POST', headers: { 'X-A': 'b' }, body: '{"c":1}' }))
  const { url } = fetchMock.callHistory.lastCall()
  assert.equal(url, 'https://api.test/a')
})
`

test('calls are counted and read, and routes ask for a URL, headers and a body', { timeout: 60_000 }, () => {
  const result = rewrite(HEAD + ROUTES, '/project/users.test.js')
  expect(result?.left).toEqual([])
  expect(runWithMynah(result?.text ?? '')).toEqual({ status: 0, output: '' })
})

test('a client that is handed routes as its fetch gets their answers', { timeout: 60_000 }, () => {
  const result = rewrite(
    `import assert from 'node:assert/strict'
import { test } from 'node:test'
import fetchMock from 'fetch-mock'

test('a', async () => {
  const client = { fetch: fetchMock.mock('https://api.test/a', 404) }
  assert.equal((await client.fetch('https://api.test/a')).status, 404)
  assert.equal(fetchMock.called(), true)
})
`,
    '/project/users.test.js',
  )
  expect(result?.left).toEqual([])
  expect(runWithMynah(result?.text ?? '')).toEqual({ status: 0, output: '' })
})
