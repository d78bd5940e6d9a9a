import { expect, onTestFinished, test } from 'vitest'
import { rest, setupMocks } from '../../src/entries/index.ts'
import { readPage } from './pages.ts'

const page = readPage('docs/guide/common-mistakes.md')

test('the page has the message of a missing import of the assertions', () => {
  const thrown = thrownBy(() => expect(undefined).toHaveRequested('/users'))
  expect(thrown).toBe('Invalid Chai property: toHaveRequested')
  expect(page).toContain(`\`${thrown}\``)
})

test('a mistyped path never answers by mocks.use, and fails by mocks.expect', async () => {
  const mocks = setupMocks([rest.get('/users', ['from the route'])])
  mocks.start()
  onTestFinished(() => mocks.stop())
  mocks.use.get('/user', [])
  expect(await (await fetch('https://api.test/users')).json()).toEqual(['from the route'])
  mocks.verify()

  mocks.expect.get('/user', [])
  await fetch('https://api.test/users')
  expect(thrownBy(() => mocks.verify())).toMatch(
    /^An expected request did not arrive\n\nExpected: mocks\.expect\.get\('\/user'\) {2}test\/docs\/common-mistakes\.test\.ts:\d+\nNearest: GET https:\/\/api\.test\/users\n {2}path segment 1 {2}expected 'user'\n {18}received 'users'$/,
  )
  mocks.reset({ failures: true })
})

function thrownBy(act: () => unknown): string | undefined {
  try {
    act()
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  return undefined
}
