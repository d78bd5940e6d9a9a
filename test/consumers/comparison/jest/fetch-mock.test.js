const { default: fetchMock } = require('fetch-mock')

test('fetch-mock', async () => {
  fetchMock.mockGlobal().route('http://api.test/users', '"mocked"')
  expect(await (await fetch('http://api.test/users')).json()).toBe('mocked')
})
