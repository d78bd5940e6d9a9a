import { rest, setupMocks } from 'mynah'

beforeAll(setupMocks([rest.get('/users', [{ id: 1 }])]))

test('fetch', async () => {
  expect(await (await fetch('https://api.test/users')).json()).toEqual([{ id: 1 }])
})
