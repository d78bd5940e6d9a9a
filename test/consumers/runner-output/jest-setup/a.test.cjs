const { swallow } = require('../mocks.cjs')

test('swallows', () => swallow('a'))
