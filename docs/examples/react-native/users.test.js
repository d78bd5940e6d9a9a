import 'mynah/jest'
import { render, screen } from '@testing-library/react-native'
import { rest, setupMocks } from 'mynah'
import { Users } from './src/Users'

const mocks = setupMocks([rest.get('https://api.test/users', [{ id: 1, name: 'Ada' }])])
beforeAll(mocks)

test('lists users', async () => {
  await render(<Users />)
  expect(await screen.findByText('Ada')).toBeTruthy()
  expect(mocks).toHaveRequested('GET https://api.test/users')
})

test('shows an error', async () => {
  mocks.use.get('https://api.test/users', { error: 'Out of order' }, { status: 503 })
  await render(<Users />)
  expect(await screen.findByText('The server answered 503')).toBeTruthy()
})

test('shows that it loads', async () => {
  mocks.use.get('https://api.test/users', [], { delay: Infinity })
  await render(<Users />)
  expect(screen.getByText('Loading…')).toBeTruthy()
})
