const assert = require('node:assert/strict')
const { spawnSync } = require('node:child_process')
const http = require('node:http')
const https = require('node:https')
const net = require('node:net')
const { join } = require('node:path')
const { test } = require('node:test')
const tls = require('node:tls')

const API = 'https://api.test'

exports.checkAll = ({ exists, rest, setupMocks, UnmatchedRequestError }, { createResolver }) => {
  const routes = [
    rest.get('/users', [{ id: 1, name: 'John' }]),
    rest.get('/users', [{ id: 2, role: 'admin' }], { match: { queries: { role: 'admin' } } }),
    rest.get('/users/1', { error: 'Not Found' }, { status: 404 }),
    rest.get('/profile', { id: 1 }, { match: { headers: { authorization: exists() } } }),
    rest.get('/profile', { error: 'Unauthorized' }, { status: 401 }),
    rest.post('/posts/:id', ({ request }) => ({ id: request.params.id, title: request.body.title })),
  ]
  const requests = [
    { path: '/users', status: 200, body: [{ id: 1, name: 'John' }] },
    { path: '/users?role=admin', status: 200, body: [{ id: 2, role: 'admin' }] },
    { path: '/users/1', status: 404, body: { error: 'Not Found' } },
    { path: '/profile', status: 401, body: { error: 'Unauthorized' } },
    { path: '/profile', headers: { authorization: 'Bearer x' }, status: 200, body: { id: 1 } },
    { path: '/posts/7', method: 'POST', sent: { title: 'Hello' }, status: 200, body: { id: '7', title: 'Hello' } },
  ]

  for (const send of [sendByFetch, sendByHttp]) {
    test(`${send.name}: each request has its stub`, async () => {
      const stop = setupMocks(routes)()
      for (const { status, body, ...request } of requests) {
        assert.deepEqual(await send(request), { status, body }, request.path)
      }
      stop()
    })

    test(`${send.name}: an unmatched request fails, and so does the end`, async () => {
      const stop = setupMocks(routes)()
      const isReport = (error) => {
        assert.ok(error instanceof UnmatchedRequestError)
        assert.equal(error.code, 'UNMATCHED_REQUEST')
        assert.match(error.message, /^No stub answers GET https:\/\/api\.test\/user\n\nNearest: rest\.get\('\/users'\)/)
        return true
      }
      await assert.rejects(send({ path: '/user' }), isReport)
      assert.throws(stop, isReport)
    })
  }

  test('the originals are restored', async () => {
    const before = patchable()
    const stop = setupMocks(routes)()
    assert.notEqual(globalThis.fetch, before.get(globalThis).fetch.value)
    await sendByFetch(requests[0])
    await sendByHttp(requests[0])
    stop()
    for (const [owner, descriptors] of patchable()) {
      for (const [name, { value, get }] of Object.entries(descriptors)) {
        assert.equal(value, before.get(owner)[name]?.value, name)
        assert.equal(get, before.get(owner)[name]?.get, name)
      }
    }
  })

  test('whatever is pending at the end, the process is not kept', () => {
    const { status, stderr } = spawnSync(process.execPath, [join(__dirname, 'pending.cjs')], { timeout: 20_000 })
    assert.deepEqual([status, String(stderr)], [0, ''])
  })

  for (const url of ['http://api.test/users', 'https://api.test/users']) {
    const run = (...args) => {
      const { stdout } = spawnSync(process.execPath, [join(__dirname, 'first-fetch.cjs'), url, ...args], {
        timeout: 20_000,
      })
      return String(stdout).trim()
    }

    test(`the first fetch of a process, taken before the start, connects to nobody: ${url}`, () => {
      assert.equal(run(), '[200,0]')
    })

    test(`and does not hang where the mocks end in the same turn: ${url}`, () => {
      assert.equal(run('ended'), '["failed",0]')
    })
  }

  test('the core answers without patching', async () => {
    const { fetch } = createResolver(routes)
    const response = await fetch(new Request(`${API}/posts/7`, { method: 'POST', body: '{"title":"Hello"}' }))
    assert.equal(response.status, 200)
    await assert.rejects(fetch(new Request(`${API}/user`)), { code: 'UNMATCHED_REQUEST' })
  })

  test('an error of the core is an instance of the class that the other entry gives', async () => {
    await assert.rejects(createResolver([]).fetch(new Request(API)), UnmatchedRequestError)
  })
}

/** All that an interception could replace. */
function patchable() {
  const names = ['fetch', 'Request', 'Response', 'Headers', 'XMLHttpRequest']
  const globals = Object.fromEntries(names.map((name) => [name, { value: globalThis[name] }]))
  const classes = [http.Agent, https.Agent, http.ClientRequest, net.Socket, tls.TLSSocket, Headers]
  const owners = [http, https, net, tls, ...classes, ...classes.map(({ prototype }) => prototype)]
  return new Map([[globalThis, globals], ...owners.map((owner) => [owner, Object.getOwnPropertyDescriptors(owner)])])
}

async function sendByFetch({ path, method, headers, sent }) {
  const json = sent && { 'content-type': 'application/json' }
  const response = await fetch(API + path, { method, headers: { ...json, ...headers }, body: JSON.stringify(sent) })
  return { status: response.status, body: await response.json() }
}

function sendByHttp({ path, method, headers, sent }) {
  const json = sent && { 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    const request = https.request(API + path, { method, headers: { ...json, ...headers } }, async (response) => {
      let text = ''
      for await (const chunk of response.setEncoding('utf8')) text += chunk
      resolve({ status: response.statusCode, body: JSON.parse(text) })
    })
    request.on('error', reject)
    request.end(sent && JSON.stringify(sent))
  })
}
