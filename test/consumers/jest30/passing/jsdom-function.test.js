/** @jest-environment jsdom */

const { testFunction } = require('../in-jsdom-function.cjs')

testFunction(require('mynah'))
