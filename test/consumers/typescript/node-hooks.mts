import { afterEach, before, beforeEach, test } from 'node:test'
import { rest, setupMocks } from 'mynah'

const routes = [rest.get('/users', [{ id: 1 }])]
const mocks = setupMocks(routes)

before(setupMocks(routes))
beforeEach(mocks)
beforeEach(() => mocks.use(rest.get('/users', [])))
afterEach(mocks.stop)
test('isolated', () => mocks.isolate(async () => {}))
