/** @jest-environment node */
const { testArchives } = require('../archives.cjs')

testArchives(require('mynah'), require('mynah/har'), require('mynah/record'))
