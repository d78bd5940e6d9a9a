import { rest, setupMocks } from 'mynah'

const mocks = setupMocks([rest.get('https://api.test/users', [{ id: 1, name: 'Ada' }])])
mocks.start()
