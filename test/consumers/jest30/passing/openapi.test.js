const { testOpenapi } = require('../openapi.cjs')

testOpenapi(require('mynah'), require('mynah/openapi'))
