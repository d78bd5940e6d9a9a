/** @jest-environment jsdom */

const { testJsdom } = require('../in-jsdom.cjs')

testJsdom(require('mynah'), require('axios'), require('node:http'))
