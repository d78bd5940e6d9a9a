import { rest, setupMocks } from 'mynah'
import { afterAll, beforeEach, test } from '../runner.js'

// A test named `fails: …` has to fail, with the message that follows.
const mocks = setupMocks([rest.get('/users', [])])
mocks.start()
beforeEach(mocks.use(rest.get('/users', {}, { status: 503 })))
afterAll(() => mocks.stop())

test("fails: mocks.use(rest.get('/users')): its undo was given to a hook that runs before the tests", () => {})
