import { expect, test } from 'vitest'
import { rewrite, runWithMynah } from './rewrite.ts'

const HEAD = `import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import fetchMock from 'jest-fetch-mock'

fetchMock.enableMocks()
`

/** What becomes of a file, if nothing of it is left. */
function converted(code: string, name = '/project/a.test.js'): string | undefined {
  const result = rewrite(code, name)
  expect(result?.left).toEqual([])
  return result?.text
}

test('a constant that holds fetch as a mock kept its answers, and fetch was none any more', () => {
  const code = `import type { FetchMock } from 'vitest-fetch-mock'
import { beforeEach, expect, test, vi } from 'vitest'

const mocked = globalThis.fetch as unknown as FetchMock
beforeEach(() => {
  mocked.resetMocks()
})
test('a', async () => {
  mocked.mockResponse('a')
  await fetch('https://api.test/a')
  expect(vi.mocked(fetch)).toHaveBeenCalledTimes(1)
})
`
  expect(converted(code, '/project/a.test.ts')).toBe(`import { setupMocks, text } from 'mynah'
import { beforeAll, expect, test } from 'vitest'

const mocks = setupMocks([])
beforeAll(mocks)

test('a', async () => {
  mocks.use.all(/.*/, text('a'))
  await fetch('https://api.test/a')
  expect(mocks.calls()).toHaveLength(1)
})
`)
})

test('a hook returned the undo of an override, which Jest refuses', () => {
  const code = `${HEAD}
beforeEach(() => fetchMock.mockResponse('a'))
test('a', async () => {
  assert.equal(await (await fetch('https://api.test/a')).text(), 'a')
})
`
  const text = converted(code)
  expect(text).toContain("beforeEach(() => { mocks.use.all(/.*/, text('a')) })")
  expect(runWithMynah(text ?? '')).toEqual({ status: 0, output: '' })
})

test('a status that is spread came after the one that overwrites it', () => {
  const code = `${HEAD}
const answer = (payload, init) => fetchMock.mockResponseOnce(JSON.stringify(payload), { ...init, status: 201 })
test('a', async () => {
  answer({ id: 1 }, { status: 200, headers: { 'x-a': '1' } })
  const response = await fetch('https://api.test/a')
  assert.equal(response.status, 201)
  assert.equal(response.headers.get('x-a'), '1')
})
test('b', async () => {
  answer({ id: 1 })
  assert.deepEqual(await (await fetch('https://api.test/a')).json(), { id: 1 })
})
`
  const text = converted(code)
  expect(text).toContain('{ mocks.use.all(/.*/, payload, { ...init, status: 201, times: 1 }) }')
  expect(runWithMynah(text ?? '')).toEqual({ status: 0, output: '' })
})

test('stubs of a loop at the top of a file were there for its first test alone', () => {
  const code = `${HEAD}
const paths = ['a', 'b']
paths.forEach((path) => fetchMock.mockIf(new RegExp(path), path))
`
  expect(rewrite(code, '/project/a.test.js')?.left).not.toEqual([])
  const text = converted(`${HEAD}
;[/\\/a$/, /\\/b$/].forEach(() => {
  fetchMock.mockResponse('all')
})
test('a', async () => {
  assert.equal(await (await fetch('https://api.test/a')).text(), 'all')
})
test('b', async () => {
  assert.equal(await (await fetch('https://api.test/a')).text(), 'all')
})
`)
  expect(runWithMynah(text ?? '')).toEqual({ status: 0, output: '' })
})
