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

describe('overrides that meet on a docs page of Storybook', () => {
  const DOCS = 'http://localhost:6006/iframe.html?id=users--docs&viewMode=docs'

  /** Returns what overrides of `GET /users` and others write on the console of a page. */
  function warnings(href: string, override: (mocks: ReturnType<typeof setupMocks>) => void, globals = {}): unknown[] {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    using mocks = setupMocks([rest.get('/users', [1])], { log: false })
    mocks.start()
    inPage({ process, location: new URL(href), __STORYBOOK_PREVIEW__: {}, ...globals }, () => override(mocks))
    const printed = warn.mock.calls.flat()
    warn.mockRestore()
    return printed
  }

  /** Two stories that override one route, each in its own line, and one that overrides another. */
  function overrideTwice({ use }: ReturnType<typeof setupMocks>) {
    use(rest.get('/users', []))
    use(rest.get('/teams', []))
    use(rest.get('/users', [], { status: 500 }))
    use(rest.get('/teams', [], { status: 500 }))
  }

  test('warn once', () => {
    expect(warnings(DOCS, overrideTwice)).toEqual([
      `mynah: several overrides of GET /users are in force on this docs page, and the newest one answers all of its stories

Write  parameters: { docs: { story: { inline: false } } }  in the preview: each story then has a frame, and mocks of its own`,
    ])
  })

  test('are recognised by their routes, not by the names of params', () => {
    const printed = warnings(DOCS, ({ use }) => {
      use(rest.get('/users/:id', {}))
      use(rest.get('/users/:name', {}))
    })
    expect(printed).toHaveLength(1)
  })

  const silent: Readonly<Record<string, (mocks: ReturnType<typeof setupMocks>) => void>> = {
    'a story that is rendered twice': ({ use }) => {
      for (const _ of [1, 2]) use(rest.get('/users', []))
    },
    'two stories with one stub': ({ use }) => {
      const stub = rest.get('/users', [])
      use(stub)
      use(stub)
    },
    'another route': ({ use }) => {
      use(rest.get('/users', []))
      use(rest.post('/users', {}))
    },
    'an override that was undone': ({ use }) => {
      use(rest.get('/users', []))()
      use(rest.get('/users', [1]))
    },
    'several stubs of one override': ({ use }) => {
      use(rest.get('/users', []), rest.get('/users', [1], { match: { queries: { page: 1 } } }))
    },
  }

  test.each(Object.entries(silent))('are silent for %s', (_name, override) => {
    expect(warnings(DOCS, override)).toEqual([])
  })

  test('are silent in the frame of a story, and outside of Storybook', () => {
    expect(warnings('http://localhost:6006/iframe.html?id=users--empty&viewMode=story', overrideTwice)).toEqual([])
    using mocks = setupMocks([])
    mocks.start()
    const warn = vi.spyOn(console, 'warn')
    inPage({ process, location: new URL(DOCS) }, () => overrideTwice(mocks))
    expect(warn).not.toHaveBeenCalled()
  })
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
