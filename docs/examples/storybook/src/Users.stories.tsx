import type { Meta, StoryObj } from '@storybook/react-vite'
import { rest } from 'mynah'
import { expect } from 'storybook/test'
import { users } from '../.storybook/mocks.ts'
import { Users } from './Users.tsx'

const meta: Meta<typeof Users> = { title: 'Users', component: Users }

export default meta

type Story = StoryObj<typeof Users>

export const Default: Story = {
  play: async ({ canvas, mocks }) => {
    await canvas.findByText('Ada Lovelace')
    await expect(mocks).toHaveRequestedTimes('GET /api/users', 1)
  },
}

export const Empty: Story = {
  parameters: { mynah: { routes: [rest.get('/api/users', [])] } },
}

export const Broken: Story = {
  beforeEach: ({ mocks }) => {
    mocks.use.get('/api/users', { error: 'Out of order' }, { status: 500 })
  },
}

export const Slow: Story = {
  parameters: { mynah: { routes: [rest.get('/api/users', users, { delay: 1000 })] } },
}

export const Loading: Story = {
  parameters: { mynah: { routes: [rest.get('/api/users', users, { delay: Infinity })] } },
}
