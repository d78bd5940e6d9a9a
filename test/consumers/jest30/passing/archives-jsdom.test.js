/** @jest-environment jsdom */
const { testArchives } = require('../archives.cjs')

testArchives(require('mynah'), require('mynah/har'), require('mynah/record'))
