import type { StoryContext } from 'storybook/internal/csf'
import { addons } from 'storybook/preview-api'
import { expect as storybookExpect } from 'storybook/test'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as matchers from '../../src/entries/expect.ts'
import { rest, setupMocks } from '../../src/entries/index.ts'
import mynah from '../../src/entries/storybook.ts'
import type { Mocks } from '../../src/mocks/mocks.ts'
import * as annotations from '../../src/storybook/annotations.ts'
import { EVENTS } from '../../src/storybook/channel/messages.ts'
import { FakeChannel } from './channel/fake-channel.ts'
import { contextOf } from './support.ts'

let mocks: Mocks

beforeEach(() => {
  mocks = setupMocks([rest.get('/users', [])])
  mocks.start()
})

afterEach(() => {
  mocks.reset({ failures: true })
  mocks.stop()
})

/** Runs the hooks before a story, as Storybook does, and returns the clean-up. */
async function open(context: StoryContext): Promise<() => unknown> {
  for (const loader of annotations.loaders) await loader(context)
  const cleanUps = await Promise.all(annotations.beforeEach.map((hook) => hook(context)))
  return () => Promise.all(cleanUps.map((cleanUp) => cleanUp?.()))
}

async function verify(context: StoryContext): Promise<void> {
  for (const hook of annotations.afterEach) await hook(context)
}

test('the mocks are in the context of loaders, hooks and play', async () => {
  const context = contextOf()
  const close = await open(context)
  expect(context.mocks).toBe(mocks)
  await close()
})

test.each([{}, { mynah: { verify: true } }])(
  'a story with %j fails with the report on its miss, until it is left',
  async (parameters) => {
    const context = contextOf(parameters)
    const close = await open(context)
    await verify(context)
    await fetch('https://api.test/teams').catch(() => {})
    await expect(verify(context)).rejects.toThrow('No stub answers GET https://api.test/teams')
    await close()
    mocks.verify()
  },
)

test('a story with `verify: false` does not fail', async () => {
  const context = contextOf({ mynah: { verify: false } })
  const close = await open(context)
  await fetch('https://api.test/teams').catch(() => {})
  await verify(context)
  await close()
})

test('a test runner tells the report of a story a second time', async () => {
  const context = contextOf()
  const close = await open(context)
  await fetch('https://api.test/teams').catch(() => {})
  await expect(verify(context)).rejects.toThrow('No stub answers GET https://api.test/teams')
  mocks.verify()
  await close()
})

test('a test runner fails a story with `verify: false`, for what it sends before its end and after', async () => {
  const context = contextOf({ mynah: { verify: false } })
  const close = await open(context)
  mocks.expect.get('/users', [])
  await verify(context)
  await fetch('https://api.test/teams').catch(() => {})
  mocks.verify()
  await close()
  await fetch('https://api.test/teams').catch(() => {})
  expect(() => mocks.verify()).toThrow('No stub answers GET https://api.test/teams')
})

test("Storybook's expect has the assertions on mocks", async () => {
  const close = await open(contextOf())
  await fetch('https://api.test/users')
  await storybookExpect(mocks).toHaveRequested('GET /users')
  await expect(async () => storybookExpect(mocks).toHaveRequested('POST /users')).rejects.toThrow(
    "expect(mocks).toHaveRequested('POST /users')",
  )
  await close()
})

test('a story whose mocks are missing, since main.ts lacks the addon, was told to call setupMocks', async () => {
  vi.stubGlobal('__STORYBOOK_PREVIEW__', {})
  await expect(async () => storybookExpect(undefined).toHaveRequested('GET /users')).rejects.toThrow(
    [
      'toHaveRequested expects the mocks that setupMocks returned, got undefined',
      '',
      "Write  addons: ['mynah/storybook']  in .storybook/main.ts, for  play: ({ mocks }) => …",
    ].join('\n'),
  )
  vi.unstubAllGlobals()
})

test('the handlers that a story has left of another addon were ignored in silence', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const context = contextOf({ parameters: { msw: { handlers: [] } } })
  for (const one of [context, { ...context, abortSignal: new AbortController().signal }]) (await open(one))()
  expect(warn.mock.calls).toEqual([
    [
      [
        "mynah: the story 'users--default' has parameters.msw, which mynah does not read",
        '',
        'Write  parameters: { mynah: { routes: [rest.get(…)] } }',
      ].join('\n'),
    ],
  ])
  warn.mockRestore()
})

test('a story is sent to the panel, whose choices win over the overrides of the story', async () => {
  const channel = new FakeChannel()
  addons.setChannel(channel as never)
  const closeChannel = await annotations.beforeAll()
  channel.emit(EVENTS.choices, { 'GET /users': '500' })
  const context = contextOf({
    mynah: { routes: [], variants: { broken: rest.get('/users', {}, { status: 503 }) } },
    globals: { mynah: { variant: 'broken' } },
  })
  const close = await open(context)
  mocks.use(rest.get('/users', ['own']))
  for (const decorator of annotations.decorators) decorator((() => {}) as never, context)
  expect((await fetch('https://api.test/users')).status).toBe(500)
  expect(channel.messages(EVENTS.story)).toEqual([
    { id: 'users--default', variants: ['broken'], variant: 'broken', mount: 1 },
  ])
  await close()
  expect((await fetch('https://api.test/users')).status).toBe(200)
  await closeChannel?.()
  expect(channel.listenerCount()).toBe(0)
})

test('toHaveSent was typed in a story, and was no function there', () => {
  const expectation = storybookExpect(mocks)
  expect(Object.keys(matchers).filter((name) => !(name in expectation))).toEqual([])
})

test('mynah() has what the preview of the addon exports', () => {
  expect(mynah()).toEqual({ ...annotations })
})
