import type {
  BrowserContext,
  Fixtures,
  PlaywrightTestArgs,
  PlaywrightTestOptions,
  PlaywrightWorkerArgs,
  PlaywrightWorkerOptions,
  TestInfo,
} from '@playwright/test'
import { toHar } from '../archive/to-har.ts'
import { RouteDefinitionError } from '../core/errors.ts'
import { checkOptions } from '../core/options.ts'
import { checkHidden, checkRoutes } from '../core/stub/check-routes.ts'
import { callOf } from '../core/stub/correction.ts'
import { isStub, type Stub } from '../core/stub/stub.ts'
import type { Mocks } from '../mocks/mocks.ts'
import { MOCKS_OPTIONS, type MocksOptions } from '../mocks/options.ts'
import { serveMocks } from '../server/serve-mocks.ts'
import { makeMocks } from '../setup-mocks.ts'
import { isAnsweringOwn } from './answer-route.ts'
import { keepCookie } from './keep-cookie.ts'
import { routeContext } from './route-context.ts'

/** The fixtures of `mocked`. */
export interface MockedFixtures {
  /** The routes of a test, an option: `test.use({ routes: [[rest.get('/users', [])], { scope: 'test' }] })`. */
  routes: readonly Stub[]
  /** The mocks that answer the pages of a test. Each test has its own. */
  mocks: Mocks
}

/** The options of `mocked`: those of `setupMocks`. */
export type MockedOptions = Omit<MocksOptions, 'patch'>

const { patch: _, ...OPTIONS } = MOCKS_OPTIONS

/**
 * Returns fixtures for Playwright's `test.extend`: `mocks`, by which routes answer the requests of all pages of a test's
 * context, and the option `routes`. `mocks` is automatic; a test that fails has its calls attached as `calls.har`.
 *
 * Documents, scripts, styles, images, fonts and media, and what frameworks ask by themselves, pass unless a stub takes them. A
 * request by fetch, XMLHttpRequest, EventSource or sendBeacon that no stub takes fails at its page, and fails the test.
 *
 * @throws {RouteDefinitionError} for an unknown option, an option with a wrong value, and a stub that can never answer.
 * @example
 * import { test as base } from '@playwright/test'
 * import { mocked } from 'mynah/playwright'
 *
 * export const test = base.extend(mocked([rest.get('/api/users', [{ id: 1 }])]))
 */
export function mocked(
  routes: readonly Stub[],
  options: MockedOptions = {},
): Fixtures<
  MockedFixtures,
  Record<never, never>,
  PlaywrightTestArgs & PlaywrightTestOptions,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions
> {
  checkRoutes(routes, 'mocked')
  checkHidden(routes)
  checkOptions('mocked', '…, ', options, OPTIONS)
  return {
    routes: [routes, { option: true }],
    // Playwright reads the names of the fixtures from the text of this function.
    mocks: [
      async ({ context, baseURL, connectOptions, routes }, use, testInfo) => {
        checkOption(routes)
        const { passthrough = [], ...others } = options
        const allowed = [...passthrough, isAnsweringOwn]
        const mocks = makeMocks('mocked', routes, { ...others, passthrough: allowed, patch: false })
        const { beforeNetwork, close } = await serveApplication(context, baseURL, mocks, testInfo)
        const unroute = await routeContext(context, mocks, {
          isLocal: connectOptions === undefined,
          beforeNetwork,
          routes,
          baseURL,
        })
        await use(mocks)
        unroute()
        await close()
        await finish(mocks, testInfo)
      },
      { auto: true },
    ],
  }
}

/**
 * Playwright takes a list whose second entry is an object for a value and its settings, and hands on the first entry.
 * @throws {RouteDefinitionError} with the form that Playwright takes.
 */
function checkOption(routes: unknown): void {
  if (!isStub(routes)) return
  const problem = 'test.use({ routes }): Playwright takes a list of two or more objects for a value and its settings'
  throw new RouteDefinitionError(
    `${problem}\n\nWrite  test.use({ routes: [[${callOf(routes)}, …), …], { scope: 'test' }] })`,
  )
}

interface ServedApplication {
  /** Called with the URL of a request before it passes. */
  beforeNetwork(url: string): Promise<void>
  close(): Promise<void>
}

/** Lets the mocks answer what the server at `baseURL` asks for this test. */
async function serveApplication(
  context: BrowserContext,
  baseURL: string | undefined,
  mocks: Mocks,
  { titlePath }: TestInfo,
): Promise<ServedApplication> {
  // A file has no server, and Playwright itself says what is wrong with `localhost:3000`.
  if (baseURL === undefined || !(/^https?:/i.test(baseURL) && URL.canParse('/', baseURL))) {
    return { beforeNetwork: async () => {}, close: async () => {} }
  }
  const { cookie, close } = await serveMocks(mocks, { title: titlePath.join(' › ') })
  return { beforeNetwork: await keepCookie(context, cookie, baseURL), close }
}

/** Ends the mocks of a test. Fails the test if they have a failure, and attaches the calls of a test that fails. */
async function finish(mocks: Mocks, testInfo: TestInfo): Promise<void> {
  const error = failureOf(mocks)
  const calls = mocks.calls()
  const hasFailed = error !== undefined || testInfo.status !== testInfo.expectedStatus
  if (hasFailed && calls.length > 0) {
    const body = JSON.stringify(toHar(calls))
    await testInfo.attach('calls.har', { body, contentType: 'application/json' })
  }
  mocks.reset({ failures: true })
  mocks.stop()
  if (error !== undefined) throw error
}

/** Returns what `verify` throws. Playwright prints the errors of an `AggregateError` one by one, without its message. */
function failureOf(mocks: Mocks): unknown {
  try {
    mocks.verify()
    return undefined
  } catch (error) {
    return error instanceof AggregateError ? Object.assign(new Error(error.message), { stack: error.stack }) : error
  }
}
