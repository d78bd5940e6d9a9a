const { expect } = require('chai')
const { twoCalls } = require('./calls.cjs')

it('no calls', async () => {
  expect(await twoCalls()).to.deep.equal([])
})
