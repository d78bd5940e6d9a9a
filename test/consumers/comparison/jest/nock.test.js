const nock = require('nock')

test('nock', async () => {
  nock('http://api.test').get('/users').reply(200, '"mocked"')
  expect(await (await fetch('http://api.test/users')).json()).toBe('mocked')
})
