import { afterEach, expect, test, vi } from 'vitest'
import { rejectionOf } from '../promises/support.ts'

const load = () => import('../../src/entries/jest.ts')

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

test('mynah/jest without a global expect was a bare ReferenceError', async () => {
  expect(await rejectionOf(load())).toMatchObject({
    code: 'ENVIRONMENT',
    message: `mynah/jest extends the global expect, and there is none

In Jest, it belongs in a test file or in a file of setupFilesAfterEnv, not of setupFiles
With injectGlobals: false, write mynah/jest-globals in its place
In Vitest, write mynah/vitest`,
  })
})

test('mynah/jest extends the global expect by the matchers', async () => {
  const extend = vi.fn()
  vi.stubGlobal('expect', { extend })
  await load()
  expect(extend.mock.calls.map(([matchers]) => Object.keys(matchers).sort())).toEqual([
    ['toHaveRequested', 'toHaveRequestedInOrder', 'toHaveRequestedTimes', 'toHaveSent'],
  ])
})
