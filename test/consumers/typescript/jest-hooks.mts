import { afterEach, beforeAll, beforeEach, test } from '@jest/globals'
import { rest, setupMocks } from 'mynah'

const routes = [rest.get('/users', [{ id: 1 }])]
const mocks = setupMocks(routes)

beforeAll(setupMocks(routes))
beforeAll(mocks)
beforeEach(mocks)
beforeEach(() => mocks.use(rest.get('/users', [])))
beforeEach(() => mocks.expect(rest.post('/users', {})))
beforeEach(() => mocks.reset())
afterEach(mocks.stop)
afterEach(() => mocks.verify({ unused: true }))
test('isolated', () => mocks.isolate(async () => {}))
