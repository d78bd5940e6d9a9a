/** @jest-environment jsdom */

const { testPageClasses } = require('../page-classes.cjs')

testPageClasses(require('mynah'), require('axios'))
