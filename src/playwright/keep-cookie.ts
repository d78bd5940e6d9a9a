import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { APIRequestContext, BrowserContext } from '@playwright/test'
import { patch } from '../intercept/patch.ts'

type Cookie = Awaited<ReturnType<BrowserContext['storageState']>>['cookies'][number]

/** The test's cookie, as the browser takes it. */
interface TestCookie {
  readonly name: string
  readonly value: string
}

/**
 * Keeps the cookie of a test in its context as long as the test runs, and hides it from the test: `clearCookies` leaves it, and
 * `cookies` and `storageState` do not return it. Returns a function that is called with the URL of each request that passes. It makes
 * sure that the application's server gets the cookie, whatever host the page was opened by, and whoever has cleared the cookies.
 */
export async function keepCookie(
  context: BrowserContext,
  cookie: TestCookie,
  baseURL: string,
): Promise<(url: string) => Promise<void>> {
  const base = new URL(baseURL)
  const origins = new Set<string>()
  // The page's own code sees no cookie of the test.
  const set = () => context.addCookies([...origins].map((url) => ({ ...cookie, url, httpOnly: true })))
  const keep = async (url: string) => {
    const asked = new URL(url)
    if (!isApplication(asked, base)) return
    origins.add(`${asked.origin}/`)
    await set()
  }
  await keep(baseURL)
  patch(context, 'clearCookies', (original) => async (...args: Parameters<BrowserContext['clearCookies']>) => {
    await original.apply(context, args)
    await set()
  })
  const withoutTest = (cookies: Cookie[]) => cookies.filter(({ name }) => name !== cookie.name)
  patch(context, 'cookies', (original) => async (...args: Parameters<BrowserContext['cookies']>) => {
    return withoutTest(await original.apply(context, args))
  })
  hideInState(context, withoutTest)
  hideInState(context.request, withoutTest)
  return keep
}

/** Removes the cookie from the state, also from the file that it is saved to. */
function hideInState(
  owner: Pick<BrowserContext | APIRequestContext, 'storageState'>,
  withoutTest: (cookies: Cookie[]) => Cookie[],
): void {
  patch(owner, 'storageState', (original) => {
    return async ({ path, ...options }: { readonly path?: string } = {}) => {
      const state = await original.call(owner, options)
      const shown = { ...state, cookies: withoutTest(state.cookies) }
      if (path !== undefined) {
        await mkdir(dirname(path), { recursive: true })
        await writeFile(path, JSON.stringify(shown, undefined, 2))
      }
      return shown
    }
  })
}

const LOOPBACK = /^(localhost|.+\.localhost|127\.[\d.]+|\[::1\])$/

/** Whether a request goes to the application's server: to its host, or to its port by another name of this machine. */
function isApplication({ hostname, port, protocol }: URL, base: URL): boolean {
  if (!/^https?:$/.test(protocol)) return false
  const isHost = hostname === base.hostname || hostname.endsWith(`.${base.hostname}`)
  return isHost || LOOPBACK.test(hostname) || (port !== '' && port === base.port)
}
