import { expect, test } from 'vitest'
import { rest } from '../../src/entries/index.ts'
import { mocked } from '../../src/entries/playwright.ts'
import type { Mocks } from '../../src/mocks/mocks.ts'
import { rejectionOf } from '../promises/support.ts'

/** The fixture `mocks`, as Playwright calls it. */
type Fixture = (
  args: { context: object; routes: readonly unknown[] },
  use: (mocks: Mocks) => Promise<void>,
  testInfo: { status: string; expectedStatus: string; attach: () => Promise<void> },
) => Promise<void>

/** Runs a test with the fixture, in a context without pages. */
function run(body: (mocks: Mocks) => Promise<void>, routes: readonly unknown[]): Promise<void> {
  const { mocks } = mocked([]) as unknown as { mocks: readonly [Fixture] }
  const context = { browser: () => null, on() {}, async route() {} }
  const testInfo = { status: 'passed', expectedStatus: 'passed', attach: async () => {} }
  return mocks[0]({ context, routes }, body, testInfo)
}

test('a miss named setupMocks, which a test of Playwright does not call', async () => {
  const failing = run(
    async (mocks) => {
      await rejectionOf(mocks.fetch('https://api.test/nope'))
      const { message } = await mocks.explain('https://api.test/nope')
      expect(message).toMatch(/: mocked\(routes, \{ passthrough: \['https:\/\/api\.test'\] \}\)$/)
    },
    [rest.get('/users', [])],
  )
  expect(await rejectionOf(failing)).toMatchObject({
    message: expect.stringMatching(/: mocked\(routes, \{ passthrough: \['https:\/\/api\.test'\] \}\)$/),
  })
})

test('routes of test.use that are none named setupMocks', async () => {
  const error = await rejectionOf(run(async () => {}, [{ path: '/users' }]))
  expect(error).toMatchObject({ message: expect.stringMatching(/^mocked expects an array of rest\.get/) })
})
