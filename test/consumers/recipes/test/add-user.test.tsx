import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { rest, setupMocks } from 'mynah'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AddUser } from '../src/AddUser.tsx'

const mocks = setupMocks([
  rest.post('/api/users', { id: 2 }, { status: 201 }),
  rest.post('/api/users', { error: 'A name is required' }, { status: 422, match: { body: { name: '' } } }),
])
beforeEach(mocks)
afterEach(cleanup)

test('adds a user', async () => {
  render(<AddUser />)
  await userEvent.type(screen.getByLabelText('Name'), 'Ada')
  await userEvent.click(screen.getByRole('button'))

  expect(await screen.findByText('Ada is added.')).toBeDefined()
  expect(mocks.calls().map(({ request }) => request.body)).toEqual([{ name: 'Ada' }])
})

test('requires a name', async () => {
  render(<AddUser />)
  await userEvent.click(screen.getByRole('button'))
  expect(await screen.findByText('A name is required')).toBeDefined()
})
