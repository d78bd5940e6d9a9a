import { describe, expect, test } from 'vitest'
import { LOOSENED, LOOSER } from '../src/order/order.ts'
import { fileIn, rewrite, runWithMynah } from './rewrite.ts'

/** In nock 13 and 14, a function of a reply gets the path and the body. */
const FILE = fileIn({ nock: '14.0.0' })

interface Row {
  readonly title: string
  readonly before: string
  readonly after: string
}

const HEAD = `import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import nock from 'nock'

const api = 'https://api.test'
const get = async (path: string, init?: RequestInit) => fetch(api + path, init)
const post = async (body: unknown) =>
  get('/users', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

afterEach(() => {
  nock.cleanAll()
})
`

/** Each pair stands in a test of its own. All of them are one file, which is rewritten once, and run by node:test. */
const ROWS: readonly Row[] = [
  {
    title: 'an answer that is not demanded answers once',
    before: `  nock('https://api.test').get('/users').reply(200, [{ id: 1 }])
  assert.deepEqual(await (await get('/users')).json(), [{ id: 1 }])`,
    after: `  mocks.use.get('https://api.test/users', [{ id: 1 }], { times: 1 })
  assert.deepEqual(await (await get('/users')).json(), [{ id: 1 }])`,
  },
  {
    title: 'a demanded answer is expected',
    before: `  const scope = nock(api).get('/users').reply(404, { error: 'none' })
  assert.equal((await get('/users')).status, 404)
  scope.done()`,
    after: `  mocks.expect.get(\`\${api}/users\`, status(404, { error: 'none' }))
  assert.equal((await get('/users')).status, 404)`,
  },
  {
    title: 'isDone in an assertion demands too',
    before: `  const scope = nock(api).delete('/users/1').reply(204)
  await get('/users/1', { method: 'DELETE' })
  assert.ok(scope.isDone())`,
    after: `  mocks.expect.delete(\`\${api}/users/1\`, status(204))
  await get('/users/1', { method: 'DELETE' })`,
  },
  {
    title: 'a scope that is asked elsewhere is held',
    before: `  const scope = nock(api).get('/users').reply(200)
  assert.equal(scope.isDone(), false)
  await get('/users')`,
    after: `  const scope = scopeOf(rest.get(\`\${api}/users\`, undefined, { times: 1 }))
  assert.equal(scope.isDone(), false)
  await get('/users')`,
  },
  {
    title: 'a scope that answers twice was left, with all that its hook could answer',
    before: `  const scope = nock(api).get('/users').twice().reply(200)
  await get('/users')
  assert.equal(scope.isDone(), false)
  await get('/users')
  assert.equal([scope].every((one) => one.isDone()), true)`,
    after: `  const scope = scopeOf(rest.get(\`\${api}/users\`, undefined, { times: 2 }))
  await get('/users')
  assert.equal(scope.isDone(), false)
  await get('/users')
  assert.equal([scope].every((one) => one.isDone()), true)`,
  },
  {
    title: 'a list of scopes that are all demanded was left',
    before: `  const list = [
    nock(api).get('/users').reply(500),
    nock(api).get('/teams').reply(200),
  ]
  await get('/users')
  await get('/teams')
  list.forEach((one) => one.done())`,
    after: `  const list = [
    scopeOf(rest.get(\`\${api}/users\`, status(500), { times: 1 })),
    scopeOf(rest.get(\`\${api}/teams\`, undefined, { times: 1 })),
  ]
  await get('/users')
  await get('/teams')
  list.forEach((one) => one.done())`,
  },
  {
    title: 'a scope that got further interceptors behind its first was left',
    before: `  const both = nock(api).get('/users').reply(200)
  both.get('/teams').reply(200)
  await get('/users')
  await get('/teams')
  both.done()`,
    after: `  mocks.expect.get(\`\${api}/users\`, undefined)
  mocks.expect.get(\`\${api}/teams\`, undefined)
  await get('/users')
  await get('/teams')`,
  },
  {
    title: 'a text is text()',
    before: `  nock(api).get('/ping').reply(200, 'pong')
  assert.equal(await (await get('/ping')).text(), 'pong')`,
    after: `  mocks.use.get(\`\${api}/ping\`, text('pong'), { times: 1 })
  assert.equal(await (await get('/ping')).text(), 'pong')`,
  },
  {
    title: 'a variable that holds a text is text(), one that holds an object is not',
    before: `  const pong = ['po', 'ng'].join('')
  const user = { id: 1 }
  nock(api).get('/ping').reply(200, pong).get('/me').reply(200, user)
  assert.equal(await (await get('/ping')).text(), 'pong')
  assert.deepEqual(await (await get('/me')).json(), { id: 1 })`,
    after: `  const pong = ['po', 'ng'].join('')
  const user = { id: 1 }
  mocks.use(
    rest.get(\`\${api}/ping\`, text(pong), { times: 1 }),
    rest.get(\`\${api}/me\`, user, { times: 1 }),
  )
  assert.equal(await (await get('/ping')).text(), 'pong')
  assert.deepEqual(await (await get('/me')).json(), { id: 1 })`,
  },
  {
    title: 'headers, a delay and a number of answers',
    before: `  nock(api).get('/a').times(2).delay(5).reply(202, { a: 1 }, { 'x-id': '7', 'content-length': '3' })
  assert.equal((await get('/a')).headers.get('x-id'), '7')`,
    after: `  mocks.use.get(\`\${api}/a\`, { a: 1 }, { status: 202, headers: { 'x-id': '7' }, delay: 5, times: 2 })
  assert.equal((await get('/a')).headers.get('x-id'), '7')`,
  },
  {
    title: 'a query in the path, and as an object',
    before: `  nock(api).get('/a?page=2').reply(200).get('/b').query({ page: 3 }).reply(200)
  await get('/a?page=2')
  await get('/b?page=3')`,
    after: `  mocks.use(
    rest.get(\`\${api}/a\`, undefined, { match: { queries: equals({ page: '2' }) }, times: 1 }),
    rest.get(\`\${api}/b\`, undefined, { match: { queries: equals({ page: 3 }) }, times: 1 }),
  )
  await get('/a?page=2')
  await get('/b?page=3')`,
  },
  {
    title: 'query(true) takes any',
    before: `  nock(api).get('/a').query(true).reply(200)
  await get('/a?page=2')`,
    after: `  mocks.use.get(\`\${api}/a\`, undefined, { times: 1 })
  await get('/a?page=2')`,
  },
  {
    title: 'characters of a path that mean something to mynah are escaped',
    before: `  nock('https://api.test').get('/v1/users:batch').reply(200)
  await get('/v1/users:batch')`,
    after: `  mocks.use.get('https://api.test/v1/users\\\\:batch', undefined, { times: 1 })
  await get('/v1/users:batch')`,
  },
  {
    title: 'a body is compared as a whole',
    before: `  nock(api).post('/users', { name: 'Ada' }).reply(201)
  await post({ name: 'Ada' })`,
    after: `  mocks.use.post(
    \`\${api}/users\`,
    status(201),
    { match: { body: equals({ name: 'Ada' }) }, times: 1 },
  )
  await post({ name: 'Ada' })`,
  },
  {
    title: 'a function of the body, and one that reads it as text',
    before: `  nock(api).post('/users', (body) => body.name === 'Ada').reply(200)
  await post({ name: 'Ada' })
  nock(api).post('/users', (body) => body.includes('Bob')).reply(200)
  await post({ name: 'Bob' })`,
    after: `  mocks.expect.post(
    \`\${api}/users\`,
    undefined,
    { match: { body: fn((body) => body.name === 'Ada') } },
  )
  await post({ name: 'Ada' })
  mocks.expect.post(
    \`\${api}/users\`,
    undefined,
    { match: ({ text: body = '' }) => body.includes('Bob') },
  )
  await post({ name: 'Bob' })`,
  },
  {
    title: 'headers of a scope, and of an interceptor',
    before: `  nock(api, { reqheaders: { accept: 'a/b' } }).get('/a').matchHeader('x-id', /7/).reply(200)
  await get('/a', { headers: { accept: 'a/b', 'x-id': '7' } })`,
    after: `  mocks.use.get(
    \`\${api}/a\`,
    undefined,
    { match: { headers: { accept: 'a/b', 'x-id': /7/ } }, times: 1 },
  )
  await get('/a', { headers: { accept: 'a/b', 'x-id': '7' } })`,
  },
  {
    title: 'the headers of a scope in a variable were left by hand',
    before: `  const headers = { accept: 'a/b' }
  nock(api, { reqheaders: headers }).get('/a').reply(200)
  await get('/a', { headers })`,
    after: `  const headers = { accept: 'a/b' }
  mocks.use.get(\`\${api}/a\`, undefined, { match: { headers }, times: 1 })
  await get('/a', { headers })`,
  },
  {
    title: 'a comment in a chain on the scope of a variable was lost',
    before: `  const told = nock(api)
  told
    .get('/a')
    .delay(1) // the first
    .reply(200)
  told.get('/a').reply(404) // the second
  await get('/a')`,
    after: `  // the first
  mocks.use(
    rest.get(\`\${api}/a\`, undefined, { delay: 1, times: 1 }),
    rest.get(\`\${api}/a\`, status(404), { times: 1 }),
  ) // the second
  await get('/a')`,
  },
  {
    title: 'a base with a slash at its end that a helper gets made a path with two slashes, which took no request',
    before: `  const answer = (url) => {
    nock(url).get('/a').reply(200)
  }
  const root = new URL('/', api).href
  answer(root.replace('#', ''))
  await get('/a')`,
    after: `  const answer = (url) => {
    mocks.use(rest.at(url).get('/a', undefined, { times: 1 }))
  }
  const root = new URL('/', api).href
  answer(root.replace('#', ''))
  await get('/a')`,
  },
  {
    title: 'a path of new RegExp() was left by hand, and what answers the same requests',
    before: `  const anyUser = new RegExp('/users/[0-9]+$')
  const name = 'a'
  nock(api).get(anyUser).reply(200)
  nock(api).get(new RegExp('/' + name)).reply(201)
  await get('/users/1')
  await get('/a')`,
    after: `  const anyUser = new RegExp('/users/[0-9]+$')
  const name = 'a'
  mocks.use(
    rest.at(api).get(new RegExp('/users/[0-9]+$'), undefined, { times: 1 }),
    rest.at(api).get(new RegExp('/' + name), status(201), { times: 1 }),
  )
  await get('/users/1')
  await get('/a')`,
  },
  {
    title: 'an option of a scope that nock does not read was left by hand: reqHeaders',
    before: `  nock(api, { reqHeaders: { accept: 'a/b' } }).get('/a').reply(200)
  await get('/a')`,
    after: `  mocks.use.get(\`\${api}/a\`, undefined, { times: 1 })
  await get('/a')`,
  },
  {
    title: 'URLSearchParams as a query were left by hand',
    before: `  nock(api).get('/a').query(new URLSearchParams('page=2')).reply(200)
  await get('/a?page=2')`,
    after: `  mocks.use.get(
    \`\${api}/a\`,
    undefined,
    { match: { queries: equals(Object.fromEntries(new URLSearchParams('page=2'))) }, times: 1 },
  )
  await get('/a?page=2')`,
  },
  {
    title: 'done() of a scope that is tested first',
    before: `  let scope
  scope = nock(api).get('/a').reply(200)
  await get('/a')
  if (scope) {
    scope.done()
  }`,
    after: `  let scope
  scope = scopeOf(rest.get(\`\${api}/a\`, undefined, { times: 1 }))
  await get('/a')
  if (scope) {
    scope.done()
  }`,
  },
  {
    title: 'what persists answers always; done() asks whether it was used',
    before: `  const scope = nock(api).persist().get('/a').reply(200)
  await get('/a')
  await get('/a')
  scope.done()`,
    after: `  mocks.use.get(\`\${api}/a\`, undefined)
  await get('/a')
  await get('/a')
  mocks.verify({ unused: true })`,
  },
  {
    title: 'what stands before persist() answered once, and done() was dropped',
    before: `  const scope = nock(api).get('/a').reply(200).persist().get('/b').reply(204)
  await get('/a')
  await get('/a')
  await get('/b')
  scope.done()`,
    after: `  mocks.use(rest.get(\`\${api}/a\`, undefined), rest.get(\`\${api}/b\`, status(204)))
  await get('/a')
  await get('/a')
  await get('/b')
  mocks.verify({ unused: true })`,
  },
  {
    title: 'what a scope says behind an answer was not said of that answer',
    before: `  nock(api).get('/a').reply(200).defaultReplyHeaders({ a: 'b' }).matchHeader('x-id', '7').persist()
  assert.equal((await get('/a', { headers: { 'x-id': '7' } })).headers.get('a'), 'b')
  assert.equal((await get('/a', { headers: { 'x-id': '7' } })).headers.get('a'), 'b')`,
    after: `  mocks.use.get(\`\${api}/a\`, undefined, { match: { headers: { 'x-id': '7' } }, headers: { a: 'b' } })
  assert.equal((await get('/a', { headers: { 'x-id': '7' } })).headers.get('a'), 'b')
  assert.equal((await get('/a', { headers: { 'x-id': '7' } })).headers.get('a'), 'b')`,
  },
  {
    title: 'an error',
    before: `  nock(api).get('/a').replyWithError('broken')
  await assert.rejects(get('/a'))
  nock(api).get('/a').replyWithError({ code: 'ECONNRESET' })
  await assert.rejects(get('/a'))`,
    after: `  mocks.expect.get(\`\${api}/a\`, networkError(new Error('broken')))
  await assert.rejects(get('/a'))
  mocks.expect.get(\`\${api}/a\`, networkError('ECONNRESET'))
  await assert.rejects(get('/a'))`,
  },
  {
    title: 'a function of the path and the body is a resolver',
    before: `  nock(api).post('/users').reply(201, (uri, body) => ({ uri, name: body.name }))
  assert.deepEqual(await (await post({ name: 'Ada' })).json(), { uri: '/users', name: 'Ada' })`,
    after: `  mocks.use.post(
    \`\${api}/users\`,
    ({ request: { url, body } }) => ({ uri: url.slice(new URL(url).origin.length), name: body.name }),
    { status: 201, times: 1 },
  )
  assert.deepEqual(await (await post({ name: 'Ada' })).json(), { uri: '/users', name: 'Ada' })`,
  },
  {
    title: 'a function that returns a status, a body and headers',
    before: `  nock(api).post('/users').reply((uri, body) => [201, { name: body.name }, { 'x-path': uri }])
  const answer = await post({ name: 'Ada' })
  assert.deepEqual([answer.status, answer.headers.get('x-path')], [201, '/users'])`,
    after: `  mocks.use.post(
    \`\${api}/users\`,
    ({ request: { url, body } }) => Response.json({ name: body.name }, { status: 201, headers: { 'x-path': url.slice(new URL(url).origin.length) } }),
    { times: 1 },
  )
  const answer = await post({ name: 'Ada' })
  assert.deepEqual([answer.status, answer.headers.get('x-path')], [201, '/users'])`,
  },
  {
    title: 'scopes of one route that follow each other are asked in their order',
    before: `  nock(api).get('/a').reply(500)
  nock(api).get('/a').reply(200)
  assert.equal((await get('/a')).status, 500)
  assert.equal((await get('/a')).status, 200)`,
    after: `  mocks.use(
    rest.get(\`\${api}/a\`, status(500), { times: 1 }),
    rest.get(\`\${api}/a\`, undefined, { times: 1 }),
  )
  assert.equal((await get('/a')).status, 500)
  assert.equal((await get('/a')).status, 200)`,
  },
  {
    title: 'a base in a variable goes into its stubs',
    before: `  const users = nock(api + '/v1')
  users.get('/users').reply(200, [])
  await get('/v1/users')
  users.done()`,
    after: `  mocks.expect.get(\`\${api}/v1/users\`, [])
  await get('/v1/users')`,
  },
  {
    title: 'a RegExp keeps its origin',
    before: `  nock(api).get(/users/).reply(200)
  await get('/users/7')`,
    after: `  mocks.use(rest.at(api).get(/users/, undefined, { times: 1 }))
  await get('/users/7')`,
  },
]

const bodyOf = (text: string, title: string) => {
  const start = text.indexOf(`test('${title}', async () => {\n`)
  return text.slice(text.indexOf('\n', start) + 1, text.indexOf('\n})\n', start))
}

const before = `${HEAD}${ROWS.map((row) => `\ntest('${row.title}', async () => {\n${row.before}\n})\n`).join('')}`

describe('nock', () => {
  const result = rewrite(before, FILE)

  test.each(ROWS)('$title', ({ title, after }) => {
    expect(bodyOf(result?.text ?? '', title)).toBe(after)
  })

  test('its import and its hook go, and mocks are set up', () => {
    const { text = '', left, converted } = result ?? {}
    expect({ left, converted }).toEqual({ left: [], converted: 55 })
    expect(text.slice(0, text.indexOf('const get'))).toBe(`import assert from 'node:assert/strict'
import { before, afterEach, describe, test } from 'node:test'
import { equals, fn, networkError, rest, setupMocks, status, type Stub, text } from 'mynah'

const mocks = setupMocks([])
before(mocks)

/** Declares the stubs of a scope, and tells whether each was asked as often as it answers. */
const scopeOf = (...stubs: Stub[]) => {
  mocks.use(...stubs)
  const isOpen = (stub: Stub) => mocks.calls(stub).length < (stub.times < Infinity ? stub.times : 1)
  const isDone = () => !stubs.some(isOpen)
  const done = () => {
    if (!isDone()) throw new Error(\`Not used: \${stubs.filter(isOpen).join(', ')}\`)
  }
  return { isDone, done }
}

const api = 'https://api.test'
`)
  })

  test('all of it passes with mynah', () => {
    expect(runWithMynah(result?.text ?? '')).toEqual({ status: 0, output: '' })
  })
})

describe('the places at which nock and mynah differ', () => {
  const textOf = (code: string) => rewrite(code, FILE) ?? { text: '', notes: [], left: [] }

  test('a scope at the top of a file is declared in beforeEach, which is imported', () => {
    const { text } = textOf(
      `import nock from 'nock'\nimport { test } from 'vitest'\n\nnock('https://api.test').get('/a').reply(200, 'a')\ntest('a', () => {})\n`,
    )
    expect(text).toBe(`import { setupMocks, text } from 'mynah'
import { beforeEach, beforeAll, test } from 'vitest'

const mocks = setupMocks([])
beforeAll(mocks)

beforeEach(() => {
  mocks.use.get('https://api.test/a', text('a'), { times: 1 })
})
test('a', () => {})
`)
  })

  test("AVA's test keeps the name of its import", () => {
    const { text } = textOf(
      `import ava from 'ava'\nimport nock from 'nock'\n\nava('a', async (t) => {\n  nock('https://api.test').get('/a').reply(200, 'a')\n})\n`,
    )
    expect(text).toContain('\nava.before(() => mocks.start())\n\nava(')
  })

  test('the types of nock’s values stayed by hand', () => {
    const { text, left } = textOf(`import nock from 'nock'

const answer = (status: nock.StatusCode, bodies: nock.Body[]) => {
  nock('https://api.test').get('/a').reply(status, { bodies })
}
test('a', () => answer(200, []))
`)
    expect(left).toEqual([])
    expect(text).toContain('(status: number, bodies: (string | Record<string, any>)[]) =>')
  })

  test('the JSON of a module was asked whether it is a text', () => {
    const { text } = textOf(
      `import nock from 'nock'\n\ntest('a', () => {\n  nock('https://api.test').get('/a').reply(200, require('./a.json'))\n})\n`,
    )
    expect(text).toContain("mocks.use.get('https://api.test/a', require('./a.json'), { times: 1 })")
  })

  test.each([
    ['', "  mocks.use.get('https://api.test/a', 'a', { times: 1 })\n", []],
    [
      '.persist()',
      "  nock('https://api.test').persist().get('/a').reply(200, 'a')\n",
      ['declare this stub by beforeEach(() => { mocks.use(stub) }): overrides are removed after each test'],
    ],
  ])('an answer%s of a hook that sends its request itself stayed by hand', (persist, code, reasons) => {
    const { text, left, notes } = textOf(`import nock from 'nock'

beforeAll(async () => {
  nock('https://api.test')${persist}.get('/a').reply(200, 'a')
  await load()
})
test('a', () => {})
`)
    expect(text).toContain(code.replace("'a',", persist ? "'a'," : "text('a'),"))
    expect(left.map(({ reason }) => reason)).toEqual(reasons)
    const first = 'this answers what its hook sends, and the first test: mynah removes it then'
    expect(notes.some(({ reason }) => reason === first)).toBe(persist === '')
  })

  test.each([
    [
      'ava',
      "  const scope = nock('https://api.test').get('/a').reply(200)\n  t.true(scope.isDone())",
      '  t.true(scope.isDone())',
    ],
    ['tape', "  const scope = nock('https://api.test').get('/a').reply(200)\n  scope.done()", '  scope.done()'],
    [
      'tap',
      "  nock('https://api.test').get('/a').reply(200)\n  t.ok(nock.isDone())",
      '  t.ok(mocks.unused().length === 0)',
    ],
  ])('the only assertion of a test of %s went, and nothing failed without the request', (runner, body, code) => {
    const { text } = textOf(
      `import test from '${runner}'\nimport nock from 'nock'\n\ntest('a', async (t) => {\n${body}\n})\n`,
    )
    expect(text).toContain(code)
    expect(text).not.toContain('mocks.expect')
  })

  test.each(['tap', 'tape'])('the mocks of %s started in a hook, of which it has none', (runner) => {
    const { text, notes } = textOf(
      `import test from '${runner}'\nimport nock from 'nock'\n\ntest('a', async (t) => {\n  nock('https://api.test').get('/a').reply(200, 'a')\n})\n`,
    )
    expect(text).toContain('const mocks = setupMocks([])\nmocks.start()\n')
    const reason = 'no hook resets these mocks between tests: of two stubs for one request, the newest answers'
    expect(notes).toContainEqual({ line: 1, reason })
  })

  test('an answer that did not come failed no test of AVA, and all later ones that ask for it', () => {
    const { text } = textOf(
      `import test from 'ava'\nimport nock from 'nock'\n\ntest.serial('a', async (t) => {\n  nock('https://api.test').get('/a').reply(200, 'a')\n})\n`,
    )
    expect(text).toContain('test.beforeEach(() => mocks.start())\ntest.afterEach.always(() => mocks.stop())\n')
  })

  test.each([
    "const test = anyTest as TestFn<{ a: number }>\ntest('a', async (t) => {",
    "anyTest.serial.before(() => {})\nanyTest.serial('a', async (t) => {",
  ])('the mocks or the stubs of AVA ended while another test ran, or began too late: %s', (head) => {
    const { text } = textOf(
      `import anyTest, { type TestFn } from 'ava'\nimport nock from 'nock'\n\n${head}\n  nock('https://api.test').get('/a').reply(200, 'a')\n})\n`,
    )
    expect(text).toContain('anyTest.before(() => mocks.start())\n')
    expect(text).not.toContain('afterEach')
  })

  test('a list in the message of an assertion that goes was reported, and kept nock', () => {
    const { text } = textOf(
      `import nock from 'nock'\n\nafterEach(() => {\n  assert.ok(nock.isDone(), String(nock.pendingMocks()))\n})\ntest('a', () => {\n  nock('https://api.test').get('/a').reply(200)\n})\n`,
    )
    expect(text).not.toContain('nock')
  })

  test.each([
    ["throw new Error('pending: ' + nock.pendingMocks())", "throw new Error('pending: ' + mocks.unused().map(String))"],
    ['console.error(nock.pendingMocks())', 'console.error(mocks.unused().map(String))'],
    [
      "const pending = nock.pendingMocks()\n  if (pending.length > 0) throw new Error(pending.join(', '))",
      "const pending = mocks.unused().map(String)\n  if (pending.length > 0) throw new Error(pending.join(', '))",
    ],
  ])('the text of the list of pending mocks kept nock: %s', (asking, written) => {
    const { text } = textOf(
      `import nock from 'nock'\n\nafterEach(() => {\n  ${asking}\n})\ntest('a', () => {\n  nock('https://api.test').get('/a').reply(200)\n})\n`,
    )
    expect(text).toContain(`  ${written}\n`)
    expect(text).not.toContain('nock')
  })

  test.each([
    ['if (!nock.isDone()) {\n    nock.cleanAll()\n    throw new Error(String(nock.pendingMocks()))\n  }'],
    ["if (nock.isDone() !== true) throw new Error('pending')"],
    ["if (nock.pendingMocks().length > 0) this.test.error(new Error('pending'))"],
  ])('a hook that fails a test without all requests was left, and all scopes with it: %s', (asking) => {
    const { text } = textOf(
      `import nock from 'nock'\n\nafterEach(function () {\n  ${asking}\n})\ntest('a', () => {\n  nock('https://api.test').get('/a').reply(200)\n})\n`,
    )
    expect(text).not.toMatch(/nock|afterEach/)
    expect(text).toContain("  mocks.expect.get('https://api.test/a', undefined)\n")
  })

  test('the default export of a namespace was no scope, and what controls nock went though its answers stayed', () => {
    const { text } = textOf(
      `import * as nock from 'nock'\n\nnock.disableNetConnect()\ntest('a', () => {\n  nock.default('https://api.test').get('/a').reply(200)\n  nock.cleanAll()\n})\n`,
    )
    expect(text).not.toContain('nock')
    expect(text).toContain("  mocks.use.get('https://api.test/a', undefined, { times: 1 })\n")
  })

  test('a hook that only reports what is pending demands nothing', () => {
    const { text } = textOf(
      `import nock from 'nock'\n\nafterEach(() => {\n  if (!nock.isDone()) console.error(nock.pendingMocks())\n})\ntest('a', () => {\n  nock('https://api.test').get('/a').reply(200)\n})\n`,
    )
    expect(text).toContain('  if (mocks.unused().length > 0) console.error(mocks.unused().map(String))\n')
    expect(text).toContain("  mocks.use.get('https://api.test/a', undefined, { times: 1 })\n")
  })

  test('a hook that has lost all but a comment stayed', () => {
    const { text } = textOf(
      `import nock from 'nock'\n\nafterEach(() => {\n  // Stop the server\n  nock.cleanAll()\n})\ntest('a', () => {})\n`,
    )
    expect(text.trim()).toBe("test('a', () => {})")
  })

  test('a note stood between a key and its value', () => {
    const reply = '() {\n    return [\n      200,\n      {},\n      this.req.headers\n    ]\n  }'
    const { text, notes } = textOf(
      `import nock from 'nock'\n\ntest('a', () => {\n  nock('https://api.test').get('/a').reply(function ${reply})\n})\n`,
    )
    expect(text).toContain(
      `\n      // mynah: ${notes[0]?.reason}\n      return Response.json({}, { status: 200, headers })\n`,
    )
  })

  test.each([
    ["assert.equal(this.req.headers['user-agent'], 'a')", "assert.equal(headers['user-agent'], 'a')", []],
    [
      'assert.ok(this.req.headers)',
      'assert.ok(headers)',
      ['these headers are all that was sent, `connection` too; nock has what the client set'],
    ],
  ])('%s in a function that answers', (code, rewritten, reasons) => {
    const { text, notes } = textOf(
      `import nock from 'nock'\n\ntest('a', () => {\n  nock('https://api.test').get('/a').reply(200, function () {\n    ${code}\n    return {}\n  })\n})\n`,
    )
    expect(text).toMatch(/\(\{ request: \{ headers \} \}\) => \{$/m)
    expect(text).toContain(`  ${rewritten}\n`)
    expect(notes.map(({ reason }) => reason)).toEqual([...reasons, LOOSENED])
  })

  test('a file that stays with nock got mocks, and a reason beside the type of its variable', () => {
    const code = `import nock from 'nock'\n\nlet scope: nock.Scope\nscope = nock('https://api.test').get('/a').reply(200)\nscope.on('request', count)\n`
    const { text, left } = rewrite(code) ?? {}
    const reason =
      'hold the stub, const scope = rest.get(path, payload), declare it by mocks.use(scope), and ask mocks.calls(scope)'
    expect(text).toBe(code)
    expect(left).toEqual([{ line: 4, reason }])
  })

  test.each([
    ['in an object', "const scope = nock('https://api.test', { reqheaders: { a: 'b' } })\nmodule.exports = { scope }"],
    ['by its name', "export const scope = nock('https://api.test')"],
  ])('a base that is exported %s was to be held as one stub, or converted without those who use it', (_, code) => {
    expect(rewrite(`import nock from 'nock'\n${code}\n`, FILE)?.left).toEqual([
      {
        line: 2,
        reason:
          'hold the base, const scope = rest.at(base, settings), and declare its stubs by mocks.use(scope.get(path, payload))',
      },
    ])
  })

  test('the options of the client, which mynah does not have, stay with nock', () => {
    const converted = rewrite(
      `import nock from 'nock'\n\ntest('a', () => {\n  nock('https://api.test').get('/a').reply(200, function () {\n    assert.equal(this.req.options.timeout, 1)\n  })\n})\n`,
      FILE,
    )
    expect(converted?.left).toEqual([
      {
        line: 4,
        reason: 'a request has no timeout: it has method, url, params, queries, headers, cookies, text, body and raw',
      },
    ])
  })

  test.each([
    ["nock('https://api.test').get('/pulls').reply(200, [1])", [{ line: 4, reason: LOOSENED }]],
    ["nock('https://api.test').get('/pulls?page=3').reply(200, [1])", [{ line: 4, reason: LOOSER }]],
    ["nock('https://api.test').get('/pulls').query(true).reply(200, [1])", [{ line: 4, reason: LOOSER }]],
    ["nock('https://api.test').post('/pulls').query(true).reply(200, [1])", []],
  ])('%s: that it took no query before was not said', (code, told) => {
    expect(textOf(`import nock from 'nock'\n\ntest('a', () => {\n  ${code}\n})\n`).notes).toEqual(told)
  })

  test.each(['createServer().listen(0)', 'helper.startServer(done)'])(
    'a file that seems to start a server lets its requests pass, with a note: %s',
    (start) => {
      const { text, notes } = textOf(
        `import nock from 'nock'\n\ntest('a', () => {\n  ${start}\n  nock('https://api.test').get('/a').reply(200, 'a')\n})\n`,
      )
      expect(text).toContain(
        "setupMocks([], { passthrough: ['http://127.0.0.1:*', 'http://localhost:*', 'https://127.0.0.1:*', 'https://localhost:*'] })",
      )
      const reason = 'requests to this machine pass, since a test seems to have a server; if not, drop passthrough'
      expect(notes).toContainEqual({ line: 1, reason })
    },
  )

  const noteOf = (code: string) => textOf(`import nock from 'nock'\n\n${code}`).notes.map(({ reason }) => reason)
  const body = "nock('https://api.test').post('/a').reply"

  test.each([
    [
      'a client handled the error of a request that nock refused, and its test fails',
      `beforeEach(() => nock.disableNetConnect())\ntest('a', () => {\n  ${body}(200)\n})\n`,
      'a request without a stub fails its test here, also one that a client sends again and whose error it handles: declare each, if need be with networkError()',
    ],
  ])('%s, without a word', (_, code, reason) => {
    expect(noteOf(code)).toContain(reason)
  })

  test.each([
    [
      'a client handled the error of a request that nock had no answer for',
      `test('a', () => {\n  ${body}(200)\n})\ntest('b', load)\ntest.each([1])('c', load)\ntest.each([1])('d', () => {\n  ${body}(200)\n})\n`,
      [6, 7],
    ],
    ['each test has an answer of a hook', `beforeEach(() => {\n  ${body}(200)\n})\ntest('b', load)\n`, []],
    [
      'a test has the answers of a hook of its suite',
      `describe('a', () => {\n  beforeEach(() => {\n    ${body}(200)\n  })\n  test('b', load)\n})\ntest('c', load)\n`,
      [9],
    ],
    [
      'a test has the answer of a function',
      `const mock = () => {\n  ${body}(200)\n}\ntest('a', () => mock())\ntest('b', load)\n`,
      [7],
    ],
  ])('tests without an answer of nock failed without a word: %s', (_, code, lines) => {
    const reason =
      'nothing is mocked for this test: an unmatched request fails it, even if the client handles the error; to expect a failure, declare networkError()'
    const { notes } = textOf(`import nock from 'nock'\n\n${code}`)
    expect(notes.filter((one) => one.reason === reason).map(({ line }) => line)).toEqual(lines)
  })

  test('a file whose nock lets nothing pass let requests to this machine pass', () => {
    const { text, notes } = textOf(
      `import nock from 'nock'\n\nbeforeAll(() => nock.disableNetConnect())\ntest('a', () => {\n  nock('http://127.0.0.1:8080').get('/a').reply(200, 'a')\n})\n`,
    )
    expect(text).toContain('const mocks = setupMocks([])\n')
    expect(notes.map(({ reason }) => reason)).toContain(LOOSENED)
  })
})

describe('a method that rest has no member for', () => {
  const query = (args: string) =>
    rewrite(
      `import { test } from 'node:test'
import nock from 'nock'

test('a', async () => {
  nock('https://api.test').intercept('/models', 'QUERY'${args}).reply(200, { results: [] })
  nock('https://api.test').get('/teams').reply(200, [])
  const response = await fetch('https://api.test/models', { method: 'QUERY', body: 'a' })
  if (JSON.stringify(await response.json()) !== '{"results":[]}') throw new Error('another answer')
  await fetch('https://api.test/teams')
})
`,
      '/project/models.test.mjs',
    )

  test('kept all scopes of its host', () => {
    const { left, text = '' } = query('') ?? {}
    expect(left).toEqual([])
    expect(text).toContain("{ match: ({ method }) => method === 'QUERY', times: 1 }")
    expect(runWithMynah(text)).toEqual({ status: 0, output: '' })
  })

  test('stays beside a body', () => {
    expect(query(', { a: 1 }')?.left.map(({ reason }) => reason)).toEqual([
      'write these conditions as one function: match: ({ url, headers, text }) => …',
    ])
  })
})

describe('a method that is a parameter', () => {
  const { left, text = '' } =
    rewrite(
      `import assert from 'node:assert/strict'
import { test } from 'node:test'
import nock from 'nock'

const api = (method, path = '/users') => fetch('https://api.test/v1' + path, { method }).then((response) => response.text())
function answer(uri, method = 'GET') {
  nock('https://api.test/v1').intercept(uri, method).reply(200, 'handed')
}
function answerAfter(method) {
  nock('https://api.test/v1').get('/users').reply(200, 'first')
  nock('https://api.test/v1').intercept('/users', method).reply(200, 'second')
}
function answerBy(method) {
  const scope = nock('https://api.test/v1')
  scope[method]('/teams').reply(200, 'looked up')
}
test('a', async () => {
  answer('/users?page=2', 'POST')
  answerAfter('get')
  assert.equal(await api('POST', '/users?page=2'), 'handed')
  answerBy('delete')
  assert.deepEqual([await api('GET'), await api('GET')], ['first', 'second'])
  assert.equal(await api('DELETE', '/teams'), 'looked up')
})
`,
      '/project/users.test.mjs',
    ) ?? {}

  test('kept all scopes of its host, and a path with a query that is another one was refused', () => {
    expect(left).toEqual([])
    expect(text).toContain(`function answer(uri, method = 'GET') {
  mocks.use(rest.at('https://api.test')[method.toLowerCase()](
    /.*/,
    text('handed'),
    { match: ({ url }) => url.slice(new URL(url).origin.length) === '/v1' + uri, times: 1 },
  ))
}
function answerAfter(method) {
  mocks.use(
    rest.get('https://api.test/v1/users', text('first'), { times: 1 }),
    rest[method.toLowerCase()]('https://api.test/v1/users', text('second'), { times: 1 }),
  )
}
function answerBy(method) {
  mocks.use[method.toLowerCase()]('https://api.test/v1/teams', text('looked up'), { times: 1 })
}
`)
  })

  test('the rewritten file passes with mynah', () => {
    expect(runWithMynah(text)).toEqual({ status: 0, output: '' })
  })
})

test('a test that asks nock for all requests had those of the other tests expected too', () => {
  const { text } =
    rewrite(
      `import nock from 'nock'

test('a', async () => {
  nock('https://api.test').get('/a').reply(200, [])
  await load()
  expect(nock.isDone()).toBe(true)
})
test('b', () => {
  nock('https://api.test').get('/b').reply(200, [])
})
`,
    ) ?? {}
  expect(text).toContain(`test('a', async () => {
  mocks.expect.get('https://api.test/a', [])
  await load()
})
test('b', () => {
  mocks.use.get('https://api.test/b', [], { times: 1 })
})
`)
})

test('a base that a function returns kept the slash at its end, which nock drops', () => {
  const { text } =
    rewrite(
      `import nock from 'nock'

const BASE = baseOf('eu')
test('a', () => {
  nock(BASE).get('/users').reply(200, [])
})
`,
    ) ?? {}
  expect(text).toContain("  mocks.use(rest.at(BASE).get('/users', [], { times: 1 }))\n")
})

test('a body of an asserted type was asked for by its whole code, and kept its scope', () => {
  const { left, text } =
    rewrite(
      `import nock from 'nock'

declare const data: string | { id: number }
test('a', () => {
  nock('https://api.test').post('/a', data as any).reply(200, [])
})
`,
    ) ?? {}
  expect(left).toEqual([])
  expect(text).toContain("{ match: { body: typeof data === 'string' ? data : equals(data) }, times: 1 }")
})

describe('a path and a status of a helper', () => {
  const { left, text = '' } =
    rewrite(
      `import assert from 'node:assert/strict'
import { test } from 'node:test'
import nock from 'nock'

const PAGE = '/users?page=2'
function answer(path, { status = 204 } = {}) {
  nock('https://api.test').get(path).reply(status, { id: 1 })
}
function answerPage(page = '/teams?page=3') {
  nock('https://api.test').get(page).reply(200, { id: 3 })
}
function pathOf(id) {
  return '/tags?id=' + id
}
const routes = { users: { path: '/posts?page=' + Number('1') } }
function answerRoutes() {
  nock('https://api.test').get(pathOf(1)).reply(200, { id: 4 })
  for (const key of Object.keys(routes)) nock('https://api.test').get(routes[key].path).reply(200, { id: 5 })
}
test('a', async () => {
  answer(PAGE)
  answerPage()
  answerRoutes()
  assert.equal((await fetch('https://api.test/users?page=2')).status, 204)
  assert.deepEqual(await (await fetch('https://api.test/teams?page=3')).json(), { id: 3 })
  assert.deepEqual(await (await fetch('https://api.test/tags?id=1')).json(), { id: 4 })
  assert.deepEqual(await (await fetch('https://api.test/posts?page=1')).json(), { id: 5 })
})
`,
      '/project/users.test.mjs',
    ) ?? {}

  test('were not read where they are a default, or a constant of the caller', () => {
    expect(left).toEqual([])
    expect(text).toContain(`function answer(path, { status = 204 } = {}) {
  mocks.use(rest.at('https://api.test').get(
    /.*/,
    [204, 205, 304].includes(status) ? undefined : { id: 1 },
    { status, match: ({ url }) => url.slice(new URL(url).origin.length) === path, times: 1 },
  ))
}
function answerPage(page = '/teams?page=3') {
  mocks.use(rest.at('https://api.test').get(
    /.*/,
    { id: 3 },
    { match: ({ url }) => url.slice(new URL(url).origin.length) === page, times: 1 },
  ))
}
`)
  })

  test('with a query that a function or a member has: mynah refused it when the file was loaded', () => {
    expect(text).toContain(`function answerRoutes() {
  mocks.use(rest.at('https://api.test').get(
    /.*/,
    { id: 4 },
    { match: ({ url }) => url.slice(new URL(url).origin.length) === pathOf(1), times: 1 },
  ))
  for (const key of Object.keys(routes)) mocks.use(rest.at('https://api.test').get(
    /.*/,
    { id: 5 },
    { match: ({ url }) => url.slice(new URL(url).origin.length) === routes[key].path, times: 1 },
  ))
}
`)
  })

  test('the rewritten file passes with mynah', () => {
    expect(runWithMynah(text)).toEqual({ status: 0, output: '' })
  })
})

describe('a reply function in TypeScript', () => {
  const rewritten = (reply: string) =>
    rewrite(
      `import nock from 'nock'\n\ntest('a', () => {\n  nock('https://api.test').get('/a').reply(${reply})\n})\n`,
      fileIn({ nock: '14.0.0' }),
    )

  test.each([
    [
      'whose this has a type',
      '200, function (this: nock.ReplyFnContext, uri: string) { return { uri } }',
      '({ request: { url } }) => { return { uri: url.slice(new URL(url).origin.length) } },',
    ],
    ['that returns a constant list', '() => [201, { id: 1 }] as const', '() => status(201, { id: 1 })'],
  ])('%s is converted', (_, reply, code) => {
    const { left, text } = rewritten(reply) ?? {}
    expect(left).toEqual([])
    expect(text).toContain(code)
  })

  test('that returns a header with two values is left: a Response would join them', () => {
    expect(rewritten("() => [200, 'a', { 'set-cookie': ['a=1', 'b=2'] }]")?.left.map(({ reason }) => reason)).toEqual([
      'return status(code, payload) from the resolver, and add each header: appendHeader(name, value)',
    ])
  })
})
