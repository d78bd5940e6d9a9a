import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext } from '@playwright/test'
import { expect, test } from 'vitest'
import { keepCookie } from '../../src/playwright/keep-cookie.ts'

/* What Chromium and an application do with the cookie is tested in `test/consumers/playwright`. */

const COOKIE = { name: 'mynah-test', value: '1.a.b' }
const SESSION = { name: 'session', value: '1' }

/** A context that remembers what it was told. */
function contextOf(): { readonly context: BrowserContext; readonly acts: unknown[] } {
  const acts: unknown[] = []
  const storageState = async (options: object = {}) => {
    acts.push(['storageState', options])
    return { cookies: [COOKIE, SESSION], origins: [] }
  }
  const context = {
    addCookies: async (cookies: readonly { readonly url: string }[]) => void acts.push(cookies.map(({ url }) => url)),
    clearCookies: async (options: unknown) => void acts.push(['clearCookies', options]),
    cookies: async () => [COOKIE, SESSION],
    storageState,
    request: { storageState },
  }
  return { context: context as unknown as BrowserContext, acts }
}

test.each([
  ['http://localhost:3000', 'http://localhost:3000/users?a=1', true],
  ['http://localhost:3000', 'http://localhost:4000/', true],
  ['http://localhost:3000', 'http://127.0.0.1:3000/', true],
  ['http://localhost:3000', 'http://[::1]:3000/', true],
  ['http://localhost:3000', 'http://tenant.localhost:3000/', true],
  ['http://localhost:3000', 'http://tenant.app.test:3000/', true],
  ['http://localhost:3000', 'http://app.test/', false],
  ['http://localhost:3000', 'data:text/plain,a', false],
  ['https://app.test', 'https://tenant.app.test/', true],
  ['https://app.test', 'https://cdn.test/', false],
  ['https://app.test', 'https://otherapp.test/', false],
])('with the baseURL %s, the cookie is set for %s: %j', async (baseURL, url, isSet) => {
  const { context, acts } = contextOf()
  const keep = await keepCookie(context, COOKIE, baseURL)
  expect(acts.splice(0)).toEqual([[`${baseURL}/`]])
  await keep(url)
  const origins = new Set([`${baseURL}/`, `${new URL(url).origin}/`])
  expect(acts).toEqual(isSet ? [[...origins]] : [])
})

test('clearCookies, cookies and storageState of a context are as if there were no cookie of the test', async () => {
  const { context, acts } = contextOf()
  await keepCookie(context, COOKIE, 'http://localhost:3000')
  acts.splice(0)
  await context.clearCookies({ name: 'session' })
  expect(acts.splice(0)).toEqual([['clearCookies', { name: 'session' }], ['http://localhost:3000/']])
  expect(await context.cookies()).toEqual([SESSION])
  const path = join(await mkdtemp(join(tmpdir(), 'mynah-')), 'state', 'user.json')
  expect(await context.storageState({ path, indexedDB: true })).toEqual({ cookies: [SESSION], origins: [] })
  expect(await context.request.storageState()).toEqual({ cookies: [SESSION], origins: [] })
  expect(acts).toEqual([
    ['storageState', { indexedDB: true }],
    ['storageState', {}],
  ])
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ cookies: [SESSION], origins: [] })
})
