const { beforeAll, test } = require('@jest/globals')
const { mocks, swallow } = require('../mocks.cjs')

// Nothing ends the mocks.
beforeAll(mocks)

test('swallows', () => swallow('a'))
