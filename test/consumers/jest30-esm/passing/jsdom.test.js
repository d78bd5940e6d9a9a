/** @jest-environment jsdom */

import axios from 'axios'
import { rest, setupMocks } from 'mynah'

beforeAll(setupMocks([rest.get('/users', [{ id: 1 }])]))

test('axios', async () => {
  expect((await axios.get('https://api.test/users')).data).toEqual([{ id: 1 }])
})
