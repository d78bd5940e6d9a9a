const { before, test } = require('node:test')
const { mocks, swallow } = require('../mocks.cjs')

before(mocks)

test('swallows', () => swallow('a'))
