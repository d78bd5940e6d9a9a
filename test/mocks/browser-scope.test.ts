import { expect, test, vi } from 'vitest'
import { rest } from '../../src/index.ts'
import { rejectionOf, start } from './support.ts'

vi.mock('#intercept', async (original) => ({ ...(await original()), createScope: () => undefined }))

test('where nothing follows asynchronous work, as in a browser, isolate() is refused and the rest works', async () => {
  const mocks = start([rest.get('/users', ['mocked'])])
  expect(await rejectionOf(mocks.isolate(() => 1))).toMatchObject({
    code: 'ENVIRONMENT',
    message: 'isolate() needs Node: a browser cannot tell which test a request belongs to',
  })
  expect(await (await fetch('https://api.test/users')).json()).toEqual(['mocked'])
  expect(mocks.calls()).toHaveLength(1)
})
