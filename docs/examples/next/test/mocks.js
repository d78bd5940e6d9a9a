import { rest, setupMocks } from 'mynah'

export const mocks = setupMocks([
  rest.get('https://api.test/users', [
    { id: 1, name: 'Ada' },
    { id: 2, name: 'Bob' },
  ]),
  rest.post('https://api.test/users', { id: 3 }, { status: 201 }),
  rest.post('https://api.test/users', { error: 'A name is required' }, { status: 422, match: { body: { name: '' } } }),
])
