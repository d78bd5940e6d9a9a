require('./cases.cjs').declare(before, afterEach, describe, it, require('node:assert').deepEqual)
