import { describe, expect, test } from 'vitest'
import { rewrite } from './rewrite.ts'

/** A file with nock, whose first scope has a reply that the command cannot tell. */
const fileOf = (kept: string, done: string, more = '') =>
  `import nock from 'nock'\n\n${more}test('a', () => {\n  ${kept}\n  ${done}\n})\n`

test('an answer in the hook of a suite kept those of the other suites', () => {
  const { converted, left } =
    rewrite(`import nock from 'nock'

describe('a', () => {
  beforeEach(() => {
    nock('https://a.test').get('/1').reply(200, payload)
  })
  test('b', () => {
    nock('https://a.test').get('/1').reply(200, {})
  })
})
describe('c', () => {
  beforeEach(() => {
    nock('https://a.test').get('/1').reply(200, {})
  })
  test('d', () => {
    nock('https://a.test').get('/1').reply(200, {})
  })
})
`) ?? {}
  expect(converted).toBe(2)
  expect(left?.map(({ line }) => line)).toEqual([5, 8])
})

describe('what stays with nock goes on beneath mynah', () => {
  test.each([
    ['of a path', ".get('/1')", "mocks.use.get('https://a.test/2'", String.raw`/^https:\/\/a\.test\/1\/?(?:\?|$)/`],
    [
      'of a path with a query',
      ".get('/1?page=1')",
      "mocks.use.get('https://a.test/2'",
      String.raw`/^https:\/\/a\.test\/1\/?(?:\?|$)/`,
    ],
    [
      'of a path with a value',
      `.get(\`/1/\${id}\`)`,
      "mocks.use.get('https://a.test/2'",
      String.raw`/^https:\/\/a\.test\/1\/.*\/?(?:\?|$)/`,
    ],
    [
      'of a RegExp',
      String.raw`.get(/1\/\d+$/)`,
      "mocks.use.get('https://a.test/2'",
      String.raw`({ url }) => /^https:\/\/a\.test.*/.test(url) && /1\/\d+$/.test(url.slice(new URL(url).origin.length))`,
    ],
    [
      'of another method',
      ".post('/2')",
      "mocks.use.get('https://a.test/2'",
      String.raw`/^https:\/\/a\.test\/2\/?(?:\?|$)/`,
    ],
  ])('%s: what mynah answers passes it, and what it answers passes mynah', (_, path, code, item) => {
    const { text, left, notes } = rewrite(
      fileOf(`nock('https://a.test')${path}.reply(200, payload)`, "nock('https://a.test').get('/2').reply(200, {})"),
    ) ?? { text: '' }
    expect(left).toHaveLength(1)
    expect(notes?.map(({ reason }) => reason)).toContain(
      'nock refused other requests to the host of this scope; now those without an answer reach the network',
    )
    expect(text).toContain(`nock('https://a.test', { allowUnmocked: true })${path}.reply(200, payload)\n`)
    expect(text).toContain(code)
    expect(text).toContain(`const mocks = setupMocks([], { passthrough: [${item}] })\n`)
  })

  test.each([
    ['the same path', ".get('/1').query({ page: 1 })", ".get('/1')"],
    ['a path that it takes', ".get('/1/2')", '.get(/^.1/)'],
    ['a function', '.get((path) => isMine(path))', ".get('/1')"],
    ['a HEAD request, which a GET stub answers', ".head('/1').socketDelay(1)", ".get('/1')"],
    ['any method', ".intercept('/1', method)", ".delete('/1')"],
  ])('%s keeps what could answer the same request', (_, kept, done) => {
    const { converted, left } =
      rewrite(
        fileOf(`nock('https://a.test')${kept}.reply(200, payload)`, `nock('https://a.test')${done}.reply(200, {})`),
      ) ?? {}
    expect(converted).toBe(0)
    expect(left?.[1]?.reason).toMatch(/is left, and may answer the same request$/)
    expect(left?.[1]?.keeper).toEqual({ path: '/project/users.test.ts', line: 4 })
  })

  test.each([
    [
      'a path that is not known',
      "nock('https://a.test').get(path).reply(200, payload)",
      String.raw`/^https:\/\/a\.test.*\/?(?:\?|$)/`,
      "nock('https://a.test').get(path).reply(… is left, and may answer the same request",
    ],
    [
      'a path with a value',
      `nock('https://a.test').get(\`/\${id}\`).reply(200, payload)`,
      String.raw`/^https:\/\/a\.test\/.*\/?(?:\?|$)/`,
      `nock('https://a.test').get(\`/\${id}\`).re… is left, and may answer the same request`,
    ],
    [
      'a scope of a known host that others get',
      "const scope = nock('https://a.test')\n  use(scope.like)",
      "'https://a.test'",
      "nock('https://a.test') is left, and may answer for all of https://a.test",
    ],
    [
      'a scope of any host with a path that is not known',
      'nock(base).get(path).reply(200, payload)',
      '/.*/',
      'nock(base).get(path).reply(200, payload) is left, and may answer the same request',
    ],
    [
      'a scope of any host that others get',
      'const scope = nock(base)\n  use(scope.like)',
      '/.*/',
      'nock(base) is left, and may answer for all of any host',
    ],
  ])('%s kept others that it has nothing to do with: they are converted, and named', (_, kept, item, reason) => {
    const { text, left, notes } = rewrite(fileOf(kept, "nock('https://a.test').get('/1').reply(200, {})")) ?? {
      text: '',
    }
    expect(left).toHaveLength(1)
    expect(text).toContain("mocks.use.get('https://a.test/1', {}, { times: 1 })")
    expect(text).toContain(`const mocks = setupMocks([], { passthrough: [${item}] })\n`)
    expect(notes?.map((one) => one.reason)).toContain(
      `${reason}: if a test gets another answer here, convert what is left too`,
    )
  })

  test.each([
    ["nock('https://a.test', options)", 'it has options that are made elsewhere'],
    ["nock('https://a.test', { allowUnmocked: false })", 'it lets nothing pass'],
  ])('%s keeps all of its host, since %s', (scope) => {
    const { converted, left } =
      rewrite(fileOf(`${scope}.get('/1').reply(200, payload)`, "nock('https://a.test').get('/2').reply(200, {})")) ?? {}
    expect(converted).toBe(0)
    expect(left?.[1]?.reason).toMatch(/is left, and may answer for all of https:\/\/a\.test$/)
  })

  test('a path without a letter at a host that only a run knows had all requests pass', () => {
    const { text } = rewrite(
      fileOf("nock(base).get('/2').reply(200, payload)", "nock('https://a.test').get('/1').reply(200, {})"),
    ) ?? { text: '' }
    expect(text).toContain(String.raw`const mocks = setupMocks([], { passthrough: [/^.*\/2\/?(?:\?|$)/] })`)
  })

  test('a list of scopes, one of which stays, had a type error', () => {
    const { text, left } = rewrite(`import nock from 'nock'

function one(path: string): nock.Scope {
  const scope = nock('https://a.test')
  for (const each of [path]) scope.get(each).reply(200, payload)
  return scope
}
function other(): nock.Scope {
  return nock('https://b.test').get('/1').reply(200, {})
}
test('a', () => {
  const scopes: nock.Scope[] = [one('/2'), other()]
  for (const scope of scopes) scope.done()
})
`) ?? { text: '' }
    expect(left?.map(({ line }) => line)).toEqual([4, 4])
    expect(text).toContain("function one(path: string): Pick<nock.Scope, 'done' | 'isDone'> {\n")
    expect(text).toContain('function other(): ReturnType<typeof scopeOf> {\n')
    expect(text).toContain("const scopes: Pick<nock.Scope, 'done' | 'isDone'>[] = [")
  })

  test('the type of a scope in a file of which nothing stays had the reason that nock is still used', () => {
    const { text, left } = rewrite(`import nock from 'nock'

function check(scope: nock.Scope) {
  scope.done()
}
test('a', () => {
  nock('https://a.test').get('/1').reply(200, {})
})
`) ?? { text: '' }
    expect(left?.map(({ line, reason }) => [line, reason])).toEqual([
      [3, 'write the type of what this variable holds now: Stub or RestMethods of mynah'],
    ])
    expect(text).toContain('function check(scope: nock.Scope) {\n')
  })

  test('nock.disableNetConnect() refused what mynah answers', () => {
    const { text, notes } = rewrite(
      fileOf(
        "nock('https://a.test').get('/1').reply(200, payload)",
        "nock('https://b.test').get('/2').reply(200, {})",
        'beforeAll(() => {\n  nock.disableNetConnect()\n})\nafterEach(() => {\n  nock.cleanAll()\n})\n',
      ),
    ) ?? { text: '' }
    expect(text).not.toContain('disableNetConnect')
    expect(text).toContain('  nock.cleanAll()\n')
    expect(notes?.map(({ reason }) => reason)).toContain(
      'nock refused other requests here, and mynah does: one that nock has no answer for any more may reach the network',
    )
  })

  test('isDone() is asked of nock for what stays, and the stubs of the others are expected', () => {
    const { text } = rewrite(
      fileOf(
        "nock('https://a.test').get('/1').reply(200, payload)",
        "nock('https://a.test').get('/2').reply(200, {})\n  expect(nock.isDone()).toBe(true)",
      ),
    ) ?? { text: '' }
    expect(text).toContain("  mocks.expect.get('https://a.test/2', {})\n")
    expect(text).toContain('  expect(nock.isDone()).toBe(true)\n')
  })

  test('a variable with a scope stays with all that is made by it', () => {
    const { text, left } = rewrite(
      fileOf(
        "const scope = nock('https://a.test')\n  scope.get('/1').reply(200, {})\n  scope.get('/2').reply(200, payload)",
        "nock('https://a.test').get('/3').reply(200, {})",
      ),
    ) ?? { text: '' }
    expect(left).toHaveLength(3)
    expect(text).toContain("const scope = nock('https://a.test', { allowUnmocked: true })\n")
    expect(text).toContain("mocks.use.get('https://a.test/3', {}, { times: 1 })")
  })

  test('a second run writes nothing more', () => {
    const first = rewrite(
      fileOf("nock('https://a.test').get('/1').reply(200, payload)", "nock('https://a.test').get('/2').reply(200, {})"),
    )
    expect(rewrite(first?.text ?? '')?.text).toBe(first?.text)
  })
})

describe('what asks nock for the answers of all hosts, of which one stays, asks both', () => {
  const file = (asking: string) => `import nock from 'nock'

afterEach(() => {
  ${asking}
})
test('a', () => {
  nock('https://a.test').get('/1').reply(200, payload)
  nock('https://b.test').get('/2').reply(200, {})
})
`

  test.each([
    ['if (!nock.isDone()) report()', 'if (!(mocks.unused().length === 0 && nock.isDone())) report()'],
    ['expect(nock.isDone()).toBe(false)', 'expect(mocks.unused().length === 0 && nock.isDone()).toBe(false)'],
    [
      'expect(nock.pendingMocks()).toEqual([])',
      'expect([...nock.pendingMocks(), ...mocks.unused().map(String)]).toEqual([])',
    ],
    [
      `throw new Error('pending: ' + nock.pendingMocks())`,
      `throw new Error('pending: ' + [...nock.pendingMocks(), ...mocks.unused().map(String)])`,
    ],
  ])('%s', (asking, written) => {
    const { converted, left, text } = rewrite(file(asking)) ?? {}
    expect(text).toContain(`  ${written}\n`)
    expect(left).toHaveLength(1)
    expect(converted).toBe(2)
    expect(rewrite(text ?? '')?.text).toBe(text)
  })

  test('nock.cleanAll() before the end of a test removes the answers of both', () => {
    const { left, text } =
      rewrite(`import nock from 'nock'

test('a', async () => {
  nock('https://a.test').get('/1').reply(200, payload)
  nock('https://b.test').get('/2').reply(200, {})
  nock.cleanAll()
  await load()
})
`) ?? {}
    expect(left).toHaveLength(1)
    expect(text).toContain('  nock.cleanAll()\n  mocks.reset()\n  await load()\n')
    expect(rewrite(text ?? '')?.text).toBe(text)
  })
})
