const { testFakeTimers } = require('../fake-timers.cjs')

testFakeTimers(require('mynah'), require('axios'), jest)
