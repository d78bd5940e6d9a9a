import { cleanup, render, screen } from '@testing-library/react'
import { rest, setupMocks } from 'mynah'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Users } from '../src/Users.tsx'

const mocks = setupMocks([rest.get('/api/users', [{ id: 1, name: 'Ada Lovelace' }])])
beforeEach(mocks)
afterEach(cleanup)

test('lists users', async () => {
  render(<Users />)
  expect(await screen.findByText('Ada Lovelace')).toBeDefined()
})

test('shows that it loads', async () => {
  mocks.use.get('/api/users', [], { delay: Infinity })
  render(<Users />)
  expect(screen.getByRole('status').textContent).toBe('Loading…')
})

test('shows that nobody is there', async () => {
  mocks.use.get('/api/users', [])
  render(<Users />)
  expect(await screen.findByText('Nobody is here yet.')).toBeDefined()
})

test('shows what went wrong', async () => {
  mocks.use.get('/api/users', { error: 'Out of order' }, { status: 503 })
  render(<Users />)
  expect((await screen.findByRole('alert')).textContent).toBe('The server said 503')
})
