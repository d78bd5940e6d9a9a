const { mocks } = require('./mocks')

test('a second file has mocks of its own', async () => {
  expect(mocks.calls()).toHaveLength(0)
  await fetch('https://api.test/users')
  expect(mocks.calls()).toHaveLength(1)
})
