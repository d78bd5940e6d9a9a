import { rest, setupMocks } from 'mynah'

export const mocks = setupMocks([rest.get('/users', [{ id: 1, name: 'Ada' }])])
