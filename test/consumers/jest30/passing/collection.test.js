const { testCollection } = require('../collection.cjs')

testCollection(require('mynah'), require('mynah/collection'))
