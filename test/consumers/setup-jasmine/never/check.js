import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'

// Mocks that nothing starts have to fail the run, whose tests pass.
const { status, stdout, stderr } = spawnSync('jasmine', ['never/*.test.js'], { encoding: 'utf8' })
assert.match(stdout, /1 spec, 0 failures/)
assert.match(stderr, /never started[\s\S]*Write {2}beforeAll\(setupMocks\(routes\)\)[\s\S]*never\/users\.test\.js:3:15/)
assert.equal(status, 1)
