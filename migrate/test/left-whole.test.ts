import { describe, expect, test } from 'vitest'
import { rewrite } from './rewrite.ts'

const reasonsOf = (text: string) => {
  const { converted, left, text: after } = rewrite(text) ?? {}
  return { converted, reasons: left?.map(({ reason }) => reason), after }
}

describe('what cannot be split stays as a whole', () => {
  test('nock answered for the converted stubs of a host of which one scope was left: it lets pass what it has no answer for', () => {
    const { converted, reasons, after } = reasonsOf(`import nock from 'nock'

test('a', () => {
  nock('https://a.test').get('/1').reply(200, payload)
  nock('https://a.test').get('/2').reply(200, {})
})
test('b', () => {
  nock('https://b.test').get('/3').reply(200, {})
})
`)
    expect(converted).toBe(2)
    expect(reasons).toEqual(['is payload a text or a JSON value? A text is text(…), anything else stands as it is'])
    expect(after).toContain("  nock('https://a.test', { allowUnmocked: true }).get('/1').reply(200, payload)\n")
    expect(after).toContain("  mocks.use.get('https://a.test/2', {}, { times: 1 })\n")
    expect(after).toContain(
      'const mocks = setupMocks([], { passthrough: [/^https:\\/\\/a\\.test\\/1\\/?(?:\\?|$)/] })\n',
    )
    expect(after).toContain("  mocks.use.get('https://b.test/3', {}, { times: 1 })\n")
  })

  test('a scope was converted in the test of a recording of nock.back, which answered for its host', () => {
    const { converted, reasons } = reasonsOf(`import nock from 'nock'

test('a', async () => {
  nock('https://a.test').get('/1').reply(200, {})
  await nock.back('users.json')
})
test('b', () => {
  nock('https://a.test').get('/1').reply(200, {})
})
`)
    expect(converted).toBe(1)
    expect(reasons).toEqual([
      "nock.back('users.json') is left, and may answer for all of any host",
      'nock.back: see "From nock" in migrating.md',
    ])
  })

  test('a question about the answers of all hosts that is left kept all of them', () => {
    const { converted, reasons } = reasonsOf(`import nock from 'nock'

test('a', () => {
  nock('https://a.test').get('/1').reply(200, payload)
  nock('https://b.test').get('/2').reply(200, {})
  expect(nock.activeMocks()).toHaveLength(2)
})
`)
    expect(converted).toBe(1)
    expect(reasons).toEqual([
      'is payload a text or a JSON value? A text is text(…), anything else stands as it is',
      'nock.activeMocks: see "From nock" in migrating.md',
    ])
  })

  test('isDone that is taken out of nock was true of it, whose scopes were converted', () => {
    const { converted, reasons } = reasonsOf(`import nock from 'nock'
const { isDone } = nock

test('a', () => {
  nock('https://a.test').get('/1').reply(200)
  expect(isDone()).toBe(true)
})
`)
    expect(converted).toBe(0)
    expect(new Set(reasons)).toEqual(
      new Set([
        'write what gets nock here with mynah: rest.at(base) makes the stubs, and mocks.use(stub) declares them',
      ]),
    )
  })

  test('routes of fetch-mock were split between fetch-mock and mynah', () => {
    const { converted, after } = reasonsOf(`import fetchMock from 'fetch-mock'

test('a', () => {
  fetchMock.get('https://api.test/users', { redirectUrl: '/b' })
  fetchMock.get('https://api.test/posts', [])
})
`)
    expect(converted).toBe(0)
    expect(after).toContain("  fetchMock.get('https://api.test/posts', [])\n")
    expect(after).not.toContain("from 'mynah'")
  })

  test('one library of a file stayed, and the other was rewritten beside it', () => {
    const { converted, reasons, after } = reasonsOf(`import fetchMock from 'fetch-mock'
import nock from 'nock'

test('a', () => {
  fetchMock.get('https://api.test/users', { redirectUrl: '/b' })
  nock('https://api.test').get('/posts').reply(200, [])
})
`)
    expect(converted).toBe(0)
    expect(reasons).toContain('this stays while the other library of the file does')
    expect(after).not.toContain("from 'mynah'")
  })
})

test('two libraries in one file declared two mocks, and imported mynah twice', () => {
  const { text, left } =
    rewrite(`import fetchMock from 'fetch-mock'
import nock from 'nock'

test('a', () => {
  fetchMock.get('https://b.test/users', [])
  nock('https://a.test').get('/posts').reply(200, [])
})
`) ?? {}
  expect(left).toEqual([])
  expect(text).toBe(`import { setupMocks } from 'mynah'

const mocks = setupMocks([])
beforeAll(mocks)

test('a', () => {
  mocks.use.get('https://b.test/users', [])
  mocks.use.get('https://a.test/posts', [], { times: 1 })
})
`)
})

test('a second run imported mynah again, and wrote its comments again', () => {
  const code = `import nock from 'nock'

test('a', () => {
  nock('https://a.test').get('/1').reply(200, payload)
  nock('https://b.test').get('/2').reply(200, {})
})
`
  const first = rewrite(code)
  expect(first?.converted).toBe(1)
  const second = rewrite(first?.text ?? '')
  expect(second?.text).toBe(first?.text)
  expect(second?.left).toHaveLength(1)
  expect(second?.left[0]?.reason).toBe(first?.left[0]?.reason)
})

test.each([
  ["import nock, { isDone } from 'nock'", 'isDone()'],
  ["const nock = require('nock')\nconst isDone = require('nock').isDone", 'isDone()'],
])('a member of nock by its name kept the whole file: %j', (head, call) => {
  const { text, left } = rewrite(`${head}

test('a', () => {
  nock('https://a.test').get('/1').reply(200)
  expect(${call}).toBe(true)
})
`) ?? { text: '' }
  expect(left).toEqual([])
  expect(text).toContain("  mocks.expect.get('https://a.test/1'")
  expect(text).not.toContain('nock')
})

test('what was left in one test kept what another test asks for', () => {
  const { text, converted, notes } = rewrite(`import nock from 'nock'

function setUp() {
  const api = nock('https://a.test').get('/1').reply(200, {})
  api.on('request', () => {})
  return { api }
}
test('a', () => {
  const { api } = setUp()
  api.get('/2').reply(200, {})
})
test('b', () => {
  nock('https://a.test').get('/1').reply(200, {})
  nock('https://a.test').get('/2').reply(200, {})
})
`) ?? { text: '' }
  expect(converted).toBe(2)
  expect(text).toContain("const mocks = setupMocks([], { passthrough: ['https://a.test'] })\n")
  expect(text).toContain("  const api = nock('https://a.test', { allowUnmocked: true }).get('/1')")
  expect(notes?.map(({ reason }) => reason)).toContain(
    'all requests to https://a.test pass, since what is left may answer any of them: one without an answer may reach the network',
  )
})

test('a file that was moved in part is moved on with the mocks that it has', () => {
  const code = `import nock from 'nock'
import { setupMocks } from 'mynah'

const mocks = setupMocks([])
beforeAll(mocks)

test('a', () => {
  nock('https://b.test').get('/2').reply(200, 'text')
})
`
  expect(rewrite(code)?.text).toBe(`import { setupMocks, text } from 'mynah'

const mocks = setupMocks([])
beforeAll(mocks)

test('a', () => {
  mocks.use.get('https://b.test/2', text('text'), { times: 1 })
})
`)
})

test('a name of the old library that is left counts as left by hand', () => {
  const { text, left } = rewrite(`import nock from 'nock'\n\nexport const api = nock\n`) ?? {}
  expect(left?.length).toBeGreaterThan(0)
  expect(text).toContain("import nock from 'nock'")
})
