import { describe, expect, test, vi } from 'vitest'
import { useProject } from './project.ts'

// Each test has the compiler check the types of mynah itself.
vi.setConfig({ testTimeout: 120_000 })

const FILES = {
  'package.json': '{ "type": "module", "devDependencies": { "jest": "30", "jest-fetch-mock": "3" } }',
  'globals.ts':
    'declare global {\n  const test: any, expect: any, beforeAll: any, beforeEach: any, load: any\n}\nexport {}\n',
}
const { write, read, migrate: migrateFiles } = useProject(FILES)
const migrate = () => migrateFiles('*.ts')

const HELPER = `import fetch from 'jest-fetch-mock'

export function fetchOnce(data = {}, status = 200) {
  return fetch.once(JSON.stringify(data), { status })
}

export function calls() {
  return fetch.mock.calls.length
}
`
const SETUP = "import { enableFetchMocks } from 'jest-fetch-mock'\n\nenableFetchMocks()\n"

describe('a module that makes all answers', () => {
  test('exports its mocks to the tests that declare or read more', () => {
    write('answers.ts', HELPER)
    write('setup.ts', SETUP)
    write(
      'users.test.ts',
      `import fetch from 'jest-fetch-mock'
import { calls, fetchOnce } from './answers.ts'

beforeEach(() => fetch.resetMocks())
test('a', async () => {
  fetchOnce({ id: 1 })
  await load()
  expect(calls()).toBe(1)
})
`,
    )
    write(
      'posts.test.ts',
      `import fetch from 'jest-fetch-mock'
import {
  calls,
  fetchOnce,
} from './answers.ts'

test('a', async () => {
  await load()
  expect(fetch.mock.calls.length).toBe(calls())
})
`,
    )
    const { code, text } = migrate()
    expect(text.match(/.* by hand: .*/g)).toBeNull()
    expect(code).toBe(0)
    expect(read('setup.ts').trim()).toBe('')
    expect(read('answers.ts')).toBe(`import { setupMocks } from 'mynah'

export const mocks = setupMocks([])
beforeAll(mocks)

export function fetchOnce(data = {}, status = 200) {
  mocks.use.all(/.*/, data, { status, times: 1 })
}

export function calls() {
  return mocks.calls().length
}
`)
    expect(read('users.test.ts')).toBe(`import { calls, fetchOnce } from './answers.ts'

test('a', async () => {
  fetchOnce({ id: 1 })
  await load()
  expect(calls()).toBe(1)
})
`)
    expect(read('posts.test.ts')).toBe(`import {
  calls,
  fetchOnce,
  mocks,
} from './answers.ts'

test('a', async () => {
  await load()
  expect(mocks.calls().length).toBe(calls())
})
`)
  })

  test('stays with all its tests if one of them uses what its function returns', () => {
    const user = `import { fetchOnce } from './answers.ts'

test('a', async () => {
  fetchOnce({ id: 1 }).once('text')
  await load()
})
`
    write('answers.ts', HELPER)
    write('users.test.ts', user)
    const other = user.replace(".once('text')", '').replace('import {', "import fetch from 'jest-fetch-mock'\nimport {")
    const posts = other.replace('  await', "  fetch.once('a')\n  await")
    write('posts.test.ts', posts)
    const { code, text } = migrate()
    expect(code).toBe(1)
    expect(text).toContain(
      'answers.ts:4  keeps 2 others: declare this answer in a statement: users.test.ts:4 uses what fetchOnce() returns\n',
    )
    expect(text).toContain(
      'posts.test.ts:1  by hand: this stays while answers.ts mocks fetch in the old way: convert that first\n',
    )
    expect(read('users.test.ts')).toBe(user)
    for (const [file, before] of [
      ['answers.ts', HELPER],
      ['posts.test.ts', posts],
    ] as const)
      expect(read(file).replaceAll(/ *\/\/ mynah: .*\n/g, '')).toBe(before)
  })

  test.each([
    ['a variable', 'const mock = fetchOnce()', false],
    ['an argument', 'load(fetchOnce)', false],
    ['a returned result', 'return fetchOnce()', false],
    ['another name', '})\nexport { fetchOnce as answer }\ntest("b", () => {', false],
    ['a hook', '})\nbeforeEach(() => fetchOnce())\ntest("b", () => {', true],
    ['a call that is waited for', 'await fetchOnce()', true],
  ])('is used by %s', (_, line, isConverted) => {
    write('answers.ts', HELPER)
    write('users.test.ts', `import { fetchOnce } from './answers.ts'\n\ntest('a', async () => {\n  ${line}\n})\n`)
    const { text } = migrate()
    if (isConverted) expect(text).not.toContain('  by hand: ')
    else expect(text).toContain('uses what fetchOnce() returns')
    expect(read('answers.ts').includes("from 'mynah'")).toBe(isConverted)
  })

  test('stays if a test that has its mocks by way of another module declares answers of its own', () => {
    write('answers.ts', HELPER)
    write('index.ts', "export * from './answers.ts'\n")
    write(
      'users.test.ts',
      `import fetch from 'jest-fetch-mock'\nimport { calls } from './index.ts'\n\ntest('a', async () => {\n  fetch.once('a')\n  await load()\n  expect(calls()).toBe(1)\n})\n`,
    )
    const { code, text } = migrate()
    expect(code).toBe(1)
    expect(text).toContain(
      'users.test.ts:1  keeps 2 others: export the mocks of answers.ts, and declare these answers on them: it reads their calls\n',
    )
    for (const file of ['answers.ts', 'users.test.ts']) expect(read(file)).not.toContain("from 'mynah'")
  })

  const ORDER =
    'the older of two answers comes first there, and the newest here: declare both in one mocks.use(first, second)'
  const LOOP =
    'the answers of this loop would come in the reverse order: collect the stubs, and declare them by one mocks.use(...stubs)'

  test.each([
    ['twice in a test', "test('a', () => {\n  fetchOnce({ id: 1 })\n  fetchOnce({ id: 2 })\n})"],
    ['in a hook and in a test', "beforeEach(() => fetchOnce())\ntest('a', () => {\n  fetchOnce({ id: 2 })\n})"],
    ['beside an answer of the test', "test('a', () => {\n  fetchOnce({ id: 1 })\n  fetch.once('b')\n})"],
    ['by a function', "const both = (id: number) => fetchOnce({ id })\ntest('a', () => {\n  both(1)\n  both(2)\n})"],
    [
      'by a function of a test',
      "test('a', () => {\n  const both = (id: number) => fetchOnce({ id })\n  both(1)\n  both(2)\n})",
    ],
  ])('called %s, expects its answers, which come in their order', (_, code) => {
    write('answers.ts', HELPER.replace('return fetch.once', 'fetch.once'))
    write('users.test.ts', `import { fetchOnce } from './answers.ts'\n\n${code}\n`)
    expect(migrate().text).not.toContain('  by hand: ')
    expect(read('answers.ts')).toContain('  mocks.expect.all(/.*/, mynahStatus(status, data))\n')
    expect(read('users.test.ts')).not.toMatch(/fetch\.once|mocks\.use/)
  })

  test.each([
    ['in a loop', LOOP, "test('a', () => {\n  for (const id of [1, 2]) fetchOnce({ id })\n})", 4],
    [
      'in a hook of the file and in a test',
      ORDER,
      "beforeAll(() => fetchOnce())\ntest('a', () => {\n  fetchOnce({ id: 2 })\n})",
      5,
    ],
  ])('called %s, would have answered in the reverse order', (_, reason, code, line) => {
    write('answers.ts', HELPER.replace('return fetch.once', 'fetch.once'))
    write('users.test.ts', `import { fetchOnce } from './answers.ts'\n\n${code}\n`)
    const { text } = migrate()
    expect(text).toContain(`answers.ts:4  keeps 1 other: ${reason}: users.test.ts:${line}\n`)
    for (const file of ['answers.ts', 'users.test.ts']) expect(read(file)).not.toContain("from 'mynah'")
  })

  test.each([
    ['export default (name: string) => {\n  fetch.once(name)\n}', 'import answer from', 'answer'],
    [
      'export const api = {\n  users(name: string) {\n    fetch.once(name)\n  },\n}',
      'import { api } from',
      'api.users',
    ],
    [
      'const answer = (name: string) => {\n  fetch.once(name)\n}\nexport { answer as users }',
      'import { users as posts } from',
      'posts',
    ],
    [
      'export class Api {\n  constructor(name: string) {\n    fetch.once(name)\n  }\n}',
      'import { Api } from',
      'new Api',
    ],
  ])('is found by each of its names: %s', (code, imported, called) => {
    write('answers.ts', `import fetch from 'jest-fetch-mock'\n\n${code}\n`)
    write('users.test.ts', `${imported} './answers.ts'\n\ntest('a', () => {\n  ${called}('a')\n  ${called}('b')\n})\n`)
    expect(migrate().text).not.toContain('  by hand: ')
    expect(read('answers.ts')).toMatch(/ {2}mocks\.expect\.all\(\/\.\*\/, text\(\w+\)\)\n/)
  })

  test('has no name by which its calls are found', () => {
    write(
      'answers.ts',
      "import fetch from 'jest-fetch-mock'\n\nexport const answer = later(() => {\n  fetch.once('a')\n})\ndeclare const later: any\n",
    )
    expect(migrate().text).toContain(
      '  by hand: declare this answer in a function with a name, const answer = () => { … }: its calls may want their answers in order\n',
    )
  })
})

describe('a module that reads calls', () => {
  const CALLS = `import fetch from 'jest-fetch-mock'

export const answer = () => {
  fetch.mockResponse('{}')
}
export const lastUrl = () => fetch.mock.calls[0][0]
export function lastHeaders() {
  return fetch.mock.calls[0][1].headers as Record<string, string>
}
export function lastMethod() {
  return fetch.mock.calls[0][1].method
}
export const lastCall = () => fetch.mock.calls[0] as [string, RequestInit]
export function lastBody() {
  const body = fetch.mock.calls[0][1].body
  if (body instanceof URLSearchParams) return body.toString()
  return JSON.parse(String(body))
}
`
  const test1 = (
    lines: string,
  ) => `import { answer, lastBody, lastCall, lastHeaders, lastMethod, lastUrl } from './calls.ts'

test('a', async () => {
  answer()
  await load()
  ${lines}
})
`

  test('has its callers read what was sent, where they compared what was passed', () => {
    write('calls.ts', CALLS)
    write(
      'users.test.ts',
      test1(
        "expect(lastHeaders()).not.toMatchObject({ 'Content-Type': 'text/plain' })\n  const headers = lastHeaders()\n  expect(headers['X-Id']).toBe('1')\n  expect(lastMethod()).toBe('post')\n  expect(new URL(String(lastUrl())).pathname).toBe('/a')\n  expect(lastCall()[1].headers).toEqual({ 'X-Id': '1' })\n  expect(lastBody()).toBe('a=1')",
      ),
    )
    const { text } = migrate()
    expect(text).not.toContain('  by hand: ')
    expect(read('calls.ts')).toContain(`export const lastUrl = () => mocks.calls()[0].request.url
export function lastHeaders() {
  return mocks.calls()[0].request.headers as Record<string, string>
}
export function lastMethod() {
  return mocks.calls()[0].request.method
}
export const lastCall = () => mocks.calls()[0]
`)
    expect(read('calls.ts')).toContain(
      "if (body !== undefined && /^application\\/x-www-form-urlencoded/.test(mocks.calls()[0].request.headers['content-type'] ?? '')) return body.toString()",
    )
    expect(read('users.test.ts')).toBe(
      test1(
        "expect(lastHeaders()).not.toMatchObject({ 'content-type': 'text/plain' })\n  const headers = lastHeaders()\n  expect(headers['x-id']).toBe('1')\n  expect(lastMethod()).toBe('POST')\n  expect(new URL(String(lastUrl())).pathname).toBe('/a')\n  expect(lastCall().request.headers).toEqual({ 'x-id': '1' })\n  expect(lastBody()).toBe('a=1')",
      ),
    )
  })

  test.each([
    [
      'a URL is compared with a path',
      "expect(lastUrl()).toBe('/a')",
      'call.request.url is the whole URL: compare what the test needs from it',
    ],
    ['a function is handed on', 'load(lastHeaders)', 'call lastHeaders() itself: it reads the calls of mynah'],
    [
      'calls were cleared that it would read',
      "fetch.mockClear()\n  await load()\n  expect(lastUrl()).toContain('/a')",
      'count from here: const before = mocks.calls().length; mocks.reset() clears the overrides too',
    ],
  ])('stays with its tests if %s', (_, lines, reason) => {
    const before = `import fetch from 'jest-fetch-mock'\n${test1(lines)}`
    write('calls.ts', CALLS)
    write('users.test.ts', before)
    expect(migrate().text).toMatch(/^users\.test\.ts:\d+ {2}keeps \d others: /m)
    expect(migrate().text).toContain(` others: ${reason}\n`)
    for (const file of ['calls.ts', 'users.test.ts']) expect(read(file)).not.toContain("from 'mynah'")
  })
})

test('the setup stayed, and its mock was what a client took at its import', () => {
  const live = `import { disableFetchMocks, enableFetchMocks } from 'jest-fetch-mock'

beforeAll(() => {
  disableFetchMocks()
})
afterAll(() => enableFetchMocks())
test('a', () => load())
`
  write('setup.ts', SETUP)
  write(
    'users.test.ts',
    "import fetch from 'jest-fetch-mock'\n\ntest('a', async () => {\n  fetch.once('a')\n  await load()\n})\n",
  )
  write('live.test.ts', live)
  const { code, text } = migrate()
  expect(code).toBe(0)
  expect(text).toContain(
    'setup.ts:3  to check: fetch is the real one now in tests without mocks: to keep them off the network, start setupMocks([]) in this setup\n',
  )
  expect([read('setup.ts').trim(), read('live.test.ts').trimStart()]).toEqual(['', "test('a', () => load())\n"])
})

test('the setup stays for a test that no pattern names', () => {
  write('setup.ts', SETUP)
  write(
    'users.test.ts',
    "import fetch from 'jest-fetch-mock'\n\ntest('a', async () => {\n  fetch.once('a')\n  await load()\n})\n",
  )
  write('more/posts.test.ts', "test('a', async () => {\n  fetch.mockResponse('a')\n  await load()\n})\n")
  expect(migrate().text).toContain(
    'setup.ts:3  by hand: remove this from the setup when no test declares answers on fetch\n',
  )
})

test('what goes with a body has a type of its own, and a 204 that a test asks for has no body', () => {
  write(
    'answers.ts',
    `import fetch, { MockParams } from 'jest-fetch-mock'

export interface Options extends MockParams {}
export function answer(data = {}, { status = 200, headers, ...rest }: MockParams = {}) {
  fetch.mockResponse(JSON.stringify(data), { status, headers: { 'x-a': '1', ...headers }, ...rest })
}
`,
  )
  write('users.test.ts', "import { answer } from './answers.ts'\n\ntest('a', () => answer({}, { status: 204 }))\n")
  expect(migrate().text).not.toContain('  by hand: ')
  expect(read('answers.ts')).toBe(`import { setupMocks } from 'mynah'

const mocks = setupMocks([])
beforeAll(mocks)

export interface Options extends Partial<{ status: number; statusText: string; headers: Record<string, string> }> {}
export function answer(data = {}, { status = 200, headers, ...rest }: Partial<{ status: number; statusText: string; headers: Record<string, string> }> = {}) {
  mocks.use.all(
    /.*/,
    status === 204 ? undefined : data,
    { status, headers: { 'x-a': '1', ...headers }, ...rest },
  )
}
`)
})
