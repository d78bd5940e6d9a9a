import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { mocks, users } from '../.storybook/mocks.ts'
import { Users } from './Users.tsx'

const meta: Meta<typeof Users> = { title: 'Users', component: Users }

export default meta

type Story = StoryObj<typeof Users>

export const Default: Story = {
  play: async ({ canvas }) => {
    await canvas.findByText('Ada Lovelace')
    await expect(mocks.calls('GET /api/users')).toHaveLength(1)
  },
}

export const Empty: Story = {
  beforeEach: () => mocks.use.get('/api/users', []),
}

export const Broken: Story = {
  beforeEach: () => mocks.use.get('/api/users', { error: 'Out of order' }, { status: 500 }),
}

export const Slow: Story = {
  beforeEach: () => mocks.use.get('/api/users', users, { delay: 1000 }),
}

export const Loading: Story = {
  beforeEach: () => mocks.use.get('/api/users', users, { delay: Number.POSITIVE_INFINITY }),
}
