const globals = require('@jest/globals')
require('mynah/jest-globals')
const { asserts } = require('../assertions.cjs')

asserts(globals)
