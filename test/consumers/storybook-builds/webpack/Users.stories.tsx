import type { Meta, StoryObj } from '@storybook/react-webpack5'
import { rest } from 'mynah'
import { Users } from '../src/Users.tsx'

/* The three lines of the guide, in a project that webpack builds. */

const meta: Meta<typeof Users> = { title: 'Users', component: Users }

export default meta

type Story = StoryObj<typeof Users>

export const Default: Story = {}

export const Empty: Story = { parameters: { mynah: { routes: [rest.get('/api/users', [])] } } }

export const Broken: Story = {
  beforeEach: ({ mocks }) => {
    mocks.use.get('/api/users', { error: 'Out of order' }, { status: 500 })
  },
}

export const Missed: Story = {
  play: async () => {
    await fetch('/api/groups').catch(() => {})
  },
}
