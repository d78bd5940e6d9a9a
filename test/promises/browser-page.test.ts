import { describe, expect, test, vi } from 'vitest'
import { rest, setupMocks } from '../../src/entries/index.ts'
import { isAssetRequest } from '../../src/mocks/on-unmatched.ts'
import { isWatched } from '../../src/runtime/environment.ts'

/** The globals by which the code recognises a page. test/consumers/browser tests a real page. */
function inPage<Result>(globals: Readonly<Record<string, unknown>>, ask: () => Result): Result {
  const page = { document: {}, process: undefined, location: new URL('http://localhost:6006/iframe.html'), ...globals }
  for (const [name, value] of Object.entries(page)) vi.stubGlobal(name, value)
  try {
    return ask()
  } finally {
    vi.unstubAllGlobals()
  }
}

describe('requests of the page itself pass through silently', () => {
  const requests: readonly { line: string; passes: boolean }[] = [
    { line: 'GET http://localhost:6006/src/users.stories.tsx', passes: true },
    { line: 'GET http://localhost:6006/assets/logo.svg?v=1', passes: true },
    { line: 'GET http://localhost:6006/fonts/a.WOFF2', passes: true },
    { line: 'GET http://localhost:6006/@vite/client', passes: true },
    { line: 'GET http://localhost:6006/sb-preview/runtime', passes: true },
    { line: 'GET http://localhost:6006/main.abc.hot-update.json', passes: true },
    { line: 'GET http://localhost:6006/users', passes: false },
    { line: 'GET http://localhost:6006/users.json', passes: false },
    { line: 'POST http://localhost:6006/upload.svg', passes: false },
    { line: 'GET https://cdn.test/logo.svg', passes: false },
    { line: 'GET https://cdn.test/@vite/client', passes: false },
  ]

  test.each(requests)('$line: $passes', ({ line, passes }) => {
    const [method = '', url = ''] = line.split(' ')
    expect(inPage({}, () => isAssetRequest({ method, url }))).toBe(passes)
    expect(isAssetRequest({ method, url })).toBe(false)
  })

  test('jsdom also has a document, but sends no requests itself', () => {
    const asset = { method: 'GET', url: 'http://localhost:6006/logo.svg' }
    expect(inPage({ process: { versions: { node: '24.0.0' } } }, () => isAssetRequest(asset))).toBe(false)
    expect(inPage({ process: { versions: {} } }, () => isAssetRequest(asset))).toBe(true)
    expect(inPage({ process: {} }, () => isAssetRequest(asset))).toBe(true)
  })
})

test('a page logs by default, but a test in a page does not', () => {
  expect(inPage({}, isWatched)).toBe(true)
  vi.stubGlobal('__vitest_browser__', true)
  expect(inPage({}, isWatched)).toBe(false)
  expect(isWatched()).toBe(false)
})

test.each([
  ['the default policy', {}],
  ['a function that decides nothing', { onUnmatched: () => undefined }],
])('a miss in a page is an error on its console, by %s', async (_name, options) => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
  const mocks = setupMocks([rest.get('/users', [])], { ...options, log: false })
  const inThisPage = { document: {}, process: undefined, location: new URL('http://localhost:6006/iframe.html') }
  for (const [name, value] of Object.entries(inThisPage)) vi.stubGlobal(name, value)
  const error = await mocks.fetch('http://localhost:6006/user').catch((error) => error)
  vi.unstubAllGlobals()
  expect(printed.mock.calls).toEqual([[error.message]])
  expect(error.message).toMatch(/^No stub answers GET http:\/\/localhost:6006\/user\n/)
  printed.mockRestore()
  mocks.reset({ failures: true })
  mocks.stop()
})
