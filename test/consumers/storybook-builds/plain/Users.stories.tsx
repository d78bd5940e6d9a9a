import type { Meta, StoryObj } from '@storybook/react-vite'
import { rest } from 'mynah'
import { mocks, users } from '../.storybook/mocks.ts'
import { Users } from '../src/Users.tsx'

/* The stories of Users without the addon: each makes its override by hand, and returns no undo. */

const meta: Meta<typeof Users> = { title: 'Users', component: Users }

export default meta

type Story = StoryObj<typeof Users>

export const Default: Story = {}

export const Empty: Story = {
  beforeEach: () => {
    mocks.use(rest.get('/api/users', []))
  },
}

export const Broken: Story = {
  beforeEach: () => {
    mocks.use(rest.get('/api/users', { error: 'Out of order' }, { status: 500 }))
  },
}

export const Slow: Story = {
  beforeEach: () => {
    mocks.use(rest.get('/api/users', users, { delay: 1000 }))
  },
}

export const Loading: Story = {
  beforeEach: () => {
    mocks.use(rest.get('/api/users', users, { delay: Number.POSITIVE_INFINITY }))
  },
}
