const { afterEach, before, describe, test } = require('node:test')

require('./cases.cjs').declare(before, afterEach, describe, test, require('node:assert').deepEqual)
