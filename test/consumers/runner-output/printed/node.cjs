const assert = require('node:assert/strict')
const { test } = require('node:test')
const { twoCalls } = require('./calls.cjs')

test('no calls', async () => {
  assert.deepEqual(await twoCalls(), [])
})
