import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { createSources } from '#intercept'
import { parseCookies } from '../core/request.ts'
import { carryOut } from '../dispatch.ts'
import { internalFault } from '../mocks/session/failure-error.ts'
import { isBypass } from '../runtime/bypass.ts'
import { callSite, watchCallSites } from './call-sites.ts'
import { COOKIE_NAME, parseCookieValue } from './cookie.ts'
import { FollowedTest } from './followed-test.ts'
import { forward } from './forward.ts'
import { refuseProduction } from './refuse-production.ts'

/** Published before a server's listeners get a request. A value that is entered there holds for all that they start. */
const ARRIVED = 'http.server.request.start'

/** The test to which the code that runs now belongs. */
const followed = new AsyncLocalStorage<FollowedTest | undefined>()

/** Lets the requests of this process that belong to a test be answered by that test. Nothing is patched before the first such request. */
export function followTests(): void {
  let isPatched = false
  let isFirst = true
  subscribe(ARRIVED, (message) => {
    // A framework's command may have set NODE_ENV since the start.
    if (isFirst) refuseProduction()
    isFirst = false
    const { request, socket } = message as { request: IncomingMessage; socket: Socket }
    const test = testOf(request, socket)
    if (test && !isPatched) {
      isPatched = true
      patchClients()
    }
    // A connection that is kept may have brought a test's request before.
    if (test !== followed.getStore()) followed.enterWith(test)
  })
}

/** Returns the test that a request names, if it comes from this machine. */
function testOf({ headers }: IncomingMessage, { remoteAddress }: Socket): FollowedTest | undefined {
  if (!headers.cookie?.includes(COOKIE_NAME) || !isLoopback(remoteAddress)) return undefined
  const value = parseCookies(headers.cookie)[COOKIE_NAME]
  return value === undefined ? undefined : new FollowedTest(parseCookieValue(value))
}

function isLoopback(address = ''): boolean {
  return /^(::ffff:)?127\./i.test(address) || address === '::1'
}

function patchClients(): void {
  const sources = createSources({
    resolveUrl: (url) => new Request(url).url,
    fault: internalFault,
    isPassthrough: () => isBypass() || followed.getStore() === undefined,
    isPassthroughByHead: () => false,
  })
  watchCallSites(() => (isBypass() ? undefined : followed.getStore()))
  sources.apply({})
  sources.listen(async (event) => {
    const test = followed.getStore()
    if (!test || event.isHandled) return
    carryOut(await forward(event.incoming, test, callSite(event.incoming, test)), event)
  })
}
