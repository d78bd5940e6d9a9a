import { rest } from 'mynah'
import { expect } from 'storybook/test'
import preview from '../.storybook-next/preview.ts'
import { Users } from '../src/Users.tsx'

/* The stories of src/Headless.stories.tsx as CSF Next writes them. */

const named = (name: string) => [{ id: 1, name }]

const meta = preview.meta({
  title: 'Headless',
  component: Users,
  parameters: {
    mynah: {
      routes: { users: rest.get('/api/users', named('Of the meta')) },
      variants: { broken: { users: rest.get('/api/users', {}, { status: 500 }) } },
    },
  },
})

export const Routed = meta.story({
  parameters: { mynah: { routes: { users: rest.get('/api/users', named('Of the story')) } } },
  play: async ({ canvas }) => void (await canvas.findByText('Of the story')),
})

/** Fails if anything is left of the story before. */
export const AfterRouted = meta.story({
  play: async ({ canvas, mocks }) => {
    await canvas.findByText('Of the meta')
    await expect(mocks).toHaveRequestedTimes('GET /api/users', 1)
    await expect(mocks.calls()).toHaveLength(1)
  },
})

export const Chosen = meta.story({
  globals: { mynah: { variant: 'broken' } },
  play: async ({ canvas }) => void (await canvas.findByText('The server said 500')),
})

export const AfterChosen = AfterRouted.extend({})

/** Returns no undo. */
export const Overridden = meta.story({
  beforeEach: ({ mocks }) => {
    mocks.use.get('/api/users', named('Of an override'))
  },
  play: async ({ canvas }) => void (await canvas.findByText('Of an override')),
})

export const AfterOverridden = AfterRouted.extend({})

export const OverriddenInPlay = Overridden.extend({
  play: async ({ mocks }) => {
    mocks.use.get('/api/users', named('Of play'))
    await expect(await (await fetch('/api/users')).json()).toEqual(named('Of play'))
  },
})

export const AfterOverriddenInPlay = AfterRouted.extend({})

export const Missed = meta.story({
  play: async () => {
    await fetch('/api/groups').catch(() => {})
  },
})

export const AfterMissed = AfterRouted.extend({})

export const Unverified = Missed.extend({ parameters: { mynah: { verify: false } } })

export const AfterUnverified = AfterRouted.extend({})

export const Unmet = meta.story({
  beforeEach: ({ mocks }) => {
    mocks.expect.post('/api/users', {})
  },
})

export const AfterUnmet = AfterRouted.extend({})

export const Asserted = meta.story({
  play: async ({ canvas, mocks }) => {
    await canvas.findByText('Of the meta')
    await expect(mocks).toHaveRequested('GET /api/users')
    await expect(mocks).toHaveRequested('POST /api/users', { body: { name: 'Ada' } })
  },
})

export const AfterAsserted = AfterRouted.extend({})

export const WrongKey = meta.story({
  // @ts-expect-error: the compiler refuses it where it is written
  parameters: { mynah: { rutes: [] } },
})

export const AfterWrongKey = AfterRouted.extend({})
