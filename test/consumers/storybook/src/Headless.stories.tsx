import type { Meta, StoryObj } from '@storybook/react-vite'
import { rest } from 'mynah'
import { expect } from 'storybook/test'
import { Users } from './Users.tsx'

/* Stories that each runner of stories runs without a panel. Those that have to fail are in outcomes.mjs. */

const named = (name: string) => [{ id: 1, name }]

const meta: Meta<typeof Users> = {
  title: 'Headless',
  component: Users,
  tags: ['headless'],
  parameters: {
    mynah: {
      routes: { users: rest.get('/api/users', named('Of the meta')) },
      variants: { broken: { users: rest.get('/api/users', {}, { status: 500 }) } },
    },
  },
}

export default meta

type Story = StoryObj<typeof Users>

/** Fails if anything is left of the story before. */
const clean: Story = {
  play: async ({ canvas, mocks }) => {
    await canvas.findByText('Of the meta')
    await expect(mocks).toHaveRequestedTimes('GET /api/users', 1)
    await expect(mocks.calls()).toHaveLength(1)
  },
}

/** Its application swallows the failure. */
const asking: Story = {
  play: async () => {
    await fetch('/api/groups').catch(() => {})
  },
}

function showing(text: string): Story {
  return { play: async ({ canvas }) => void (await canvas.findByText(text)) }
}

export const Routed: Story = {
  ...showing('Of the story'),
  parameters: { mynah: { routes: { users: rest.get('/api/users', named('Of the story')) } } },
}

export const AfterRouted = clean

export const Chosen: Story = { ...showing('The server said 500'), globals: { mynah: { variant: 'broken' } } }

export const AfterChosen = clean

/** Returns no undo. */
export const Overridden: Story = {
  ...showing('Of an override'),
  beforeEach: ({ mocks }) => {
    mocks.use.get('/api/users', named('Of an override'))
  },
}

export const AfterOverridden = clean

export const OverriddenInPlay: Story = {
  play: async ({ canvas, mocks }) => {
    await canvas.findByText('Of the meta')
    mocks.use.get('/api/users', named('Of play'))
    await expect(await (await fetch('/api/users')).json()).toEqual(named('Of play'))
  },
}

export const AfterOverriddenInPlay = clean

export const Missed = asking

export const AfterMissed = clean

export const Unverified: Story = { ...asking, parameters: { mynah: { verify: false } } }

export const AfterUnverified = clean

export const Unmet: Story = {
  beforeEach: ({ mocks }) => {
    mocks.expect.post('/api/users', {})
  },
}

export const AfterUnmet = clean

export const Asserted: Story = {
  play: async ({ canvas, mocks }) => {
    await canvas.findByText('Of the meta')
    await expect(mocks).toHaveRequested('GET /api/users')
    await expect(mocks).toHaveRequested('POST /api/users', { body: { name: 'Ada' } })
  },
}

export const AfterAsserted = clean

export const WrongKey: Story = { parameters: { mynah: { rutes: [] } as object } }

export const AfterWrongKey = clean
