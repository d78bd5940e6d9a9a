require('mynah/jest')
const { asserts } = require('../assertions.cjs')

asserts({ beforeAll, afterAll, test, expect })
