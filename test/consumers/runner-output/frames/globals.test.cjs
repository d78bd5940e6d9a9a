const { defineCases } = require('./cases.cjs')
defineCases(require('mynah'), { test, start: beforeAll })
