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

  test('a queue of answers is one override of any request', () => {
    expect(result).toMatchObject({
      left: [],
      notes: [{ reason: 'this is the text that was sent, and not the body as the test passed it' }],
    })
    expect(
      result?.text.slice(0, result.text.indexOf('    const first =')),
    ).toBe(`import assert from 'node:assert/strict'
import { before, beforeEach, describe, test } from 'node:test'
import { rest, setupMocks, status, text } from 'mynah'

const mocks = setupMocks([])
before(mocks)

describe('users', () => {
  beforeEach(() => {
    mocks.use.all(/.*/, { id: 1 })
  })

  test('come in order, then what always answers', async () => {
    mocks.use(
      rest.all(/.*/, [1], { status: 201, headers: { 'x-id': '1' }, times: 1 }),
      rest.all(/.*/, text('plain'), { times: 1 }),
      rest.all(/.*/, status(404), { times: 1 }),
    )
`)
  })

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
    ["fetch.mockResponse('a', { url: 'https://api.test' })", 'answer redirect(url), and declare what that URL answers'],
    [
      'fetch.mockResponse(async (request) => answers[request.url])',
      'does this function return a text or a response (answers[request.url])?',
    ],
    [
      "fetch.dontMockIf('https://api.test/a')\n  fetch.mockResponse('a')",
      'what lets requests through here counts for later answers too: write mocks.use.all(/.*/, passthrough()) after them',
    ],
    [
      "fetch.route(/a$/, 'a')\n  fetch.mockResponseOnce('b')",
      'declare it after the answer to all requests: mocks.use.all(url, payload)',
    ],
    [
      "fetch.mockResponseOnce('a')\n  fetch.dontMockOnce()",
      'this takes an answer that comes once with it: declare the passthrough() in its place',
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
      'global.fetch = jest.fn(() => Promise.resolve({ json: () => Promise.resolve({ id: 1 }) }))',
      'mocks.use.all(/.*/, { id: 1 })',
    ],
    [
      "globalThis.fetch = vi.fn().mockResolvedValue({ ok: false, status: 404, text: async () => 'no' })",
      "mocks.use.all(/.*/, text('no'), { status: 404 })",
    ],
    ["vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(JSON.stringify([1])))", 'mocks.use.all(/.*/, [1])'],
    [
      "vi.stubGlobal('fetch', vi.fn(async () => Response.json({ id: 1 }, { status: 201 })))",
      'mocks.use.all(/.*/, status(201, { id: 1 }))',
    ],
    [
      "const spy = jest.spyOn(global, 'fetch').mockResolvedValueOnce(new Response('a'))\n  expect(spy).toHaveBeenCalled()",
      "mocks.use.all(/.*/, text('a'), { times: 1 })\nexpect(mocks.calls()).not.toHaveLength(0)",
    ],
    [
      'global.fetch = jest.fn()\n  fetch.mockResolvedValueOnce({ ok: true, json: async () => [1] })\n  fetch.mockResolvedValueOnce({ ok: true, json: async () => [2] })',
      'mocks.use(rest.all(/.*/, [1], { times: 1 }), rest.all(/.*/, [2], { times: 1 }))',
    ],
    [
      "global.fetch = jest.fn().mockResolvedValue({ status: 502, headers: new Headers(), text: async () => 'no' })",
      "mocks.use.all(/.*/, text('no'), { status: 502 })",
    ],
    [
      "global.fetch = jest.fn().mockResolvedValue(Response.json([]))\n  expect(fetch).toHaveBeenCalledWith(expect.stringContaining('/a'), expect.objectContaining({ method: 'POST', body: JSON.stringify(user), headers: expect.objectContaining({ 'X-Id': '1' }) }))",
      "mocks.use.all(/.*/, [])\nexpect(mocks.calls({\n  method: 'POST',\n  match: ({ url, headers, text }) =>\n    url.includes('/a') && headers['x-id'] === '1' && text === JSON.stringify(user),\n})).not.toHaveLength(0)",
    ],
  ])('%s', (before, code) => {
    expect(rewriteTest(before)).toEqual({ left: [], notes: [], code })
  })

  test.each([
    [
      'a text that is the JSON of the payload is no second body',
      'global.fetch = jest.fn().mockResolvedValue({ json: async () => data, text: async () => JSON.stringify(data) })',
      'mocks.use.all(/.*/, data)',
    ],
    [
      'a URL that may have no part',
      "global.fetch = jest.fn(async () => Response.json([]))\n  expect(fetch.mock.calls[0][0]).not.toContain('?')",
      "mocks.use.all(/.*/, [])\nexpect(mocks.calls()[0].request.url).not.toContain('?')",
    ],
    [
      'a URL whose path is known when the test runs',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the code of a test
      'global.fetch = jest.fn(async () => Response.json([]))\n  expect(fetch.mock.calls[0][0]).toBe(`https://api.test/users/${id}`)',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the code of a test
      'mocks.use.all(/.*/, [])\nexpect(mocks.calls()[0].request.url).toBe(`https://api.test/users/${id}`)',
    ],
    [
      'a promise that an abort alone rejects',
      "global.fetch = jest.fn((url, { signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('a')))))",
      'mocks.use.all(/.*/, undefined, { delay: Infinity })',
    ],
    [
      'a form',
      'global.fetch = jest.fn(async () => Response.json([]))\n  const init = fetch.mock.calls[0][1] as RequestInit\n  expect(init).toBeDefined()\n  const form = init.body as FormData',
      'mocks.use.all(/.*/, [])\nconst init = mocks.calls()[0].request\nexpect(init).toBeDefined()\nconst form = await init.raw.formData()',
    ],
    [
      'a function that returns the URL of a call',
      "global.fetch = jest.fn(async () => Response.json([]))\n  const url = () => fetch.mock.calls[0][0]\n  expect(url()).toBe('https://api.test/users')",
      "mocks.use.all(/.*/, [])\nconst url = () => mocks.calls()[0].request.url\nexpect(url()).toBe('https://api.test/users')",
    ],
    [
      'a call that is taken apart had its name twice: request: request',
      'global.fetch = jest.fn(async () => Response.json([]))\n  const [, request] = fetch.mock.calls[0]\n  load(request.method)',
      'mocks.use.all(/.*/, [])\nconst { request } = mocks.calls()[0]\nload(request.method)',
    ],
    [
      'an object of a function, whose data is changed later, had the data of before',
      'const data = { n: 1 }\n  const ok = (body) => ({ ok: true, json: async () => body })\n  global.fetch = jest.fn().mockResolvedValue(ok(data))\n  data.n = 2',
      'const data = { n: 1 }\nconst ok = (body) => Response.json(body)\nmocks.use.all(/.*/, () => ok(data))\ndata.n = 2',
    ],
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
    [
      'a promise of the value was the payload, which was sent as {}',
      'global.fetch = jest.fn(() => new Promise((resolve) => resolve({ ok: true, json: () => new Promise((resolve) => { resolve(data) }) })))',
      'mocks.use.all(/.*/, data)',
    ],
    [
      'a promise of the value was the body of a response that a function makes',
      'const made = (data) => ({ ok: true, json: () => new Promise((resolve) => resolve(data)) })\n  global.fetch = jest.fn().mockResolvedValue(made([1]))',
      'const made = (data) => Response.json(data)\nmocks.use.all(/.*/, made([1]))',
    ],
  ])('is read: %s', (_, before, code) => {
    expect(rewriteTest(before)).toMatchObject({ left: [], code })
  })

  test('of a primitive in a constant was a function, where another constant had its name', () => {
    expect(
      rewriteTest(
        "const page = '<p>'\n  global.fetch = jest.fn().mockResolvedValue({ text: async () => page })\n  {\n    const page = 1\n  }",
      ).code,
    ).toContain('mocks.use.all(/.*/, text(page))\n')
    const changed =
      'const page = [1]\n  global.fetch = jest.fn().mockResolvedValue({ json: async () => page })\n  page[0] = 2'
    expect(rewriteTest(changed).code).toContain('mocks.use.all(/.*/, () => page)\n')
  })

  test('of a constant that is declared behind it was read before it had its value', () => {
    expect(
      rewriteTest(
        "global.fetch = jest.fn().mockResolvedValue({ text: async () => page })\n  const page = '<p>'\n  load(page)",
      ).code,
    ).toContain('mocks.use.all(/.*/, () => text(page))\n')
    const atEnd = `test('a', async () => {
  fetchMock.get('path:/a', { page })
})
const page = 1
`
    expect(rewrite(`import fetchMock from 'fetch-mock'\n${atEnd}`)?.text).toContain("mocks.use.get('/a', { page })\n")
  })

  test('whose ok all callers pass as the status tells', () => {
    const rewritten = (call: string) =>
      rewriteTest(
        `const answer = (data, ok = true, status = 200) => {\n    global.fetch = jest.fn().mockResolvedValue({ ok, status, json: async () => data })\n  }\n  answer({})\n  ${call}`,
      )
    const answer = (call: string) => rewritten(call).left.map(({ reason }) => reason)
    expect(answer('answer({}, false, 404)')).toEqual([])
    // The parameter was dropped without a word.
    expect(rewritten('answer({}, false, 404)').code).toContain(
      '// mynah: a response is ok by its status: remove the parameter ok, which has no effect now\n',
    )
    expect(answer('answer({}, false)')).toContain('write the status of this response: status(code, payload)')
    const byName = (call: string) =>
      rewriteTest(
        `const answer = ({ ok = true, status = 200 } = {}) => {\n    global.fetch = jest.fn().mockResolvedValue({ ok, status, json: async () => [] })\n  }\n  answer()\n  ${call}`,
      ).left.map(({ reason }) => reason)
    expect(byName('answer({ ok: false, status: 404 })')).toEqual([])
    expect(byName('answer({ status: 404 })')).toContain('write the status of this response: status(code, payload)')
    expect(byName('answer(load())')).toContain('write the status of this response: status(code, payload)')
  })

  test.each([
    [
      "global.fetch = jest.fn(async (url) => (url === '/a' ? Response.json(1) : Response.error()))",
      'a URL is whole here: compare new URL(request.url).pathname',
    ],
    [
      'global.fetch = jest.fn().mockResolvedValue({ ok: false, status: 200, json: async () => 1 })',
      'a response is ok by its status: write { status }',
    ],
    [
      'let wait = 10\n  global.fetch = jest.fn(() => new Promise((resolve) => setTimeout(() => resolve(Response.json([])), wait)))\n  wait = 20',
      'wait in the resolver: setDelay(wait)',
    ],
    [
      'global.fetch = jest.fn().mockResolvedValue({ blob: async () => 1 })',
      'write the bytes of this response as its payload: mocks.use.get(path, new Blob([text]))',
    ],
    [
      "const m = mock.method(globalThis, 'fetch', async () => Response.json(1))\n  m.mock.mockImplementationOnce(async () => Response.json(2), 1)",
      'this answers some calls alone: write mocks.use.all(/.*/, sequence(first, second))',
    ],
    [
      'const later = Promise.resolve([])\n  global.fetch = jest.fn().mockResolvedValue({ json: () => later })',
      'write what json() resolves to as the payload',
    ],
    [
      'global.fetch = jest.fn().mockResolvedValue(undefined)',
      'fetch never resolves with undefined: write networkError(error), or remove this',
    ],
    [
      'global.fetch = jest.fn().mockResolvedValue(response)',
      'write the payload and the status of response: mocks.use.get(path, payload, { status })',
    ],
    ["vi.spyOn(globalThis, 'fetch')", 'a spy without an answer lets requests through: passthrough does so here'],
    [
      'const real = fetch\n  global.fetch = jest.fn(async () => Response.json([]))\n  global.fetch = real\n  await load()',
      'the hooks of the runner restore fetch: remove this, and what keeps the real one',
    ],
  ])('%s is left by hand', (before, reason) => {
    const { left, code } = rewriteTest(before)
    expect(left.map((one) => one.reason)).toContain(reason)
    expect(code?.replaceAll(/^ *\/\/ mynah: .*\n/gm, '')).toBe(before.replaceAll('\n  ', '\n'))
  })

  test('in a file without imports the pragma stays in front', () => {
    const { text } =
      rewrite(`/** a docblock */
global.fetch = jest.fn(() => Promise.resolve({ json: () => Promise.resolve([]) }))

const first = () => load()
it('a', first)
`) ?? {}
    expect(text).toBe(`/** a docblock */
import { setupMocks } from 'mynah'

const mocks = setupMocks([])
beforeAll(mocks)

beforeEach(() => {
  mocks.use.all(/.*/, [])
})

const first = () => load()
it('a', first)
`)
  })

  test('an object that stands for a response by its type alone was sent as JSON, and the moved lines kept their place', () => {
    const result = rewrite(`global.fetch = jest.fn(async (url) => {
  if (url.endsWith('/users')) {
    return Promise.resolve({ ok: false, status: 404, text: () => Promise.resolve('no') } as Response)
  }
  return Promise.resolve(
    new Response('', {
      status: 204,
    }),
  )
})

it('a', load)
`)
    expect(result).toMatchObject({ left: [], notes: [] })
    expect(result?.text).toBe(`import { setupMocks, status, text } from 'mynah'

const mocks = setupMocks([])
beforeAll(mocks)

beforeEach(() => {
  mocks.use.all(/.*/, async ({ request: { url } }) => {
    if (url.endsWith('/users')) {
      return status(404, text('no'))
    }
    return new Response('', {
      status: 204,
    })
  })
})

it('a', load)
`)
    const variable = rewrite(`const no = { ok: false, status: 404 } as Response
global.fetch = jest.fn(async (url) => (url.endsWith('/users') ? no : Response.json([])))
it('a', load)
`)
    expect(variable?.left.map(({ reason }) => reason)).toContain('write no as new Response(body, init)')
  })

  test('a file that only sends requests is none', () => {
    expect(rewrite("test('a', async () => { await fetch('https://api.test') })\n")).toBe(undefined)
  })
})

describe('a function that a variable gets after its declaration', () => {
  const stubbed = (rest: string) =>
    rewrite(
      `import { beforeEach, test, vi } from 'vitest'

let fake: ReturnType<typeof vi.fn>

beforeEach(() => {
  fake = vi.fn()
  vi.stubGlobal('fetch', fake)
})
${rest}`,
    )

  test('was not seen to be in place of fetch', () => {
    const { text, left } =
      stubbed(`
test('a', async () => {
  fake.mockResolvedValueOnce({ ok: true, json: async () => ({ id: 1 }) })
  await load()
  expect(fake).toHaveBeenCalledTimes(1)
})
`) ?? {}
    expect(left).toEqual([])
    expect(text).toBe(`import { setupMocks } from 'mynah'
import { beforeAll, test } from 'vitest'

const mocks = setupMocks([])
beforeAll(mocks)

test('a', async () => {
  mocks.use.all(/.*/, { id: 1 }, { times: 1 })
  await load()
  expect(mocks.calls()).toHaveLength(1)
})
`)
  })

  test('stays if it gets several', () => {
    const { converted, left } =
      stubbed(`
test('a', async () => {
  fake = vi.fn()
  await load()
})
`) ?? {}
    expect(converted).toBe(0)
    expect(left?.map(({ reason }) => reason)).toEqual([
      'this variable holds several functions in place of fetch: write each as mocks.use.all(/.*/, payload)',
    ])
  })
})

describe('an assertion on the arguments of a call', () => {
  const assertion = (args: string) =>
    rewriteTest(
      `fetch.mockResponseOnce('a')\n  expect(fetch).toHaveBeenCalledWith(${args})`,
      "import fetch from 'jest-fetch-mock'\n",
    )
  const converted = (args: string) => assertion(args).code?.split('\n').slice(1).join('\n')

  test('names the method, the whole URL, and the headers and the body that it asks for', () => {
    const init =
      "expect.objectContaining({ method: 'POST', headers: expect.objectContaining({ 'X-Id': '1', Accept: expect.stringContaining('json') }), body: JSON.stringify(user) })"
    expect(converted(`'https://api.test/users', ${init}`)).toBe(`expect(mocks.calls({
  method: 'POST',
  path: 'https://api.test/users',
  match: {
    queries: equals({}),
    headers: { 'x-id': '1', accept: expect.stringContaining('json') },
    body: JSON.stringify(user),
  },
})).not.toHaveLength(0)`)
  })

  test('with a body on several lines was one long line, whose other lines stayed where they were', () => {
    const body = 'JSON.stringify({\n          id: 1,\n        })'
    expect(converted(`'https://api.test/users', expect.objectContaining({ body: ${body} })`)).toBe(
      `expect(mocks.calls({
  path: 'https://api.test/users',
  match: {
    queries: equals({}),
    body: JSON.stringify({
      id: 1,
    }),
  },
})).not.toHaveLength(0)`,
    )
    const part = "expect.stringContaining('/users/of/a/long/path/of/this/service')"
    expect(converted(`${part}, expect.objectContaining({ body: ${body} })`)).toBe(
      `expect(mocks.calls({
  match: ({ url, text: requestText }) =>
    url.includes('/users/of/a/long/path/of/this/service') &&
    requestText === JSON.stringify({
      id: 1,
    }),
})).not.toHaveLength(0)`,
    )
  })

  test('of a body gave its text a name that the file imports, or has already', () => {
    const body = (code: string) =>
      converted(`expect.stringContaining('/a'), expect.objectContaining({ body: ${code} })`)
    expect(body('JSON.stringify(1)')).toContain(
      "({ url, text: requestText }) => url.includes('/a') && requestText === JSON.stringify(1),\n",
    )
    expect(
      rewriteTest(
        "global.fetch = vi.fn(async () => Response.json([]))\n  const text = load()\n  expect(fetch).toHaveBeenCalledWith(expect.stringContaining('/a'), { body: JSON.stringify({ text }) })",
      ).code,
    ).toContain(
      "({ url, text: requestText }) =>\n    url.includes('/a') && requestText === JSON.stringify({ text }),\n",
    )
  })

  test('keeps the queries of the URL apart', () => {
    expect(converted("'https://a.test/users?page=2', expect.any(Object)")).toBe(
      "expect(mocks.calls({\n  path: 'https://a.test/users',\n  match: { queries: equals({ page: '2' }) },\n})).not.toHaveLength(0)",
    )
  })

  test('of a URL with a constant had the value in place of its name', () => {
    const path = (head: string, url: string) =>
      / {2}path: (.*),\n/.exec(
        rewriteTest(
          `fetch.mockResponseOnce('a')\n  ${head}\n  expect(fetch).toHaveBeenCalledWith(${url})`,
          "import fetch from 'jest-fetch-mock'\n",
        ).code ?? '',
      )?.[1]
    // biome-ignore-start lint/suspicious/noTemplateCurlyInString: the code of a test
    expect(path("const id = 'a1'", '`https://api.test/users/${id}`')).toBe('`https://api.test/users/${id}`')
    expect(path("const id = 'a+1'", '`https://api.test/users/${id}`')).toBe("'https://api.test/users/a\\\\+1'")
    // biome-ignore-end lint/suspicious/noTemplateCurlyInString: the code of a test
    expect(path("const urls = { a: 'https://api.test/a' }", 'urls.a')).toBe('urls.a')
    expect(path("const urls = { a: 'https://api.test/a?page=2' }", 'urls.a')).toBe("'https://api.test/a'")
  })

  test('of the URL alone is a GET', () => {
    expect(converted("'https://a.test/users'")).toBe(
      "expect(mocks.calls({\n  method: 'GET',\n  path: 'https://a.test/users',\n  match: { queries: equals({}) },\n})).not.toHaveLength(0)",
    )
  })

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
    [
      "expect(fetch.mock.calls[0][1].headers).not.toHaveProperty('X-Id')",
      "expect(mocks.calls()[0].request.headers).not.toHaveProperty('x-id')",
    ],
    [
      "expect(fetch.mock.calls[0][1].headers).toMatchObject({ 'X-Id': '1', Accept: 'a' })",
      "expect(mocks.calls()[0].request.headers).toMatchObject({ 'x-id': '1', accept: 'a' })",
    ],
    [
      "expect(fetch.mock.calls[0][1].headers).not.toEqual(expect.objectContaining({ 'X-Id': '1' }))",
      "expect(mocks.calls()[0].request.headers).not.toEqual(expect.objectContaining({ 'x-id': '1' }))",
    ],
    [
      "const { headers } = fetch.mock.calls[0][1]\n  expect(headers).not.toHaveProperty('X-Id')",
      "const { headers } = mocks.calls()[0].request\nexpect(headers).not.toHaveProperty('x-id')",
    ],
    [
      "const headers = fetch.mock.calls[0][1].headers as Record<string, string>\n  expect(headers['X-Id']).toBe('1')",
      "const headers = mocks.calls()[0].request.headers as Record<string, string>\nexpect(headers['x-id']).toBe('1')",
    ],
    [
      "expect(fetch.mock.calls[0][1].headers.get('X-Id')).toBeNull()",
      "expect(mocks.calls()[0].request.headers['x-id'] ?? null).toBeNull()",
    ],
    [
      "expect(fetch.mock.calls[0][1].headers.has('X-Id')).toBe(false)",
      "expect('x-id' in mocks.calls()[0].request.headers).toBe(false)",
    ],
    [
      "expect('X-Id' in fetch.mock.calls[0][1].headers).toBe(false)",
      "expect('x-id' in mocks.calls()[0].request.headers).toBe(false)",
    ],
    [
      "assert.deepEqual(fetch.mock.calls[0][1].headers, { 'X-Id': '1' })",
      "assert.deepEqual(mocks.calls()[0].request.headers, { 'x-id': '1' })",
    ],
    [
      "const { Accept, 'X-Id': id } = fetch.mock.calls[0][1].headers\n  expect(Accept + id).toBe('a1')",
      "const { accept: Accept, 'x-id': id } = mocks.calls()[0].request.headers\nexpect(Accept + id).toBe('a1')",
    ],
  ])('are asked for by those names: %s', (before, after) => {
    const { code, left } = read(before)
    expect(left).toEqual([])
    expect(code?.split('\n').slice(1).join('\n')).toBe(after)
  })

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
  ["expect(url).toBe('/users')", false],
  ['load(url)', false],
])('the URL of a call is kept in a variable, for %s', (use, isConverted) => {
  const { left } = rewriteTest(
    `fetch.mockResponseOnce('a')\n  const url = fetch.mock.calls[0][0]\n  ${use}`,
    "import fetch from 'jest-fetch-mock'\n",
  )
  const reasons = left.map(({ reason }) => reason)
  if (isConverted) expect(reasons).toEqual([])
  else expect(reasons).toContain('call.request.url is the whole URL: compare what the test needs from it')
})

test.each([
  "const calls = fetch.mock.calls\n  expect(calls[0][0]).not.toBe('/users')",
  "for (const call of fetch.mock.calls) expect(call[0]).not.toBe('/users')",
  "for (const [url] of fetch.mock.calls) expect(url).not.toBe('/users')",
])('a URL was compared with a path, which the whole URL never is: %s', (lines) => {
  const { left } = rewriteTest(`fetch.mockResponseOnce('a')\n  ${lines}`, "import fetch from 'jest-fetch-mock'\n")
  expect(left.map(({ reason }) => reason)).toContain(
    'call.request.url is the whole URL: compare what the test needs from it',
  )
})

test('the calls of a loop are read as mynah keeps them', () => {
  const { left, code } = rewriteTest(
    "fetch.mockResponseOnce('a')\n  const calls = fetch.mock.calls\n  for (const call of calls) expect(call[1].headers['X-Id']).toBe('1')\n  for (const [url, { method }] of fetch.mock.calls) expect(url).toContain(method)",
    "import fetch from 'jest-fetch-mock'\n",
  )
  expect(left).toEqual([])
  expect(code).toBe(
    "mocks.use.all(/.*/, text('a'), { times: 1 })\nconst calls = mocks.calls()\nfor (const call of calls) expect(call.request.headers['x-id']).toBe('1')\nfor (const { request: { url }, request: { method } } of mocks.calls()) expect(url).toContain(method)",
  )
})

describe('an object that stands for a response that is no JSON', () => {
  const answer = (object: string, between = '') =>
    rewriteTest(
      `const answer = ${object}\n  ${between}fetch.mockResolvedValueOnce(answer as any)`,
      "import fetch from 'jest-fetch-mock'\n",
    )
  const broken = (text: string) =>
    `{ ok: true, status: 200, text: () => Promise.resolve(${text}), json: () => Promise.reject(new SyntaxError('no')) }`

  test('is its text, which rejects by itself', () => {
    const { left, code } = answer(broken("'a{'"))
    expect(left).toEqual([])
    expect(code).toBe("mocks.use.all(/.*/, text('a{'), { times: 1 })")
  })

  test('has been read by the json() that rejects, also with another error', () => {
    const { left, notes } = answer(broken("'a{'").replace('SyntaxError', 'Error'))
    expect(left).toEqual([])
    expect(notes).toEqual([
      'json() rejects with a SyntaxError here, and has read the body: text() behind it rejects too',
    ])
  })

  test.each([
    ['its text is JSON', broken("'{}'"), '', 'answer a text that is no JSON: json() rejects with a SyntaxError'],
    [
      'something happens before it is used',
      broken("'a{'"),
      'load()\n  ',
      'write the payload and the status of answer: mocks.use.get(path, payload, { status })',
    ],
    [
      'it is used twice',
      broken("'a{'"),
      'fetch.mockResolvedValue(answer)\n  ',
      'write the payload and the status of answer: mocks.use.get(path, payload, { status })',
    ],
  ])('stays if %s', (_, object, between, reason) => {
    expect(answer(object, between).left.map((one) => one.reason)).toContain(reason)
  })
})

test('in JavaScript, what is asked of fetch is left where globalThis.fetch was set', () => {
  const { left, code } = rewriteTest(
    'globalThis.fetch = jest.fn(async () => Response.json([]))\n  expect(fetch).toHaveBeenCalledTimes(0)',
  )
  expect(left).toEqual([])
  expect(code).toBe('mocks.use.all(/.*/, [])\nexpect(mocks.calls()).toHaveLength(0)')
})

test.each([
  [
    'a function that takes a list of its arguments got the URL in place of it',
    'global.fetch = vi.fn(async (...args) => Response.json(args))',
    'write the parameters of this function one by one, and then as ({ request }) => payload',
  ],
  [
    'a function that reads its arguments had none',
    'global.fetch = vi.fn(async function (url) {\n  return Response.json([url, arguments.length])\n})',
    'write the parameters of this function one by one, and then as ({ request }) => payload',
  ],
  [
    'a path was looked for among whole URLs, and never found',
    "global.fetch = vi.fn(async () => Response.json([]))\nexpect(fetch.mock.calls.some(([url]) => url === '/users')).toBe(false)",
    'call.request.url is the whole URL: compare what the test needs from it',
  ],
  [
    'a path was compared with a whole URL by an assertion of Node',
    "global.fetch = vi.fn(async () => Response.json([]))\nassert.notEqual(fetch.mock.calls[0].arguments[0], '/users')",
    'call.request.url is the whole URL: compare what the test needs from it',
  ],
  [
    'a URL that is only known when the test runs was never asked for as it is written',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the code of a test
    'global.fetch = vi.fn(async () => Response.json([]))\nexpect(fetch).not.toHaveBeenCalledWith(`${base}/users`)',
    "write this assertion by what was sent: expect(mocks.calls('POST /users')).toHaveLength(1)",
  ],
  [
    'a URL in a variable was compared with itself',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the code of a test
    'global.fetch = vi.fn(async () => Response.json([]))\nfor (const url of urls) expect(fetch).toHaveBeenCalledWith(`${url}/users`)',
    "write this assertion by what was sent: expect(mocks.calls('POST /users')).toHaveLength(1)",
  ],
  [
    'a URL that was no path passed for another one',
    "global.fetch = vi.fn(async () => Response.json([]))\nexpect(fetch.mock.calls[0][0]).not.toBe('https://api.test/a b')",
    'call.request.url is the whole URL: compare what the test needs from it',
  ],
  [
    'a part that a URL has encoded passed for none',
    "global.fetch = vi.fn(async () => Response.json([]))\nexpect(fetch.mock.calls[0][0]).not.toContain('a b')",
    'call.request.url is the whole URL: compare what the test needs from it',
  ],
  [
    'a request without options was compared with none',
    'global.fetch = vi.fn(async () => Response.json([]))\nexpect(fetch.mock.calls[0][1]).toBeUndefined()',
    'read what the test needs from call.request',
  ],
  [
    'the names of headers were asked for as the test has written them',
    "global.fetch = vi.fn(async () => Response.json([]))\nexpect(Object.keys(fetch.mock.calls[0][1].headers)).not.toContain('X-Id')",
    'ask for each header by its name in lower case: call.request.headers has no other names',
  ],
  [
    'a call with options was none with any request',
    'global.fetch = vi.fn(async () => Response.json([]))\nexpect(fetch).not.toHaveBeenCalledWith(expect.any(String), expect.anything())',
    "write this assertion by what was sent: expect(mocks.calls('POST /users')).toHaveLength(1)",
  ],
  [
    'the headers in an object were asked for by the names that the test has written',
    'const seen = []\nglobal.fetch = vi.fn(async (url, init) => {\n  seen.push({ headers: init.headers })\n  return Response.json([])\n})',
    'ask for each header by its name in lower case: call.request.headers has no other names',
  ],
  [
    'a call without options had no length',
    'global.fetch = vi.fn(async () => Response.json([]))\nexpect(fetch.mock.calls[0]).not.toHaveLength(2)',
    'read what the test needs from call.request',
  ],
  [
    'the signal of a request was another one',
    'global.fetch = vi.fn(async () => Response.json([]))\nexpect(fetch.mock.calls[0][1].signal).not.toBe(signal)',
    'request.signal is another one, which aborts with that of the test: compare its aborted',
  ],
  [
    'the text of a form was asked for a field',
    'global.fetch = vi.fn(async () => Response.json([]))\nexpect(fetch.mock.calls[0][1].body).toBeInstanceOf(FormData)',
    'a form is a record here: read call.request.body, with a member for each field',
  ],
  [
    'a response without its payload was made, which throws',
    'const ok = (data) => ({ ok: true, json: async () => data })\nglobal.fetch = vi.fn().mockResolvedValue(ok())',
    'have ok return a Response: Response.json(data, { status })',
  ],
  [
    'a function whose objects other files read made responses',
    'export const ok = (data) => ({ ok: true, json: async () => data })\nglobal.fetch = vi.fn().mockResolvedValue(ok([]))',
    'have ok return a Response: Response.json(data, { status })',
  ],
  [
    'a response whose ok the status does not tell',
    'const answer = (ok, status) => {\n  global.fetch = vi.fn().mockResolvedValue({ ok, status, json: async () => 1 })\n}',
    'write the status of this response: status(code, payload)',
  ],
])('%s', (_, code, reason) => {
  const head = code.startsWith('export') ? `${code.slice(0, code.indexOf('\n'))}\n` : ''
  const text = `${head}test('a', async () => {\n${code.slice(head.length)}\n})\n`
  expect(rewrite(text, '/project/a.test.js')?.left.map((one) => one.reason)).toContain(reason)
})

test('an object that a promise has later was the block of its function', () => {
  const code = `import fetchMock from 'jest-fetch-mock'
test('a', async () => {
  fetchMock.mockResponse((request) => load(request).then((data) => ({ body: JSON.stringify({ data }) })))
})
`
  expect(rewrite(code, '/project/a.test.js')?.text).toContain('.then((data) => ({ data })))')
})

test.each([
  [
    "switch (init.method) { case 'put': return Response.json(1) }",
    "switch (method) { case 'PUT': return Response.json(1) }",
  ],
  ["if (init.method! === 'put') return Response.json(1)", "if (method! === 'PUT') return Response.json(1)"],
  [
    "if (['put', 'patch'].includes(init.method)) return Response.json(1)",
    "if (['PUT', 'PATCH'].includes(method)) return Response.json(1)",
  ],
  [
    "const verb = init.method ?? 'get'; if (verb === 'put' || verb.toLowerCase() === 'post') return Response.json(1)",
    "const verb = method ?? 'GET'; if (verb === 'PUT' || verb.toLowerCase() === 'post') return Response.json(1)",
  ],
  [
    "if ((init.method || 'get') === 'put') return Response.json(1)",
    "if ((method || 'GET') === 'PUT') return Response.json(1)",
  ],
])('a method in small letters never came: %s', (code, converted) => {
  const text = `test('a', async () => {\n  global.fetch = vi.fn(async (url, init) => { ${code}; return Response.json(2) })\n})\n`
  expect(rewrite(text)?.text).toContain(`{ ${converted}; return`)
})

test.each([
  ['seen = init.headers', "seen['X-Id']", 'seen = headers', "seen['x-id']"],
  ["seen = (init.headers ?? {})['X-Id']", 'seen', "seen = (headers ?? {})['x-id']", 'seen'],
])('headers that a test keeps were asked for by the names that it has written: %s, %s', (kept, read, keeps, asked) => {
  const text = `let seen\nglobal.fetch = vi.fn(async (url, init) => { ${kept}; return Response.json(2) })\nexpect(${read}).toBeUndefined()`
  const code = rewrite(`test('a', async () => {\n${text}\n})\n`, '/project/a.test.js')?.text
  expect(code).toContain(`{ ${keeps}; return`)
  expect(code).toContain(`expect(${asked}).toBeUndefined()`)
})

test.each(['!init.method', 'init.method === undefined', 'init.method == null', 'init.method'])(
  'a function that asks whether there is a method stays, where one always is: %s',
  (condition) => {
    const answer = `${condition} ? Response.json(1) : Response.json(2)`
    const { left } =
      rewrite(`test('a', async () => {\n  global.fetch = vi.fn(async (url, init) => ${answer})\n})\n`) ?? {}
    expect(left).toEqual([{ line: 2, reason: "a request always has a method: compare it with 'GET'" }])
  },
)

test('a response in a constant that copies itself, behind another declaration, kept its file', () => {
  const code = `test('a', async () => {
  const response = { ok: true, status: 200, text: async () => 'a', clone: () => response }
  const spy = vi.spyOn(globalThis, 'fetch')
  spy.mockResolvedValueOnce(response)
})
`
  const { left, text } = rewrite(code) ?? {}
  expect(left).toEqual([])
  expect(text).toContain("mocks.use.all(/.*/, text('a'), { times: 1 })")
  expect(text).not.toContain('clone')
})

test.each([
  ['a call stands between', 'change()', 'response'],
  ['something else uses it', 'const other = response', 'response'],
])('a response in a constant stays where %s', (_, between, value) => {
  const code = `test('a', async () => {
  const response = { ok: true, status: 200, text: async () => 'a' }
  ${between}
  global.fetch = vi.fn().mockResolvedValueOnce(${value})
})
`
  expect(rewrite(code)?.left.map(({ reason }) => reason)).toContain(
    'write the payload and the status of response: mocks.use.get(path, payload, { status })',
  )
})
