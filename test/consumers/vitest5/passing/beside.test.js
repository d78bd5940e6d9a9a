import { rest, setupMocks } from 'mynah'
import { expect, setUp, test } from '../runner.js'

// Where files are not isolated, this one shares its worker with the other, and may come before or after it.
const mocks = setupMocks([rest.get('/users', 'those of this file')])
setUp(mocks)

test('another file has mocks of its own', async () => {
  expect(mocks.calls()).toEqual([])
  expect(await (await fetch('http://api.test/users')).json()).toBe('those of this file')
})

test('it starts with a clean state for each test', () => {
  expect(mocks.calls()).toEqual([])
})
