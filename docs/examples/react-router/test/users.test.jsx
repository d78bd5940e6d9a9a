import 'mynah/vitest'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { rest, setupMocks } from 'mynah'
import { collection } from 'mynah/collection'
import { createRoutesStub, useRouteError } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import Users, { action, ErrorBoundary, loader } from '../app/users.jsx'

const users = collection('https://api.test/users', [{ id: 1, name: 'Ada' }], { page: { page: 'page' } })
const mocks = setupMocks([
  ...users,
  rest.post('https://api.test/users', { error: 'A name is required' }, { status: 422, match: { body: { name: '' } } }),
])
beforeEach(mocks)
afterEach(cleanup)

function renderUsers() {
  const Failed = () => <ErrorBoundary error={useRouteError()} />
  const route = { path: '/users', Component: Users, loader, action, ErrorBoundary: Failed, HydrateFallback: () => null }
  const App = createRoutesStub([route])
  render(<App initialEntries={['/users']} />)
}

test('a loader returns the page of the URL', async () => {
  const request = new Request('http://localhost/users?page=2')
  expect(await loader({ request, params: {}, context: {} })).toEqual([])
  expect(mocks).toHaveRequested('GET https://api.test/users', { queries: { page: '2' } })
})

test('a route shows what its loader returns', async () => {
  renderUsers()
  expect(await screen.findByText('Ada')).toBeDefined()
})

test('an action adds a user, and the list is loaded again', async () => {
  renderUsers()
  await userEvent.type(await screen.findByLabelText('Name'), 'Eve')
  await userEvent.click(screen.getByRole('button'))
  expect(await screen.findByText('Eve')).toBeDefined()
})

test('an action returns what the API rejects', async () => {
  renderUsers()
  await userEvent.click(await screen.findByRole('button'))
  expect(await screen.findByText('A name is required')).toBeDefined()
})

test('a loader that fails shows the error boundary', async () => {
  mocks.use.get('https://api.test/users', { error: 'Out of order' }, { status: 503 })
  renderUsers()
  expect((await screen.findByRole('alert')).textContent).toBe('The users cannot be loaded')
})
