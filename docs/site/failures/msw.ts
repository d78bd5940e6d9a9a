import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { listUsers } from './users.ts'

const server = setupServer(http.get('https://api.test/users', () => HttpResponse.json([])))
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

test('shows an empty list', async () => {
  expect(await listUsers()).toEqual([])
})
