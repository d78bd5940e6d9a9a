import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { rest, setupMocks } from '../../../src/entries/index.ts'
import type { Mocks } from '../../../src/mocks/mocks.ts'
import { FakeChannel } from '../../storybook/channel/fake-channel.ts'

/* Storybook's preview with `beforeAll: setupMocks(routes)` and nothing else. */

vi.mock('#runners', () => import('../../../src/mocks/runner/runners.browser.ts'))

const USERS = 'https://api.test/users'

/** Starts mocks in a preview. */
function startInPreview(location?: URL): { readonly channel: FakeChannel; readonly mocks: Mocks } {
  const channel = new FakeChannel()
  vi.stubGlobal('__STORYBOOK_PREVIEW__', { channel })
  vi.stubGlobal('location', location)
  const mocks = setupMocks([rest.get('/users', ['declared'])], { log: false })
  mocks.start()
  onTestFinished(() => {
    mocks.reset({ failures: true })
    mocks.stop()
    vi.unstubAllGlobals()
  })
  return { channel, mocks }
}

async function users(): Promise<unknown> {
  return (await fetch(USERS)).json()
}

test('an override whose undo a story did not return must not answer in the next story', async () => {
  const { channel, mocks } = startInPreview()
  mocks.use(rest.get('/users', ['own']))
  expect(await users()).toEqual(['own'])
  channel.emit('storyChanged', 'users--next')
  expect(await users()).toEqual(['declared'])
})

test('the next story has no calls and no failures of the one before', async () => {
  const { channel, mocks } = startInPreview()
  await fetch('https://api.test/teams').catch(() => {})
  channel.emit('storyChanged', 'users--next')
  expect(mocks.calls()).toEqual([])
  mocks.verify()
})

test('mocks that have ended listen no more', () => {
  const { channel, mocks } = startInPreview()
  expect(channel.listenerCount()).toBe(1)
  mocks.stop()
  expect(channel.listenerCount()).toBe(0)
})

test('stop throws nothing, or a hot reload would not start the mocks again', async () => {
  const { mocks } = startInPreview()
  await fetch('https://api.test/nope').catch(() => {})
  mocks.stop()
  expect(mocks.unmatched()).toHaveLength(1)
})

describe('overrides that meet on a docs page', () => {
  const DOCS = 'http://localhost:6006/iframe.html?id=users--docs&viewMode=docs'

  /** Returns what overrides of `GET /users` and others write on the console of a page. */
  function warnings(href: string, override: (mocks: Mocks) => void): unknown[] {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    override(startInPreview(new URL(href)).mocks)
    const printed = warn.mock.calls.flat()
    warn.mockRestore()
    return printed
  }

  /** Two stories that override one route, each in its own line, and one that overrides another. */
  function overrideTwice({ use }: Mocks) {
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

  const silent: Readonly<Record<string, (mocks: Mocks) => void>> = {
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

  test('are silent in the frame of a story', () => {
    expect(warnings('http://localhost:6006/iframe.html?id=users--empty&viewMode=story', overrideTwice)).toEqual([])
  })

  test('are silent outside of Storybook', () => {
    const outside = (mocks: Mocks) => {
      Reflect.deleteProperty(globalThis, '__STORYBOOK_PREVIEW__')
      overrideTwice(mocks)
    }
    expect(warnings(DOCS, outside)).toEqual([])
  })
})
