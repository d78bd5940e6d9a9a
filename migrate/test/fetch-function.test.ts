import { describe, expect, test } from 'vitest'
import { rewrite, runWithMynah } from './rewrite.ts'

/** Rewrites the body of a test in which the file's fetch is that of a library, or is put in place by the body. */
function rewriteTest(body: string, head = 'const load = () => 0\n') {
  const {
    text = '',
    left = [],
    notes = [],
  } = rewrite(`${head}test('a', async () => {\n  ${body}\n})\n`, '/project/a.test.js') ?? {}
  const code = /test\('a', async \(\) => \{\n([\s\S]*)\n\}\)\n$/.exec(text)?.[1]
  return { left, notes: notes.map(({ reason }) => reason), code: code?.replaceAll(/^ {2}/gm, '') }
}

const LIBRARY = `import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import createFetchMock from 'vitest-fetch-mock'
import { vi } from 'vitest'

const fetchMocker = createFetchMock(vi)
fetchMocker.enableMocks()

beforeEach(() => {
  fetchMocker.resetMocks()
})

describe('users', () => {
  beforeEach(() => {
    fetchMock.mockResponse(JSON.stringify({ id: 1 }))
  })

  test('come in order, then what always answers', async () => {
    fetch.mockResponses([JSON.stringify([1]), { status: 201, headers: { 'x-id': '1' } }], 'plain')
    fetchMocker.once('', { status: 404 })
    const first = await fetch('https://api.test/a', { method: 'POST', body: '{"a":1}' })
    assert.deepEqual([first.status, first.headers.get('x-id'), await first.json()], [201, '1', [1]])
    assert.equal(await (await fetch('https://api.test/b')).text(), 'plain')
    assert.equal((await fetch('https://api.test/c')).status, 404)
    assert.deepEqual(await (await fetch('https://api.test/d')).json(), { id: 1 })
    assert.equal(fetch.mock.calls.length, 4)
    assert.deepEqual(JSON.parse(fetch.mock.calls[0][1].body), { a: 1 })
  })
})
`

describe('jest-fetch-mock and vitest-fetch-mock', () => {
  const result = rewrite(LIBRARY, '/project/users.test.mjs')

  test('the rewritten file passes with mynah', () => {
    expect(runWithMynah((result?.text ?? '').replace("import { vi } from 'vitest'\n", ''))).toEqual({
      status: 0,
      output: '',
    })
  })

  const OTHERS = 'other requests go to the network there; here they fail, unless passthrough allows them'
  test.each([
    [
      "fetch.mockResponse('a')\n  fetch.mockResponseOnce('b')",
      `mocks.use(rest.all(/.*/, text('b'), { times: 1 }), rest.all(/.*/, text('a')))`,
      [],
    ],
    ["fetch.mockResponse('a')\n  fetch.mockResponse('b')", "mocks.use.all(/.*/, text('b'))", []],
    ['fetch.mockResponseOnce(async () => JSON.stringify([]))', 'mocks.use.all(/.*/, [], { times: 1 })', []],
    [
      "fetchMock.mockIf('https://api.test/a?b=1', 'x')",
      "mocks.use.all('https://api.test/a', text('x'), { match: { queries: equals({ b: '1' }) } })",
      [OTHERS],
    ],
    [
      "fetchMock.doMockIf(/users$/, 'x')",
      "mocks.use.all(/.*/, text('x'), { match: ({ url }) => /users$/.test(url) })",
      [OTHERS],
    ],
    [
      "fetch.mockRejectOnce(new Error('down'))",
      "mocks.use.all(/.*/, networkError(new Error('down')), { times: 1 })",
      ['fetch rejects with this error there; here as fetch does, with a TypeError whose cause is the error'],
    ],
    [
      "fetch.mockResponse('a')\n  expect(fetch).toHaveBeenCalledTimes(1)",
      "mocks.use.all(/.*/, text('a'))\nexpect(mocks.calls()).toHaveLength(1)",
      [],
    ],
  ])('%s', (before, code, notes) => {
    const { code: after, ...rest } = rewriteTest(before)
    expect(rest).toEqual({ left: [], notes: expect.arrayContaining(notes) })
    expect(after?.replaceAll(/^ *\/\/ mynah: .*\n/gm, '')).toBe(code)
  })

  test.each([
    ['fetch.mockReject(reason)', 'write networkError(error) with an Error'],
    [
      'fetch.mockResponse(async (request) => answers[request.url])',
      'does this function return a text or a response (answers[request.url])?',
    ],
    ["fetch.disableMocks()\n  fetch.mockResponse('a')", 'stop the mocks, so that fetch is the real one: mocks.stop()'],
    [
      "fetch.mockResponse('a')\n  expect(fetch).toHaveBeenCalledWith('/a', {})",
      "write this assertion by what was sent: expect(mocks.calls('POST /users')).toHaveLength(1)",
    ],
    [
      "fetch.mockResponseOnce('a')\n  await load()\n  fetch.mockResponse('b')",
      'the older of two answers comes first there, and the newest here: declare both in one mocks.use(first, second)',
    ],
  ])('%s is left by hand, and fetch with it', (before, reason) => {
    const { left, code } = rewriteTest(before)
    expect(left.map((one) => one.reason)).toContain(reason)
    expect(code?.replaceAll(/^ *\/\/ mynah: .*\n/gm, '')).toBe(before.replaceAll('\n  ', '\n'))
  })

  const SETUPS = [
    "import 'jest-fetch-mock/setupJest'",
    "require('jest-fetch-mock/setup')",
    "require('jest-fetch-mock').enableMocks()",
    "global.fetch = require('jest-fetch-mock')",
    "global.fetchMock = global.fetch = require('jest-fetch-mock')",
    "jest.setMock('node-fetch', require('jest-fetch-mock'))",
    "import fetchMock from 'jest-fetch-mock'\nfetchMock.enableMocks()",
    "import { enableFetchMocks } from 'jest-fetch-mock'\nenableFetchMocks()",
  ]

  test.each(SETUPS)(
    'a setup file lost what the tests of other files need, or kept it with nothing said: %s',
    (code) => {
      const { left, text } = rewrite(`${code}\n`, '/project/setup.js') ?? {}
      expect(left?.map(({ reason }) => reason)).toContain(
        'remove this from the setup when no test declares answers on fetch',
      )
      expect(text?.replaceAll(/^ *\/\/ mynah: .*\n/gm, '')).toBe(`${code}\n`)
    },
  )

  test.each([
    ...SETUPS,
    "import createFetchMock from 'jest-fetch-mock/factory'\nconst fetchMock = createFetchMock(jest)\nfetchMock.enableMocks()",
    "import fetchMock from 'jest-fetch-mock'\nglobal.fetch = fetchMock",
    "import fetchMock from 'jest-fetch-mock'\njest.mock('cross-fetch', () => ({ __esModule: true, default: fetchMock }))",
    "jest.mock('node-fetch', () => require('jest-fetch-mock'))",
  ])('a test kept what turns the library on: %s', (code) => {
    const result = rewrite(`${code}\ntest('a', () => {\n  fetchMock.mockResponse('a')\n})\n`, '/project/a.test.js')
    expect(result?.left).toEqual([])
    expect(result?.text.replaceAll(/;$/gm, '').replaceAll(/\n+/g, '\n')).toContain(
      "'mynah'\nconst mocks = setupMocks([])\nbeforeAll(mocks)\ntest('a', () => {\n  mocks.use.all(/.*/, text('a'))\n})\n",
    )
  })
})

describe('a function in place of fetch', () => {
  test.each([
    [
      'an answer that comes once came behind those of one URL, which is more specific',
      "fetchMock.doMockIf('https://api.test/a', 'a')\n  fetchMock.once('b').once('c')",
      "// mynah: other requests go to the network there; here they fail, unless passthrough allows them\nmocks.use.all('https://api.test/a', text('a'))\nmocks.use(rest.all(/.*/, text('b'), { times: 1 }), rest.all(/.*/, text('c'), { times: 1 }))",
    ],
    [
      'what is asserted to be of another type was spread, with a setting that mynah has not',
      "fetchMock.mockResponse('a', { status: 404, headers: [['x-a', '1']] } as any)",
      "mocks.use.all(/.*/, text('a'), { status: 404, headers: { 'x-a': '1' } })",
    ],
  ])('is read: %s', (_, before, code) => {
    expect(rewriteTest(before)).toMatchObject({ left: [], code })
  })

  test('a file that only sends requests is none', () => {
    expect(rewrite("test('a', async () => { await fetch('https://api.test') })\n")).toBe(undefined)
  })
})

describe('an assertion on the arguments of a call', () => {
  const assertion = (args: string) =>
    rewriteTest(
      `fetch.mockResponseOnce('a')\n  expect(fetch).toHaveBeenCalledWith(${args})`,
      "import fetch from 'jest-fetch-mock'\n",
    )

  test.each([
    "'/users', expect.any(Object)",
    "'https://api.test/users', expect.objectContaining({ body: expect.any(FormData) })",
    "'https://api.test/users', expect.objectContaining({ credentials: 'include' })",
    "'https://api.test/users', expect.objectContaining({ method })",
  ])('stays if it asks for something else: %s', (args) => {
    expect(assertion(args).left.map(({ reason }) => reason)).toContain(
      "write this assertion by what was sent: expect(mocks.calls('POST /users')).toHaveLength(1)",
    )
  })
})

test('an object of vitest-fetch-mock that stands for a response was taken for the text of its body', () => {
  const head = "import createFetchMock from 'vitest-fetch-mock'\nimport { vi } from 'vitest'\n"
  const { left, code } = rewriteTest(
    "fetchMock.mockResponse({ status: 403, statusText: 'Forbidden', json: vi.fn() })\n  await load()",
    head,
  )
  expect(left).toEqual([])
  expect(code).toBe("mocks.use.all(/.*/, status(403), { statusText: 'Forbidden' })\nawait load()")
})

test('a file that turned mocking off was left with the mocks of its setup file', () => {
  const live = (hook: string) =>
    rewrite(
      `import { disableFetchMocks } from 'jest-fetch-mock'\n\n${hook}(() => {\n  disableFetchMocks()\n})\ntest('a', () => load())\n`,
      '/project/a.test.js',
    )?.left.map(({ reason }) => reason)
  expect(live('beforeAll')).toContain('remove this with the setup, so that fetch is the real one')
  expect(live('afterAll')).toEqual([])
})

describe('the headers of a call, whose names are in lower case here', () => {
  const HEAD = "import fetch from 'jest-fetch-mock'\n"
  const read = (line: string) => rewriteTest(`fetch.mockResponseOnce('a')\n  ${line}`, HEAD)
  const BY_HAND = 'ask for each header by its name in lower case: call.request.headers has no other names'

  test.each([
    'expect(fetch.mock.calls[0][1].headers).not.toHaveProperty(name)',
    'expect(fetch.mock.calls[0][1].headers).not.toMatchObject(expected)',
    'return fetch.mock.calls[0][1].headers',
    'for (const name of names) expect(fetch.mock.calls[0][1].headers[name]).toBe(name)',
  ])('stay if the names are not there to be changed: %s', (line) => {
    expect(read(line).left.map(({ reason }) => reason)).toContain(BY_HAND)
  })
})

test.each([
  ['new URL(String(url)).pathname', true],
  ["expect(url).toContain('/users')", true],
])('the URL of a call is kept in a variable, for %s', (use, isConverted) => {
  const { left } = rewriteTest(
    `fetch.mockResponseOnce('a')\n  const url = fetch.mock.calls[0][0]\n  ${use}`,
    "import fetch from 'jest-fetch-mock'\n",
  )
  const reasons = left.map(({ reason }) => reason)
  if (isConverted) expect(reasons).toEqual([])
  else expect(reasons).toContain('call.request.url is the whole URL: compare what the test needs from it')
})

test('an object that a promise has later was the block of its function', () => {
  const code = `import fetchMock from 'jest-fetch-mock'
test('a', async () => {
  fetchMock.mockResponse((request) => load(request).then((data) => ({ body: JSON.stringify({ data }) })))
})
`
  expect(rewrite(code, '/project/a.test.js')?.text).toContain('.then((data) => ({ data })))')
})
