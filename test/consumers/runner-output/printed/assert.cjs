const assert = require('node:assert/strict')
const { twoCalls } = require('./calls.cjs')

it('no calls', async () => {
  assert.deepEqual(await twoCalls(), [])
})
