import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { rest, setupMocks } from '../../src/entries/index.ts'
import type { Mocks } from '../../src/mocks/mocks.ts'
import { ShownStories } from '../../src/storybook/shown-stories.ts'
import { contextOf } from './support.ts'

const USERS = 'https://api.test/users'
const declared = [{ name: 'Ada' }]
const empty = { routes: { users: rest.get('/users', []) } }

let mocks: Mocks
let stories: ShownStories

beforeEach(() => {
  mocks = setupMocks([rest.get('/users', declared)])
  mocks.start()
  stories = new ShownStories()
})

afterEach(() => {
  mocks.reset({ failures: true })
  mocks.stop()
})

async function users(): Promise<unknown> {
  return (await fetch(USERS)).json()
}

describe('the routes of a story', () => {
  test('answer until the story is left', async () => {
    const story = stories.enter(contextOf({ mynah: empty }), undefined)
    expect(await users()).toEqual([])
    story.leave()
    expect(await users()).toEqual(declared)
  })

  test('answer by the chosen variant', async () => {
    const mynah = { ...empty, variants: { broken: [rest.get('/users', { error: 'Out of order' })] } }
    stories.enter(contextOf({ mynah, globals: { mynah: { variant: 'broken' } } }), undefined)
    expect(await users()).toEqual({ error: 'Out of order' })
  })

  test('of a story that is mounted again are read again', async () => {
    const mynah = { routes: ({ args }: { args: { name?: string } }) => [rest.get('/users', [args.name ?? ''])] }
    stories.enter(contextOf({ mynah, args: { name: 'Ada' } }), undefined).leave()
    stories.enter(contextOf({ mynah, args: { name: 'Bob' } }), undefined)
    expect(await users()).toEqual(['Bob'])
  })

  test('leave one layer after a hot reload, which cleans the old story up when the new one has loaded', async () => {
    const old = stories.enter(contextOf({ mynah: empty }), undefined)
    stories.enter(contextOf({ mynah: { routes: [rest.get('/users', ['new'])] } }), undefined)
    old.leave()
    expect(await users()).toEqual(['new'])
    expect(mocks.unused()).toHaveLength(1)
  })

  test('leave with a story whose loader threw, so that it has no clean-up', async () => {
    const controller = new AbortController()
    stories.enter(contextOf({ mynah: empty, canvasElement: {} as never, abortSignal: controller.signal }), undefined)
    controller.abort()
    stories.enter(contextOf(), undefined)
    expect(await users()).toEqual(declared)
  })
})

test('a story that is rendered again keeps its routes, and the requests that they have taken', async () => {
  const context = contextOf({ mynah: { routes: [rest.get('/users', [], { delay: 50 })] } })
  const story = stories.enter(context, undefined)
  const asked = users()
  expect(stories.enter({ ...context, args: { size: 2 } }, undefined)).toBe(story)
  expect(await asked).toEqual([])
})

describe('when a story is left', () => {
  test('its overrides go, whether it returned their undo or not', async () => {
    const story = stories.enter(contextOf(), undefined)
    story.mocks.use(rest.get('/users', ['own']))
    expect(await users()).toEqual(['own'])
    story.leave()
    expect(await users()).toEqual(declared)
  })

  test('its calls and failures go', async () => {
    const story = stories.enter(contextOf(), undefined)
    await fetch('https://api.test/teams').catch(() => {})
    expect(() => mocks.verify()).toThrow('No stub answers GET https://api.test/teams')
    story.leave()
    mocks.verify()
    expect(mocks.calls()).toEqual([])
  })

  test('the other stories of a docs page keep what they have put on', async () => {
    const [one, two] = [{}, {}] as never[]
    const left = stories.enter(contextOf({ canvasElement: one as never }), undefined)
    stories.enter(contextOf({ canvasElement: two as never }), undefined).mocks.use(rest.get('/users', ['two']))
    left.leave()
    expect(await users()).toEqual(['two'])
  })

  test('a second call does nothing', async () => {
    const story = stories.enter(contextOf(), undefined)
    story.leave()
    mocks.use(rest.get('/users', ['later']))
    story.leave()
    expect(await users()).toEqual(['later'])
  })
})

describe('the mocks of a story', () => {
  test('are the newest started ones', () => {
    const newest = setupMocks([])
    const stop = newest.start()
    expect(stories.enter(contextOf(), undefined).mocks).toBe(newest)
    stop()
  })

  test('are missed if none are started', () => {
    mocks.stop()
    expect(() => stories.enter(contextOf(), undefined)).toThrow(
      expect.objectContaining({
        code: 'NOT_STARTED',
        message:
          'mynah/storybook: no mocks are started\n\nWrite  beforeAll: setupMocks(routes)  in .storybook/preview.ts',
      }),
    )
  })
})
