/** @jest-environment ./bare.cjs */
const { testWithoutBodies } = require('../without-bodies.cjs')

testWithoutBodies(require('mynah'))
