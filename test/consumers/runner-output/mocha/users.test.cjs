const { swallow } = require('../mocks.cjs')

describe('users', () => {
  it('swallows', () => swallow('a'))
})
