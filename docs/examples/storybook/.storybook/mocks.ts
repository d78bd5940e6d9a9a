import { rest, setupMocks } from 'mynah'

export const users = [
  { id: 1, name: 'Ada Lovelace' },
  { id: 2, name: 'Grace Hopper' },
  { id: 3, name: 'Katherine Johnson' },
]

export const mocks = setupMocks([rest.get('/api/users', users)])
