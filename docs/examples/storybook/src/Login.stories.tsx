import type { Meta, StoryObj } from '@storybook/react-vite'
import { rest } from 'mynah'
import { expect } from 'storybook/test'
import { mocks } from '../.storybook/mocks.ts'
import { Login } from './Login.tsx'

const routes = [
  rest.post('/api/login', { error: 'Wrong password' }, { status: 401 }),
  rest.post(
    '/api/login',
    { name: 'Ada' },
    { headers: { 'set-cookie': 'session=abc; Path=/; HttpOnly' }, match: { body: { password: 'secret' } } },
  ),
  rest.get('/api/me', { name: 'Ada' }, { match: { cookies: { session: 'abc' } } }),
  rest.get('/api/me', { error: 'Please log in' }, { status: 401 }),
  rest.post('/api/logout', undefined, { status: 204, headers: { 'set-cookie': 'session=; Path=/; Max-Age=0' } }),
]

const meta: Meta<typeof Login> = {
  title: 'Login',
  component: Login,
  beforeEach: async () => {
    const undo = mocks.use(...routes)
    // The browser keeps the cookie of another story.
    await fetch('/api/logout', { method: 'POST' })
    return undo
  },
}

export default meta

type Story = StoryObj<typeof Login>

export const LoggedIn: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(canvas.getByLabelText('Password'), 'secret')
    await userEvent.click(canvas.getByRole('button'))
    await expect(await canvas.findByText('Hello, Ada')).toBeVisible()
  },
}

export const WrongPassword: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(canvas.getByLabelText('Password'), 'guess')
    await userEvent.click(canvas.getByRole('button'))
    await expect(await canvas.findByText('Please log in')).toBeVisible()
  },
}
