import type { Meta, StoryObj } from '@storybook/react-vite'
import { rest } from 'mynah'
import { expect } from 'storybook/test'
import { Users } from './Users.tsx'

const named = (...names: readonly string[]) => names.map((name, id) => ({ id, name }))

const meta: Meta<typeof Users> = {
  title: 'Addon',
  component: Users,
  parameters: {
    mynah: {
      routes: { users: rest.get('/api/users', named('Of the meta')), teams: rest.get('/api/teams', []) },
      variants: { broken: { users: rest.get('/api/users', { error: 'Out of order' }, { status: 500 }) } },
    },
  },
  // Gives the driver the journal of the page.
  beforeEach: ({ mocks }) => void Object.assign(window, { mocks }),
}

export default meta

type Story = StoryObj<typeof Users>

export const OfTheMeta: Story = {}

export const Named: Story = { parameters: { mynah: { routes: { users: rest.get('/api/users', named('Named')) } } } }

export const TakenAway: Story = { parameters: { mynah: { routes: { users: null } } } }

export const Chosen: Story = { globals: { mynah: { variant: 'broken' } } }

export const OfArgs: Story = {
  args: { name: 'Of the args' } as object,
  parameters: { mynah: { routes: ({ args }) => [rest.get('/api/users', named(String(args.name)))] } },
}

export const Loaded: Story = {
  loaders: [async () => ({ users: await (await fetch('/api/users')).json() })],
  parameters: { mynah: { routes: [rest.get('/api/users', named('For the loader'))] } },
  render: (_, { loaded }) => <p>{loaded.users[0].name}</p>,
}

/** Returns no undo. */
export const Kept: Story = {
  beforeEach: ({ mocks }) => {
    mocks.use.get('/api/users', named('Kept'))
  },
}

export const Asserted: Story = {
  play: async ({ canvas, mocks }) => {
    await canvas.findByText('Of the meta')
    await expect(mocks).toHaveRequested('GET /api/users')
    await expect(mocks).not.toHaveRequested('POST /api/users')
    await expect(mocks).toHaveRequested('POST /api/users', { body: { name: 'Ada' } })
  },
}

const Asks = {
  render: () => <p>It asks for what no stub has.</p>,
  play: async () => {
    await fetch('/api/groups').catch(() => {})
  },
}

export const Missed: Story = Asks

export const Unverified: Story = { ...Asks, parameters: { mynah: { verify: false } } }

export const Large: Story = {
  parameters: { mynah: { routes: [rest.get('/api/users', named('Large', 'x'.repeat(1_000_000)))] } },
}

export const WrongKey: Story = { parameters: { mynah: { rutes: [] } as object } }

export const WrongVariant: Story = { parameters: { mynah: { variants: { '50% off': [] } } } }

export const NoStub: Story = { parameters: { mynah: { routes: { users: named('Ada') as never } } } }
