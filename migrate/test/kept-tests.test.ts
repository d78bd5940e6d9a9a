import { expect, test } from 'vitest'
import { rewrite } from './rewrite.ts'

const WHOLE = 'the old library answers in place of the client, so that a test stays with it as a whole'

/** A test whose answers all convert, and one that keeps fetch-mock for one of its two. */
const TESTS = `afterEach(() => {
  fetchMock.hardReset()
})
test('a', async () => {
  fetchMock.get('https://a.test/a', { id: 1 })
  expect(fetchMock.callHistory.calls().length).toBe(0)
})
test('b', async () => {
  fetchMock.get('https://a.test/c', { id: 1 })
  fetchMock.get('express:/b/*/c', payload)
})
`

const HALF = `import { passthrough, setupMocks } from 'mynah'
import fetchMock from 'fetch-mock'

const mocks = setupMocks([])
beforeAll(mocks)

beforeEach(() => {
  fetchMock.mockGlobal().spy()
})
afterEach(() => {
  fetchMock.hardReset()
})
test('a', async () => {
  mocks.use.get('https://a.test/a', { id: 1 })
  expect(mocks.calls().length).toBe(0)
})
test('b', async () => {
  mocks.use.all('/{*rest}', passthrough())
  fetchMock.get('https://a.test/c', { id: 1 })
  // mynah: write the matcher 'express:/b/*/c' as a path and a match
  fetchMock.get('express:/b/*/c', payload)
})
`

const CASES: [name: string, before: string, after: string][] = [
  [
    'fetch-mock 12, which is put in place of fetch behind mynah',
    `import fetchMock from 'fetch-mock'

beforeEach(() => {
  fetchMock.mockGlobal()
})
${TESTS}`,
    HALF,
  ],
  [
    'fetch-mock 12 with a catch() that only throws, which mynah does for all',
    `import fetchMock from 'fetch-mock'

beforeEach(() => {
  fetchMock.mockGlobal().catch(() => {
    throw new Error('none')
  })
})
${TESTS}`,
    HALF,
  ],
]

test.each(CASES)('one answer that was left kept all tests of the file: %s', (_, before, after) => {
  const { text, left } = rewrite(before) ?? {}
  expect(text).toBe(after)
  expect(left?.filter(({ keeper }) => keeper).map(({ reason }) => reason)).toEqual([WHOLE])
  expect(left?.filter(({ keeper }) => !keeper)).toHaveLength(1)
  expect(rewrite(after)?.text).toBe(after)
})
