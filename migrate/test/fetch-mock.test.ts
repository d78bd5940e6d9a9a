import { describe, expect, test } from 'vitest'
import { LOOSENED } from '../src/order/order.ts'
import { rewrite, runWithMynah } from './rewrite.ts'

const rewriteBody = (body: string) => rewrite(`import fetchMock from 'fetch-mock'\n\n${body}\n`)

describe('fetch-mock', () => {
  test.each([
    {
      title: 'an instance is mocks without patches, and its fetch',
      before: `const mock = fetchMock.createInstance().getOnce('https://api.test/a?page=2', { id: 1 })
request({ fetch: mock.fetchHandler })`,
      after: `import { equals, rest, setupMocks } from 'mynah'

const mock = setupMocks(
  [
    rest.get(
      'https://api.test/a',
      { id: 1 },
      { match: { queries: equals({ page: '2' }) }, times: 1 },
    ),
  ],
  { patch: false },
)
request({ fetch: mock.fetch })
`,
    },
    {
      title: 'a sandbox is a fetch, its done() is verify, and an assertion stays one',
      before: `const fetch = fetchMock.sandbox().post('path:/a', 201)
request({ fetch })
expect(fetch.done()).toBe(true)`,
      after: `import { rest, setupMocks, status } from 'mynah'

const fetch = setupMocks(
  [
    rest.post('/a', status(201)),
  ],
  { patch: false },
)
request({ fetch: fetch.fetch })
expect(() => fetch.verify({ unused: true })).not.toThrow()
`,
    },
    {
      title: 'a route that answers once, and is demanded, is an expectation',
      before: `const fetch = fetchMock.sandbox().getOnce('https://api.test/a', 200)
request({ fetch })
fetch.done()`,
      after: `import { setupMocks } from 'mynah'

const fetch = setupMocks([], { patch: false })
fetch.expect.get('https://api.test/a', undefined)
request({ fetch: fetch.fetch })
fetch.verify({ unused: true })
`,
    },
    {
      title: 'a response in a constant keeps its name',
      before: `const NONE = { status: 404, body: { error: 'none' } }
run(fetchMock.createInstance().get('path:/a', NONE).fetchHandler)`,
      after: `import { rest, setupMocks, status } from 'mynah'

const NONE = { status: 404, body: { error: 'none' } }
run(setupMocks(
  [
    rest.get('/a', status(NONE.status, NONE.body)),
  ],
  { patch: false },
).fetch)
`,
    },
    {
      title: 'a URL that is put together by + stands once',
      before: `declare const id: string
run(fetchMock.sandbox().get('https://api.test/users/' + id, [1]).get(api + '/users?id=' + id, [2]))`,
      after: `import { equals, rest, setupMocks } from 'mynah'

declare const id: string
run(setupMocks(
  [
    rest.get(\`https://api.test/users/\${id}\`, [1]),
    rest.get(\`\${api}/users\`, [2], { match: { queries: equals({ id: id }) } }),
  ],
  { patch: false },
).fetch)
`,
    },
    {
      title: 'a response with its settings, and conditions',
      before: `run(fetchMock.sandbox().put('https://api.test/a', { status: 202, body: 'ok', headers: { 'x-id': '1' } }, { body: { a: 1 }, repeat: 2 }))`,
      after: `import { equals, rest, setupMocks, text } from 'mynah'

run(setupMocks(
  [
    rest.put(
      'https://api.test/a',
      text('ok'),
      { status: 202, match: { body: equals({ a: 1 }) }, headers: { 'x-id': '1' }, times: 2 },
    ),
  ],
  { patch: false },
).fetch)
`,
    },
  ])('$title', ({ before, after }) => {
    expect(rewriteBody(before)).toMatchObject({ left: [], text: after })
  })

  test.each([
    [`run(fetchMock.sandbox().get('express:/a/*/b', 200))`, "write the matcher 'express:/a/*/b' as a path and a match"],
    [
      `const mock = fetchMock.sandbox().get('https://api.test/a', 200)\nlog(mock.lastCall())`,
      "read what the test needs from call.request: mocks.calls('POST /users')[0]?.request.body",
    ],
  ])('%s is left by hand', (before, reason) => {
    const { left, text } = rewriteBody(before) ?? {}
    expect(left?.[0]?.reason).toBe(reason)
    expect(text).toContain(before)
  })
})

test.each([
  ['glob:https://a.test/*/b/*', "'https://a.test/{*rest}/b/{*rest2}', []"],
  ['glob:https://a.test/*/b', "'https://a.test/{*rest}/b', []"],
  ['glob:*/api/(1)/*-*.json', String.raw`'{/*start}/api/\\(1\\)/{*rest}-{*rest2}.json', []`],
  ['glob:/a*', "'/a{*rest}', []"],
  ['glob:*', "'/{*rest}', []"],
  ['glob:http*://*.test/a', String.raw`'/{*rest}', [], { match: ({ url }) => /^http.*:\/\/.*\.test\/a$/.test(url) }`],
  ['glob:https://a.test/*/?a=1', "'https://a.test/{*rest}/', [], { match: { queries: equals({ a: '1' }) } }"],
  ['glob:https://a.test/b?a=*', "'https://a.test/b', [], { match: ({ url }) => url.includes('?a=') }"],
  [
    'glob:https://a.test/b?a=*&b=1',
    String.raw`'https://a.test/b', [], { match: ({ url }) => /\?a=.*&b=1$/.test(url) }`,
  ],
  ['begin:https://a.test/b/', "'https://a.test/b/{*rest}', []"],
  ['begin:https://a.test/b?a=1', "'https://a.test/b', [], { match: ({ url }) => url.includes('?a=1') }"],
  ['begin:/b', "'/b{*rest}', []"],
  ['begin:/b?a=1', "'/b', [], { match: ({ url }) => url.includes('?a=1') }"],
  ['begin:https://a', "'/{*rest}', [], { match: ({ url }) => url.startsWith('https://a') }"],
  ['express:/_a/v3/:user/b.c', "'/_a/v3/:user/b.c', []"],
  ['^https://a.test/b/', "'https://a.test/b/{*rest}', []"],
])('a matcher %s, which kept its test or may have been for any URL, is a path', (matcher, code) => {
  const { left, text } = rewriteBody(`test('a', () => {\n  fetchMock.get('${matcher}', [])\n})`) ?? {}
  expect(left).toEqual([])
  expect(text?.replaceAll(/(?<=\()\n\s+|,?\n\s*(?=\))/g, '').replaceAll(/,\n\s+/g, ', ')).toContain(
    `mocks.use.get(${code})`,
  )
})

const GLOBAL = `import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import fetchMock from 'fetch-mock'

before(() => fetchMock.mockGlobal())
afterEach(() => {
  fetchMock.hardReset()
})
after(() => fetchMock.unmockGlobal())

test('all', async () => {
  fetchMock.get('https://api.test/users', [1]).postOnce(({ url, options: { body } }) => url.endsWith('/users') && JSON.parse(String(body)).name === 'Ada', ({ options }) => ({ status: 201, body: { as: options.headers['x-as'] } }))
  const made = await fetch('https://api.test/users', { method: 'POST', body: '{"name":"Ada"}', headers: { 'x-as': '7' } })
  assert.deepEqual([made.status, await made.json()], [201, { as: '7' }])
  assert.equal(fetchMock.callHistory.called('https://api.test/teams'), false)
  assert.deepEqual(await (await fetch('https://api.test/users')).json(), [1])
  assert.equal(fetchMock.callHistory.calls('https://api.test/users').length, 2)
  assert.ok(fetchMock.callHistory.done())
})
`

test('an assertion of tap on done() was none, so that t.plan() counted one less', () => {
  const result = rewrite(`import fetchMock from 'fetch-mock'
import t from 'tap'

t.test('a', async (t) => {
  t.plan(1)
  fetchMock.mock('https://api.test/a', 200)
  await fetch('https://api.test/a')
  t.equal(fetchMock.done(), true)
})
`)
  expect(result?.text).toContain('t.equal(mocks.unused().length === 0, true)\n')
})

describe('the global fetch-mock', () => {
  const result = rewrite(GLOBAL)

  test('becomes the mocks of the file', () => {
    expect(result).toMatchObject({ left: [], notes: [{ reason: LOOSENED }] })
    expect(result?.text).toBe(`import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { equals, rest, setupMocks, status } from 'mynah'

const mocks = setupMocks([])
before(mocks)

test('all', async () => {
  mocks.use(
    rest.get('https://api.test/users', [1]),
    rest.post('/{*rest}', ({ request: { headers } }) => status(201, { as: headers['x-as'] }), {
      match: ({ url, text: body }) => url.endsWith('/users') && JSON.parse(String(body)).name === 'Ada',
      times: 1,
    }),
  )
  const made = await fetch('https://api.test/users', { method: 'POST', body: '{"name":"Ada"}', headers: { 'x-as': '7' } })
  assert.deepEqual([made.status, await made.json()], [201, { as: '7' }])
  assert.equal(mocks.calls({ path: 'https://api.test/teams', match: { queries: equals({}) } }).length > 0, false)
  assert.deepEqual(await (await fetch('https://api.test/users')).json(), [1])
  assert.equal(mocks.calls({ path: 'https://api.test/users', match: { queries: equals({}) } }).length, 2)
  mocks.verify({ unused: true })
})
`)
  })

  test('the rewritten file passes with mynah', () => {
    expect(runWithMynah(result?.text ?? '')).toEqual({ status: 0, output: '' })
  })

  test.each([
    [
      'mock.callHistory.calls()[0].options.body',
      'this is the text that was sent, and not the body as the test passed it',
    ],
    [
      "expect(mock.lastOptions()).toStrictEqual({ method: 'GET' })",
      'this was all that the test passed to fetch: here its other options and headers are not compared',
    ],
    [
      "mock.get('https://api.test/a', { throws: new Error('a') })",
      'fetch-mock rejects with this error; mynah as fetch does, with a TypeError whose cause is the error',
    ],
    [
      "mock.get('https://api.test/a', (url) => (isDown ? { throws: new Error('a') } : 200))",
      'fetch-mock rejects with this error; mynah as fetch does, with a TypeError whose cause is the error',
    ],
  ])('%s is listed', (code, reason) => {
    const { notes } = rewriteBody(`const mock = fetchMock.createInstance()\nexpect(1)\n${code}`) ?? {}
    expect(notes).toContainEqual({ line: 5, reason })
  })
})

test.each([
  {
    symptom: 'a response with a spread was sent as a payload',
    before: "const ok = { status: 200, body: 'a' }\nfetchMock.get('path:/a', { ...ok, status: 202 })",
    after: "mocks.use.get('/a', askFetchMock({ ...ok, status: 202 }))",
    left: ['fetchMock of fetch-mock is still used'],
  },
  {
    symptom: 'a payload that the test changes was the one of its declaration',
    before:
      "const list = []\nconst user = { id: 1 }\nfetchMock.get('path:/a', { body: { list, user }, status: 201 })\nlist.push(1)",
    after: "mocks.use.get('/a', () => ({ list, user }), { status: 201 })",
  },
  {
    symptom: 'a part that is read at the declaration stays one',
    before: "const state = { list: [] }\nfetchMock.get('path:/a', { list: state.list })\nstate.list = [1]",
    after: "mocks.use.get('/a', { list: state.list })",
  },
  {
    symptom: 'conditions in a constant are conditions',
    before: "const own = { headers: { a: 'b' } }\nfetchMock.get('path:/a', 200, own)",
    after: "mocks.use.get('/a', undefined, { match: { headers: { a: 'b' } } })",
  },
  {
    symptom: 'a route that overwrites the one in the statement before could never answer',
    before: "fetchMock.get('path:/a', 200)\nfetchMock.get('path:/a', 404, { overwriteRoutes: true })",
    after: "mocks.use.get('/a', undefined)\n  mocks.use.get('/a', status(404))",
  },
  {
    symptom: 'a route that overwrites the one before it in a chain could never answer',
    before: "fetchMock.get('path:/a', 200).get('path:/a', 404, { overwriteRoutes: true })",
    after: "\n  mocks.use.get('/a', status(404))",
  },
  {
    symptom: 'a header with a list of values was refused when the test ran',
    before: "fetchMock.get('path:/a', 200, { headers: { a: ['b', 'c'] } })",
    left: ['a header is one text here: write this list as match: { headers }'],
  },
  {
    symptom: 'a constant with more than conditions lost its number of answers',
    before: "const own = { repeat: 2 }\nfetchMock.get('path:/a', 200, own)",
    left: ['write own as settings: { match, times, delay }'],
  },
  {
    symptom: 'a route of path: beside one with a query took none',
    before: "fetchMock.get('path:/a', [1], { query: { b: '1' } }).get('path:/a', [])",
    after: "mocks.use(rest.get('/a', [1], { match: { queries: { b: '1' } } }), rest.get('/a', []))",
  },
  {
    symptom: 'an object of a matcher in parentheses kept its test',
    before: 'fetchMock.get(({ url: /my-api/ }), { response: 1 })',
    after: '{ match: ({ url }) => /my-api/.test(url) }',
  },
  {
    symptom: 'a whole URL took the queries that are for a route behind it',
    before: "fetchMock.get('https://a.test/a', [1]).get('begin:https://a.test/a?', [])",
    after: "rest.get('https://a.test/a', [1], { match: { queries: equals({}) } })",
  },
  {
    symptom: 'the beginning of a URL was a function, which may take any request, and stayed with its file',
    before:
      "fetchMock.get('begin:https://a.test/users/', [1])\nother()\nfetchMock.get('begin:https://a.test/teams/?page=1', [2])",
    after: `mocks.use.get('https://a.test/users/{*rest}', [1])
  other()
  mocks.use.get('https://a.test/teams/', [2], { match: ({ url }) => url.includes('?page=1') })`,
  },
  {
    symptom: 'a glob in front of one that is longer answered for it, and here the longer one comes first',
    before: "fetchMock.get('glob:https://a.test/*', [1]).get('glob:https://a.test/b/*', [2])",
    after: "mocks.use.get('https://a.test/b/{*rest}', [2])\n  mocks.use.get('https://a.test/{*rest}', [1])",
  },
  {
    symptom: 'a call with a query was counted for the URL alone',
    before:
      "fetchMock.get('begin:https://a.test', [])\nexpect(fetchMock.callHistory.called('https://a.test/a')).toBe(true)",
    after: "expect(mocks.calls({ path: 'https://a.test/a', match: { queries: equals({}) } }).length > 0).toBe(true)",
  },
  {
    symptom: 'without a call the body of the last one was undefined, and not an error',
    before:
      'expect(fetchMock.lastOptions().headers.a).toBeUndefined()\nexpect(fetchMock.lastUrl()?.length).toBeUndefined()',
    after:
      'expect(mocks.calls().at(-1).request.headers.a).toBeUndefined()\n  expect(mocks.calls().at(-1)?.request.url?.length)',
  },
  {
    symptom: 'an assertion that names several headers kept its route',
    before: "expect(fetchMock.lastOptions().headers).toEqual(expect.objectContaining({ 'X-A': '1', b: '2' }))",
    after: "expect(mocks.calls().at(-1).request.headers).toEqual(expect.objectContaining({ 'x-a': '1', b: '2' }))",
  },
  {
    symptom:
      'the matchers that fetch-mock adds to Jest and Vitest were not seen on the global fetch, and stayed on fetch-mock',
    before:
      "expect(global.fetch).toHaveFetched('path:/a', { method: 'post' })\nexpect(fetchMock).not.toHaveFetched('begin:https://a.test/b/')\nexpect(fetch).toHaveFetchedTimes(2)\nexpect(fetch).not.toHaveFetchedTimes(n, 'path:/a')",
    after:
      "expect(mocks.calls('POST /a')).not.toHaveLength(0)\n  expect(mocks.calls('https://a.test/b/{*rest}')).toHaveLength(0)\n  expect(mocks.calls()).toHaveLength(2)\n  expect(mocks.calls('/a')).not.toHaveLength(n)",
  },
  {
    symptom: 'the last call by such a matcher stays',
    before: "expect(fetch).toHaveLastFetched('path:/a')",
    left: ["write this by what was sent: expect(mocks.calls('POST /users')).toHaveLength(1)"],
  },
  {
    symptom: 'the calls that another mock forgets were held to be those of fetch-mock',
    before: "console.error.mockClear()\nexpect(fetchMock.called('path:/a')).toBe(true)\nlogged.mockClear()",
    after: "expect(mocks.calls('/a').length > 0).toBe(true)",
  },
  {
    symptom: 'a body in a variable that is asked for its class was a type error of the written code',
    before:
      'const { body } = fetchMock.lastOptions()\nconst sent = fetchMock.lastOptions().body\nif (sent instanceof FormData) read(sent)',
    left: [
      "read what the test needs from call.request: mocks.calls('POST /users')[0]?.request.body",
      'the body of a call is what was sent: compare call.request.text',
    ],
  },
  {
    symptom: 'a whole comparison of what a test passed to fetch kept fetch-mock',
    before:
      "expect(fetchMock.lastOptions()).toEqual({ method: 'post', headers: { 'X-A': '1' }, body: JSON.stringify(user) })\nexpect(fetchMock.callHistory.lastCall().options).toMatchObject({ method: 'GET' })",
    after:
      "expect(mocks.calls().at(-1)?.request).toMatchObject({ method: 'POST', headers: { 'x-a': '1' }, text: JSON.stringify(user) })\n  expect(mocks.calls().at(-1).request).toMatchObject({ method: 'GET' })",
  },
  {
    symptom: 'the calls of a route that is asked for by its name stayed',
    before:
      "fetchMock.post('path:/a', 201, { name: 'make' }).mock({ url: 'begin:https://b.test/', name: 'other' }, 200)\nexpect(fetchMock.called('make')).toBe(true)\nexpect(fetchMock.calls('other')).toHaveLength(0)",
    after:
      "expect(mocks.calls('POST /a').length > 0).toBe(true)\n  expect(mocks.calls('https://b.test/{*rest}')).toHaveLength(0)",
  },
  {
    symptom: 'a name that two routes of a test have was read as that of one',
    before:
      "fetchMock.get('path:/a', 200, { name: 'two' }).post('path:/a', 201, { name: 'two' })\nexpect(fetchMock.called('two')).toBe(true)",
    left: ["stubs have no names: write what two takes, as mocks.calls('GET /users')"],
  },
  {
    symptom: 'an error that is only told to come was a type error of the written code',
    before: "fetchMock.get('path:/a', { throws: true })",
    after: "mocks.use.get('/a', networkError())",
  },
  {
    symptom: 'a body that is sent as it is kept its route for saying so',
    before:
      "fetchMock.get('path:/a', { sendAsJson: false, body: new Blob() }).get('path:/b', 'b', { sendAsJson: false })",
    after: "mocks.use(rest.get('/a', new Blob()), rest.get('/b', text('b')))",
  },
  {
    symptom: 'an object that is not sent as JSON was sent as such',
    before: "fetchMock.get('path:/a', { body: { id: 1 }, sendAsJson: false })",
    after: "mocks.use.get('/a', askFetchMock({ body: { id: 1 }, sendAsJson: false }))",
    left: ['fetchMock of fetch-mock is still used'],
  },
  {
    symptom: 'a configuration that mynah does not need kept all routes',
    before:
      "fetchMock.config.overwriteRoutes = false\nfetchMock.config.warnOnFallback = false\nafterEach(fetchMock.restore)\nfetchMock.get('path:/a', 200)",
    after: "test('a', async () => {\n  mocks.use.get('/a', undefined)\n})",
  },
  {
    symptom: 'an assertion on headers from elsewhere, which may have capitals, passed for none',
    before: 'expect(fetchMock.lastOptions().headers).toMatchObject({ ...expected })',
    left: ['ask for each header by its name in lower case: call.request.headers has no other names'],
  },
])('$symptom', ({ before, after = '', left = [] }) => {
  const body = before.replaceAll('\n', '\n  ')
  const result = rewrite(
    `import fetchMock from 'fetch-mock'\n\ntest('a', async () => {\n  ${body}\n})\n`,
    '/project/a.test.js',
  )
  expect(result?.left.map(({ reason }) => reason).filter((reason) => !reason.startsWith('fetch-mock stays'))).toEqual(
    left,
  )
  expect(result?.text).toContain(after)
})

test.each(["{ credentials: 'include' }", '{ headers }', '{ body: form }', 'options'])(
  'a comparison of what a test passed to fetch with %s stays',
  (options) => {
    const { left } = rewriteBody(`test('a', () => {\n  expect(fetchMock.lastOptions()).toEqual(${options})\n})`) ?? {}
    expect(left?.map(({ reason }) => reason)).toEqual([
      "read what the test needs from call.request: mocks.calls('POST /users')[0]?.request.body",
    ])
  },
)

test('a type of the namespace got the name of the mocks, and its type error kept the file', () => {
  const { converted, left, text } =
    rewrite(
      `import fetchMock from 'fetch-mock'

test('a', () => {
  fetchMock.get('path:/a', 200)
  const [url] = fetchMock.lastCall() as fetchMock.MockCall
})
`,
      '/project/a.test.ts',
    ) ?? {}
  expect(converted).toBe(2)
  expect(left?.map(({ reason }) => reason)).toContain('fetchMock.MockCall is Mocks or Call of mynah')
  expect(text).toContain("mocks.use.get('/a', undefined)")
  expect(text).toContain('as fetchMock.MockCall\n')
})

test('a wait for all calls had fetch-mock see those of all tests of its file', () => {
  const { left, text } =
    rewriteBody(
      "test('a', async () => {\n  fetchMock.get('path:/a', {})\n  await load()\n  await fetchMock.callHistory.flush()\n})",
    ) ?? {}
  expect(left).toEqual([
    { line: 6, reason: "write await mocks.waitFor('/users') for each request that this waits for" },
  ])
  expect(text).toContain("  mocks.use.get('/a', {})\n")
  expect(text).not.toContain('spy')
})

test('a response whose names stand in quotes was the value that is sent', () => {
  const { text, left } = rewriteBody(
    `fetchMock.get('https://api.test/a', { "status": 404, 'body': { id: 1 } }, { "repeat": 2 })`,
  ) ?? { text: '' }
  expect(left).toEqual([])
  expect(text).toContain("mocks.use.get('https://api.test/a', { id: 1 }, { status: 404, times: 2 })")
})
