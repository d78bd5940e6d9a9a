/** @jest-environment jsdom */

const { testSwallowed } = require('../swallowed.cjs')

testSwallowed(require('mynah'), require('axios'), require('node:http'))
