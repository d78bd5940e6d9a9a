import { test as base, type Page, type TestType } from '@playwright/test'
import { expect, expectTypeOf, test } from 'vitest'
import { type Mocks, rest, type Stub } from '../../src/entries/index.ts'
import { mocked } from '../../src/entries/playwright.ts'

const routes = [rest.get('/api/users', [{ id: 1 }])]

type ArgsOf<Test> = Test extends TestType<infer Args, infer _Worker> ? Args : never

test('test.extend knows the fixtures, and keeps those of Playwright', () => {
  const extended = base.extend(mocked(routes))
  type Args = ArgsOf<typeof extended>
  expectTypeOf<Args['mocks']>().toEqualTypeOf<Mocks>()
  expectTypeOf<Args['routes']>().toEqualTypeOf<readonly Stub[]>()
  expectTypeOf<Args['page']>().toEqualTypeOf<Page>()
  // @ts-expect-error: the routes are stubs
  expect(() => mocked([{ path: '/users' }])).toThrow(/^mocked expects an array of rest\.get/)
})

test('fixtures of a project stay, before and after', () => {
  const extended = base
    .extend<{ user: string }>({ user: 'ada' })
    .extend(mocked(routes, { passthrough: ['https://cdn.test'] }))
    .extend<{ count: number }>({ count: async ({ mocks, user }, use) => use(mocks.calls().length + user.length) })
  type Args = ArgsOf<typeof extended>
  expectTypeOf<Args['mocks']>().toEqualTypeOf<Mocks>()
  expectTypeOf<Args['user']>().toEqualTypeOf<string>()
  expectTypeOf<Args['count']>().toEqualTypeOf<number>()
})

test('wrong options are refused where they are written, by the name of the function that was called', () => {
  // @ts-expect-error: the fixtures patch nothing
  expect(() => mocked(routes, { patch: true })).toThrow(
    "mocked: 'patch' is not an option; use baseUrl, onUnmatched, passthrough or log",
  )
  // @ts-expect-error: another library's name
  expect(() => mocked(routes, { onUnhandledRequest: 'bypass' })).toThrow(/^mocked: .*onUnmatched/)
  // @ts-expect-error: a misspelt name
  expect(() => mocked(routes, { passthru: [] })).toThrow(/\n\nWrite {2}mocked\(…, \{ passthrough: \[\] \}\)$/)
})

test('a stub that can never answer is refused before the first test', () => {
  expect(() => mocked([...routes, rest.get('/api/users', [])])).toThrow(/can never answer/)
})
