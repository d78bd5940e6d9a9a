const { defineCases } = require('./cases.cjs')
describe('cases', () => {
  defineCases(require('mynah'), { test: it, start: before })
})
