import type { Meta, StoryObj } from '@storybook/react-vite'
import { networkError, rest, type Stub, sequence, text } from 'mynah'
import { users } from '../.storybook/mocks.ts'
import { Users } from './Users.tsx'

const meta: Meta<typeof Users> = { title: 'Error states', component: Users }

export default meta

type Story = StoryObj<typeof Users>

/** A story that differs from the default in one stub. */
function answering(stub: Stub): Story {
  return { parameters: { mynah: { routes: stub } } }
}

export const ServerError = answering(rest.get('/api/users', { error: 'Out of order' }, { status: 500 }))

export const LoggedOut = answering(rest.get('/api/users', { error: 'Unauthorized' }, { status: 401 }))

export const Offline = answering(rest.get('/api/users', networkError()))

export const NotJson = answering(rest.get('/api/users', text('<html>')))

export const StillLoading = answering(rest.get('/api/users', users, { delay: Infinity }))

export const FailsOnce = answering(
  rest.get(
    '/api/users',
    sequence(() => new Response(null, { status: 503 }), users),
  ),
)
