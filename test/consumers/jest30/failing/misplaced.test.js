const { testMisplaced } = require('../misplaced.cjs')

testMisplaced(require('mynah'))
