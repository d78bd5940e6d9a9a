const { testReturned } = require('../returned.cjs')

testReturned(require('mynah'))
