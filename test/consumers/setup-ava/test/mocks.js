import { rest, setupMocks } from 'mynah'

export const mocks = setupMocks([rest.get('/users', [{ id: 1, name: 'Ada' }])])

/** Runs a test with overrides and a journal of its own, since AVA runs the tests of a file at the same time. */
export const isolated = (run) => (t) => mocks.isolate(() => run(t))
