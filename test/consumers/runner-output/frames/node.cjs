const { beforeEach, afterEach, test } = require('node:test')
const { defineCases } = require('./cases.cjs')
defineCases(require('mynah'), {
  test,
  start: (mocks) => {
    beforeEach(mocks)
    afterEach(mocks.stop)
  },
})
