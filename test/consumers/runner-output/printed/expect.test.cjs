const { twoCalls } = require('./calls.cjs')

// With the globals of Jest and of Vitest.
test('no calls', async () => {
  expect(await twoCalls()).toEqual([])
})
