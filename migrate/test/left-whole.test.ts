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

  test('a scope was converted beside a recording of nock.back, which answered for its host', () => {
    const { converted, reasons } = reasonsOf(`import nock from 'nock'

test('a', async () => {
  nock('https://a.test').get('/1').reply(200, {})
  await nock.back('users.json')
})
`)
    expect(converted).toBe(0)
    expect(reasons).toEqual([
      'nock.back: see "From nock" in migrating.md',
      'nock answers for the hosts of a recording, which may be those of these scopes: record anew first',
    ])
  })

  test('nock.activeMocks() counted nothing of a host that was converted beside one that was left', () => {
    const { converted, reasons } = reasonsOf(`import nock from 'nock'

test('a', () => {
  nock('https://a.test').get('/1').reply(200, payload)
  nock('https://b.test').get('/2').reply(200, {})
  expect(nock.activeMocks()).toHaveLength(2)
})
`)
    expect(converted).toBe(0)
    expect(reasons).toEqual([
      'is payload a text or a JSON value? A text is text(…), anything else stands as it is',
      'this file asks nock for the answers of all hosts, and one of its scopes is left',
    ])
  })

  test.each([
    [
      "import nock from 'nock'\nconst { isDone } = nock",
      'write what gets nock here with mynah: rest.at(base) makes the stubs, and mocks.use(stub) declares them',
    ],
    [
      "import nock, { isDone } from 'nock'",
      'import nock alone, write this as its member, as nock.cleanAll(), and run migrate again',
    ],
  ])('isDone by its name was true of nock, whose scopes were converted: %j', (head, reason) => {
    const { converted, reasons } = reasonsOf(`${head}

test('a', () => {
  nock('https://a.test').get('/1').reply(200)
  expect(isDone()).toBe(true)
})
`)
    expect(converted).toBe(0)
    expect(new Set(reasons)).toEqual(new Set([reason]))
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
