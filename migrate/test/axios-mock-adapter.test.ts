import { describe, expect, test } from 'vitest'
import { rewrite, runWithMynah } from './rewrite.ts'

const HEAD = `import axios from 'axios'\nimport MockAdapter from 'axios-mock-adapter'\n\n`
const MADE = 'const mock = new MockAdapter(axios)\n'
const rewriteBody = (body: string, name = '/project/users.test.js') => rewrite(`${HEAD}${body}\n`, name)
/** The code of a test that declares handlers. */
const rewriteHandlers = (handlers: string) => {
  const { text = '', left } = rewriteBody(`${MADE}test('a', () => {\n  ${handlers}\n})`) ?? {}
  const body = /test\('a', \(\) => \{\n([\s\S]*)\n\}\)\n$/.exec(text)?.[1]
  return { left, code: body?.replaceAll(/^ {2}/gm, '') }
}

const WHOLE = `import assert from 'node:assert/strict'
import { afterEach, before, beforeEach, test } from 'node:test'
import axios from 'axios'
import MockAdapter from 'axios-mock-adapter'

const client = axios.create({ baseURL: 'https://api.test/v1' })
let mock

beforeEach(() => {
  mock = new MockAdapter(client)
  mock.onGet('/users').reply(200, [{ id: 1 }], { 'x-total': '1' })
})
afterEach(() => mock.restore())

test('answers', async () => {
  mock
    .onPost('users', { name: 'Ada' })
    .replyOnce(201, { id: 2 })
    .onPost('/users')
    .reply((config) => [400, { got: JSON.parse(config.data), by: config.headers['X-By'] }])
  mock.onGet(/^\\/teams\\/\\d+$/).networkErrorOnce()
  mock.onGet('/search', { params: { q: 'a b', page: 2 } }).reply(200, 'found')

  const users = await client.get('/users')
  assert.deepEqual([users.data, users.headers['x-total']], [[{ id: 1 }], '1'])
  assert.deepEqual((await client.post('/users', { name: 'Ada' })).data, { id: 2 })
  const refused = await client.post('/users', { name: 'Ada' }, { headers: { 'X-By': '7' } }).catch((error) => error)
  assert.deepEqual([refused.response.status, refused.response.data], [400, { got: { name: 'Ada' }, by: '7' }])
  const failed = await client.get('/teams/1').catch((error) => error)
  assert.equal(failed.message, 'Network Error')
  assert.equal((await client.get('/search', { params: { q: 'a b', page: 2 } })).data, 'found')
  assert.equal(mock.history.post.length, 2)
  assert.deepEqual(JSON.parse(mock.history.post[0].data), { name: 'Ada' })
  assert.equal(mock.history.post[1].headers['X-By'], '7')
})

test('a newer handler of a route takes the place of the older one', async () => {
  mock.onGet('/users').reply(503)
  assert.equal((await client.get('/users').catch((error) => error)).response.status, 503)
})
`

describe('axios-mock-adapter', () => {
  const result = rewrite(WHOLE, '/project/users.test.mjs')

  test('its adapters become the mocks of the file', () => {
    expect(result).toMatchObject({ left: [], notes: [], converted: 12 })
    expect(
      result?.text.slice(0, result.text.indexOf('\n  const users =')),
    ).toBe(`import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import axios from 'axios'
import { equals, networkError, rest, setupMocks, status, text } from 'mynah'

const mocks = setupMocks([])
before(mocks)

const client = axios.create({ baseURL: 'https://api.test/v1' })

beforeEach(() => {
  mocks.use.get('https://api.test/v1/users', [{ id: 1 }], { headers: { 'x-total': '1' } })
})

test('answers', async () => {
  mocks.use(
    rest.post(
      'https://api.test/v1/users',
      { id: 2 },
      { status: 201, match: { body: equals({ name: 'Ada' }) }, times: 1 },
    ),
    rest.post(
      'https://api.test/v1/users',
      ({ request: { text: data, headers } }) => status(400, { got: JSON.parse(data), by: headers['x-by'] }),
    ),
  )
  mocks.use(rest.at('https://api.test/v1').get(
    /^\\/teams\\/\\d+$/,
    networkError(new Error('Network Error')),
    { times: 1 },
  ))
  mocks.use.get(
    'https://api.test/v1/search',
    text('found'),
    { match: { queries: equals({ q: 'a b', page: 2 }) } },
  )
`)
  })

  test('the rewritten file passes with mynah, and axios as it is', () => {
    expect(runWithMynah(result?.text ?? '')).toEqual({ status: 0, output: '' })
  })

  test.each([
    ["mock.onDelete('/users/1').reply(204)", "mocks.use.delete('/users/1', status(204))"],
    ["mock.onAny('users').passThrough()", "mocks.use.all('/users', passthrough())"],
    [`mock.onGet(\`\${BASE}/a\`).reply(200, [])`, `mocks.use.get(\`\${BASE}/a\`, [])`],
    ['mock.onPut().reply(500)', 'mocks.use.put(/.*/, status(500))'],
    [
      "mock.onGet('/a?page=2').reply(200, [])",
      "mocks.use.get('/a', [], { match: { queries: equals({ page: '2' }) } })",
    ],
    [
      "mock.onPatch('/a', expect.objectContaining({ a: 1 }), { headers: expect.objectContaining({ 'X-A': expect.any(String) }) }).reply(200)",
      `mocks.use.patch(
  '/a',
  undefined,
  { match: { headers: { 'X-A': expect.any(String) }, body: expect.objectContaining({ a: 1 }) } },
)`,
    ],
    [
      "mock.onGet('/a', { params: expect.objectContaining({ q: 'b' }) }).withDelayInMs(20).reply(200, users)",
      "mocks.use.get('/a', users, { match: { queries: { q: 'b' } }, delay: 20 })",
    ],
    ["mock.onGet('/a').reply(() => Promise.resolve([200, { id: 1 }]))", "mocks.use.get('/a', () => ({ id: 1 }))"],
    ["mock.onGet('/a').reply(404).onGet('/a').reply(500)", "mocks.use.get('/a', status(500))"],
    [
      "mock.onGet('/a').replyOnce(500)\n  mock.onGet('/a').reply(200, [])\n  mock.onAny().reply(404)",
      `mocks.use(
  rest.get('/a', status(500), { times: 1 }),
  rest.get('/a', []),
  rest.all(/.*/, status(404)),
)`,
    ],
  ])('%s', (before, after) => {
    expect(rewriteHandlers(before)).toEqual({ left: [], code: after })
  })

  test.each([
    [
      "mock.onGet('/a').reply(302, '', { location: '/b' })",
      'axios follows this redirect here: declare where it leads, mocks.use.get(location, payload)',
    ],
    [
      "mock.onGet('/a').reply((config) => [200, config.params])",
      'queries are texts here: read request.queries, and compare its texts',
    ],
    [
      "mock.onGet('/a').reply((config) => [config.params.page === 2 ? 200 : 404])",
      'queries are texts here: read request.queries, and compare its texts',
    ],
    [
      'mock.onGet(url).reply((config) => [200, config.url])',
      'request.url is the whole URL: read what the test needs from it',
    ],
    ["mock.onGet('/a').reply(() => axios.get('/b'))", "return status(code, payload) in place of axios.get('/b')"],
    [
      "mock.onGet('/a').reply(() => { load(); throw new Error('a') })",
      'what this function throws fails the test here: return networkError(error) there',
    ],
    ['setup(mock)', 'write what mock is handed over for with mocks'],
    [
      "mock.onAny('/a').reply(500)\n  await get()\n  mock.onGet('/a').reply(200)",
      'the older of two answers comes first there, and the newest here: declare both in one mocks.use(first, second)',
    ],
    [
      "mock.onAny().reply(500)\n  await get()\n  mock.onGet('/a').reply(200)",
      'the older of two answers comes first there, and the newest here: declare both in one mocks.use(first, second)',
    ],
  ])('%s is left by hand, and the adapter with it', (handler, reason) => {
    const { left, text, converted } = rewriteBody(`${MADE}test('a', async () => {\n  ${handler}\n})`) ?? {}
    expect(left?.map((one) => one.reason)).toContain(reason)
    expect(converted).toBe(0)
    expect(text?.replaceAll(/^ *\/\/ mynah: .*\n/gm, '')).toBe(
      `${HEAD}${MADE}test('a', async () => {\n  ${handler}\n})\n`,
    )
  })

  test('a client whose base is not written stands for its base', () => {
    const { text, left } =
      rewriteBody(`import { client } from './client'
const mock = new MockAdapter(client, { onNoMatch: 'passthrough' })
test('a', () => {
  mock.onGet('/a').reply(200, [])
})`) ?? {}
    expect(left).toEqual([])
    expect(text).toContain("const mocks = setupMocks([], { onUnmatched: 'passthrough' })")
    expect(text).toContain("mocks.use(rest.at(client.defaults.baseURL).get('/a', []))")
  })

  test('a time-out and an abort have their codes, and a note', () => {
    const { text, notes } =
      rewriteBody(`${MADE}test('a', () => {
  mock.onGet('/a').timeout().onGet('/b').abortRequestOnce()
})`) ?? {}
    expect(text).toContain("Object.assign(new Error('timeout of 0ms exceeded'), { code: 'ECONNABORTED' })")
    expect(text).toContain("Object.assign(new Error('Request aborted'), { code: 'ECONNABORTED' })")
    expect(notes?.[0]?.reason).toBe(
      'a message that names the timeout of the client has to be written here; in a page axios says Network Error',
    )
  })

  test('two adapters in use at a time stay, unless their clients have bases that differ', () => {
    const { left, converted } =
      rewriteBody(
        "const one = new MockAdapter(axios)\nconst two = new MockAdapter(client)\none.onGet('/a').reply(200)",
      ) ?? {}
    expect(converted).toBe(0)
    expect(left?.map(({ reason }) => reason)).toContain(
      'two adapters answer one client each, and mynah any client: declare the stubs of each by rest.at(baseURL)',
    )
  })
})

test('a variable whose type was made of the class kept its adapter', () => {
  const { left, text } =
    rewriteBody(
      `let mock: InstanceType<typeof MockAdapter>
beforeEach(() => {
  mock = new MockAdapter(axios)
  mock.onGet('/users').reply(200, [])
})
test('a', () => {})`,
      '/project/users.test.ts',
    ) ?? {}
  expect(left).toEqual([])
  expect(text).toContain("beforeEach(() => {\n  mocks.use.get('/users', [])\n})\n")
  expect(text).not.toContain('MockAdapter')
})

test('a header that was a number had a type error', () => {
  expect(rewriteHandlers("mock.onGet('/users').reply(200, [], { 'x-total': 4 })")).toEqual({
    left: [],
    code: "mocks.use.get('/users', [], { headers: { 'x-total': '4' } })",
  })
})

test('a client that a function got, and that had a base there, was not answered', () => {
  const handed = (handlers: string) =>
    rewriteBody(`${MADE}const client = createClient(axios, 'https://api.test/v1')\n${handlers}`)
  const { left, text } = handed("mock.onGet('/users?page=2').reply(200, [])\n") ?? {}
  expect(left).toEqual([])
  expect(text).toContain("mocks.use.get('{/*rest}/users', [], { match: { queries: equals({ page: '2' }) } }")
  expect(handed('mock.onGet(/users$/).reply(200, [])\n')?.text).toContain('mocks.use.get(/users$/, [])')
  expect(handed('mock.onGet(/^\\/users$/).reply(200, [])\n')?.left[0]?.reason).toBe(
    "write /^\\/users$/ with the path of the client's baseURL in front",
  )
})

test('a status that no stub takes threw where it was declared', () => {
  expect(rewriteHandlers("mock.onGet('/users').reply(765, 'no')").left?.[0]?.reason).toBe(
    'no stub answers with 765: a status is from 200 to 599',
  )
})

test('a comment of an earlier run stayed when its construct was converted', () => {
  const old = (text: string) => rewrite(text, '/project/users.test.js')?.text ?? ''
  const comment = '  // mynah: no stub answers with 765: a status is from 200 to 599\n'
  const second = old(`${HEAD}${MADE}test('a', () => {\n${comment}  mock.onGet('/users').reply(500, 'no')\n})\n`)
  expect(second).not.toContain('// mynah: ')
  expect(second).toContain("test('a', () => {\n  mocks.use.get('/users', text('no'), { status: 500 })\n})\n")
})

test('a reply after a time had the value of its declaration, and not of its request', () => {
  const later = (value: string) =>
    `mock.onGet('/a').reply(() => new Promise((resolve) => setTimeout(() => resolve(${value}), 20)))`
  const { left } = rewriteHandlers(`let items = []\n  ${later('[200, items]')}\n  items = [1]`)
  expect(left?.[0]?.reason).toBe('return status(code, payload) in place of new Promise((resolve) => setTimeout(() …')
})

test.each([
  {
    symptom: 'a payload that the test changes was the one of its declaration',
    before: "const db = []\nmock.onGet('/a').reply(200, db)\ndb.push(1)",
    after: "mocks.use.get('/a', () => db)",
  },
  {
    symptom: 'a payload whose variable gets another one is the one of its declaration',
    before: "let user = { id: 1 }\nmock.onGet('/a').reply(200, user)\nuser = { id: 2 }",
    after: "mocks.use.get('/a', user)",
  },
  {
    symptom: 'params that the test changes were those of the declaration',
    before: "const params = { page: 1 }\nmock.onGet('/a', { params }).reply(200)\nparams.page = 2",
    left: 'write these params as match: { queries }, each name with its text',
  },
  {
    symptom: 'a config that the test changes was the one of the declaration',
    before: "const config = { params: { page: 1 } }\nmock.onGet('/a', config).reply(200)\nconfig.params.page = 2",
    left: 'write config as match: { queries, headers }',
  },
])('$symptom', ({ before, after, left }) => {
  const { code, left: all } = rewriteHandlers(before.replaceAll('\n', '\n  '))
  expect(all?.[0]?.reason).toBe(left)
  if (after) expect(code).toContain(after)
})

test('an answer that stays while the history alone, or the console, is reset was not named', () => {
  const { notes } = rewriteBody(
    `${MADE}afterEach(() => { mock.resetHistory(); restoreConsole() })\ntest('a', () => { mock.onGet('/a').reply(200) })\ntest('b', () => {})`,
  ) ?? { notes: [] }
  expect(notes.map(({ reason }) => reason)).toEqual([
    'the old library keeps this for the tests after it; mynah removes it at the end of the test',
  ])
})

describe('two adapters', () => {
  const clients = (...bases: string[]) =>
    bases
      .map(
        (base, index) => `const client${index} = axios.create({ baseURL: '${base}' })
const mock${index} = new MockAdapter(client${index})
`,
      )
      .join('')
  const inTest = (code: string) => `test('a', () => {\n  ${code}\n})`

  test.each([
    ['https://a.test', 'https://a.test/v1'],
    ['https://a.test', ''],
    ['https://a.test', 'https://a.test/'],
  ])('of %s and %s stay', (...bases) => {
    const { left } = rewriteBody(clients(...bases) + inTest("mock0.onGet('/a').reply(200, 1)")) ?? {}
    expect(left?.map(({ reason }) => reason)).toContain(
      'two adapters answer one client each, and mynah any client: declare the stubs of each by rest.at(baseURL)',
    )
  })

  const ONE =
    'the last of these adapters answers the client: make one in beforeEach(), hold it in a variable at the top of the file, and run migrate again'
  const suite = (name: string, made = 'mock = new MockAdapter(axios)') => `describe('${name}', () => {
  let mock
  beforeEach(() => {
    ${made}
    mock.onGet('/user').reply(200, '${name}')
  })
  afterEach(() => { mock.restore() })
  test('reads', async () => { assert.equal((await axios.get('https://a.test/user')).data, '${name}') })
})
`
  test('of one axios, one in each test, are the mocks of the file', () => {
    const inTest = (name: string) => `test('${name}', async () => {
  const mock = new MockAdapter(axios)
  mock.onGet('/user').reply(200, '${name}')
  assert.equal((await axios.get('https://a.test/user')).data, '${name}')
  mock.restore()
})
`
    const code = `import assert from 'node:assert/strict'\nimport { before, test } from 'node:test'\n${HEAD}${inTest('a')}${inTest('b')}`
    const { left, text = '' } = rewrite(code, '/project/users.test.mjs') ?? {}
    expect(left).toEqual([])
    expect(text).toContain("test('b', async () => {\n  mocks.use.get('/user', text('b'))\n")
    expect(runWithMynah(text)).toEqual({ status: 0, output: '' })
  })

  test.each([
    ['in the bodies of describes', "describe('a', () => { const mock = new MockAdapter(axios) })\n".repeat(2)],
    [
      'in a describe and in a test of it',
      `${suite('a').replace(/\}\)\n$/, '')}  test('b', () => { const mock = new MockAdapter(axios) })\n})\n`,
    ],
    [
      'in one describe',
      `describe('a', () => {
  let one
  let other
  beforeEach(() => { one = new MockAdapter(axios) })
  beforeEach(() => { other = new MockAdapter(axios) })
})
`,
    ],
    [
      'with an onNoMatch of its own',
      suite('a') + suite('b', "mock = new MockAdapter(axios, { onNoMatch: 'passthrough' })"),
    ],
  ])('of one axios, %s, were told to go by a base that they do not have', (_, body) => {
    const { left, converted } = rewriteBody(body) ?? {}
    expect(converted).toBe(0)
    expect(left?.map(({ reason }) => reason)).toContain(ONE)
  })

  test('of clients that are not the same stay, also if they take turns', () => {
    const body = `import { client } from './client'\n${suite('a')}${suite('b', 'mock = new MockAdapter(client)')}`
    expect(rewriteBody(body)?.left.map(({ reason }) => reason)).toContain(
      'two adapters answer one client each, and mynah any client: declare the stubs of each by rest.at(baseURL)',
    )
  })
})

test('an adapter that a function returns was to be held in a variable, which it is', () => {
  const { left } =
    rewriteBody(
      `const create = (): { mock: MockAdapter } => {
  const mock = new MockAdapter(axios)
  return { mock }
}
test('a', () => {
  const { mock } = create()
})`,
      '/project/users.test.ts',
    ) ?? {}
  const reason =
    'hold this adapter in a variable at the top of the file in place of handing it on, and run migrate again'
  expect(left?.map((one) => [one.line, one.reason]).slice(0, 2)).toEqual([
    [4, reason],
    [6, reason],
  ])
})
