import { describe, expect, test } from 'vitest'
import { fileIn, rewrite } from './rewrite.ts'

const ASK = `/** Asks fetch-mock for an answer that it still makes. */
const askFetchMock = (response) => {
  const mock = fetchMock.createInstance().route('*', response)
  return async ({ request: { url, method, headers, text: body, raw } }) => {
    try {
      const answer = await mock.fetchHandler(url, { method, headers, body, signal: raw.signal })
      return new Response(answer.body && (await answer.arrayBuffer()), answer)
    } catch (error) {
      return networkError(error instanceof Error ? error : Object.assign(new Error(String(error)), error))
    }
  }
}
`
const UNKNOWN = (code: string) =>
  `  // mynah: fetch-mock still makes this answer: is ${code} a text or a JSON value? A text is text(…), anything else stands as it is\n`

const rewritten = (body: string, version = '12.6.0') =>
  rewrite(`import fetchMock from 'fetch-mock'\n\n${body}`, fileIn({ 'fetch-mock': version }, 'users.test.js'))

describe('an answer that the command cannot read is asked of fetch-mock, and kept its file before', () => {
  test.each([
    ['a promise', 'new Promise((done) => done(404))', 'new Promise((done) => done(404))'],
    ['what a function returns', 'load()', 'load()'],
    ['an object with then', '{ status: 200, then: () => {} }', '{ status: 200, then: () => {} }'],
  ])('%s', (_, response, shown) => {
    const { text, left, notes } = rewritten(`test('a', async () => {
  fetchMock.get('https://a.test/a', ${response})
  fetchMock.get('https://a.test/b', [])
  expect(fetchMock.callHistory.calls()).toHaveLength(1)
})
`) as NonNullable<ReturnType<typeof rewrite>>
    expect(text).toContain(ASK)
    expect(text).toContain(`test('a', async () => {
${UNKNOWN(shown)}  mocks.use.get('https://a.test/a', askFetchMock(${response}))
  mocks.use.get('https://a.test/b', [])
  expect(mocks.calls()).toHaveLength(1)
})
`)
    expect(left.map(({ reason }) => reason)).toEqual(['fetchMock of fetch-mock is still used'])
    expect(notes.map(({ line }) => line)).toContain(4)
  })

  test('a function that reads bytes had the text of the body, without a word', () => {
    const { text = '' } =
      rewritten(`test('a', () => {
  fetchMock.get('https://a.test/a', (url, options) => ({ size: new Uint8Array(options.body).length }))
})
`) ?? {}
    expect(text).toContain(
      '  // mynah: fetch-mock still makes this answer: a body of bytes is read by request.raw.arrayBuffer()\n',
    )
  })

  test('a function that throws', () => {
    const { text } = rewritten(`test('a', () => {
  fetchMock.getOnce('https://a.test/a', () => {
    throw new Error('down')
  })
})
`) as NonNullable<ReturnType<typeof rewrite>>
    expect(text).toContain('  // mynah: fetch-mock still makes this answer: return networkError(error) with an Error\n')
    expect(text).toContain("    askFetchMock(() => {\n      throw new Error('down')\n    }),\n    { times: 1 },\n")
  })

  test('a file with exactOptionalPropertyTypes stayed whole, since a request may have no body', () => {
    const text = `import fetchMock from 'fetch-mock'\n\ntest('a', async () => {\n  fetchMock.get('https://a.test/a', load())\n})\n`
    expect(rewrite(text, fileIn({ 'fetch-mock': '12.6.0' }, 'users.test.ts'))?.text).toContain(
      'mock.fetchHandler(url, { method, headers, body, signal: raw.signal } as RequestInit)\n',
    )
  })

  test('before fetch-mock 12 a sandbox is asked', () => {
    const { text } = rewritten("test('a', () => {\n  fetchMock.get('https://a.test/a', load())\n})\n", '9.11.0') as {
      text: string
    }
    expect(text).toContain("  const mock = fetchMock.sandbox().mock('*', response)\n")
    // Its types have no fetchHandler, which kept the file.
    expect(text).toContain('const answer = await mock(url, { method, headers, body, signal: raw.signal })\n')
  })

  test('a second run changes nothing', () => {
    const { text } = rewritten("test('a', () => {\n  fetchMock.get('https://a.test/a', load())\n})\n") as {
      text: string
    }
    expect(rewrite(text, fileIn({ 'fetch-mock': '12.6.0' }, 'users.test.js'))?.text).toBe(text)
  })
})

describe('a question about calls that stays keeps nothing else', () => {
  test.each([
    // Before, each answer was {}, since it was none of the class that fetch-mock knows.
    [
      '9.11.0',
      'lastOptions()',
      'if (fetchMock.config) fetchMock.config.Response = globalThis.Response\n  fetchMock.spy',
      'restore',
    ],
    ['12.6.0', 'callHistory.lastCall().options', 'fetchMock.mockGlobal().spy', 'hardReset'],
  ])('fetch-mock %s sees all calls, and mynah answers them', (version, read, start, end) => {
    const { text, left } = rewritten(
      `beforeEach(() => {
  fetchMock.get('https://a.test/a', [])
})
test('a', async () => {
  await load()
  expect(fetchMock.${read}).toMatchObject({ mode: 'cors' })
})
`,
      version,
    ) as NonNullable<ReturnType<typeof rewrite>>
    expect(left).toHaveLength(1)
    expect(text).toContain(`const mocks = setupMocks([])
beforeAll(mocks)

beforeEach(() => {
  ${start}()
})
afterEach(() => {
  fetchMock.${end}()
})

beforeEach(() => {
  mocks.use.get('https://a.test/a', [])
})
`)
    expect(text).toContain(`  expect(fetchMock.${read}).toMatchObject({ mode: 'cors' })\n`)
  })

  test.each([
    'expect(fetchMock).toHaveLastPosted(load)',
    'expect(fetchMock).toHavePosted(load, { matcherFunction })',
    'expect(fetchMock.callHistory.callLogs[0].options.mode).toBe(1)',
  ])('%s kept its test, though fetch-mock sees all calls', (question) => {
    const { text, left } = rewritten(`test('a', async () => {
  fetchMock.get('https://a.test/a', [])
  ${question}
})
`) as NonNullable<ReturnType<typeof rewrite>>
    expect(left).toHaveLength(1)
    expect(text).toContain('beforeEach(() => {\n  fetchMock.mockGlobal().spy()\n})\n')
    expect(text).toContain("  mocks.use.get('https://a.test/a', [])\n")
    expect(text).toContain(`  ${question}\n`)
    expect(rewrite(text, fileIn({ 'fetch-mock': '12.6.0' }, 'users.test.js'))?.text).toBe(text)
  })

  test('a second run let all requests pass where fetch-mock spies', () => {
    const { text } = rewritten(`test('a', async () => {
  const urls = fetchMock.callHistory.calls().map(String)
})
`) as { text: string }
    expect(rewrite(text, fileIn({ 'fetch-mock': '12.6.0' }, 'users.test.js'))?.text).toBe(text)
  })

  test('a test that has the calls forgotten asks fetch-mock for all of its calls', () => {
    const { text } = rewritten(`test('a', async () => {
  fetchMock.clearHistory()
  await load()
  expect(fetchMock.callHistory.calls()).toHaveLength(1)
})
test('b', async () => {
  await load()
  fetchMock.clearHistory()
  await load()
  expect(fetchMock.callHistory.calls()).toHaveLength(1)
})
`) as { text: string }
    expect(text).toContain("test('a', async () => {\n  await load()\n  expect(mocks.calls()).toHaveLength(1)\n})\n")
    expect(text).toContain('  expect(fetchMock.callHistory.calls()).toHaveLength(1)\n})\n')
  })
})

test('an answer that a reset had taken away was held to come before the next one', () => {
  const { left, text } = rewritten(`test('a', async () => {
  fetchMock.route('*', 500)
  await load()
  fetchMock.hardReset()
  fetchMock.route('*', { throws: new Error('down') })
  await load()
})
`) as NonNullable<ReturnType<typeof rewrite>>
  expect(left).toEqual([])
  expect(text).toContain('  mocks.reset()\n')
})
