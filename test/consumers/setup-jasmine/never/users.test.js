import { rest, setupMocks } from 'mynah'

const mocks = setupMocks([rest.get('/teams', [])])

it('forgets to start them', () => {
  expect(mocks).toBeDefined()
})
