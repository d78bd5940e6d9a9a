import { AsyncLocalStorage } from 'node:async_hooks'
import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { createSources } from '#intercept'
import { parseCookies } from '../core/request.ts'
import { internalFault } from '../mocks/session/failure-error.ts'
import type { IncomingRequest } from '../request/incoming-request.ts'
import { isBypassed } from '../runtime/bypass.ts'
import { callSite, watchCallSites } from './call-sites.ts'
import { COOKIE_NAME, parseCookieValue } from './cookie.ts'
import { FollowedTest } from './followed-test.ts'
import { forward } from './forward.ts'
import { takeOutCookies } from './take-out-cookies.ts'

/** A request to a server of this process. */
export interface Arrived {
  readonly cookie: string | undefined
  readonly socket: Pick<Socket, 'remoteAddress' | 'destroyed'> | undefined
  /** What the application listens to while it handles the request. */
  readonly emitters: readonly EventEmitter[]
}

/** The test to which the code that runs now belongs. */
const followed = new AsyncLocalStorage<FollowedTest | undefined>()

let isPatched = false

/** Lets all that starts with a request belong to the test that the request names, if it names one. The first such request patches the clients. */
export function followRequest({ cookie, socket, emitters }: Arrived): void {
  const test = testOf(cookie, socket)
  if (test) {
    if (!isPatched) patchClients()
    isPatched = true
    for (const emitter of emitters) keepListeners(emitter, test)
  }
  // A connection that is kept may have brought a test's request before.
  if (test !== followed.getStore()) followed.enterWith(test)
}

/** Returns the test that a request names, if it comes from this machine. */
function testOf(cookie: string | undefined, socket: Arrived['socket']): FollowedTest | undefined {
  if (!cookie?.includes(COOKIE_NAME) || !socket || !isLocal(socket)) return undefined
  const value = parseCookies(cookie)[COOKIE_NAME]
  return value === undefined ? undefined : new FollowedTest(parseCookieValue(value))
}

/** A Unix socket has no address. */
function isLocal({ remoteAddress: address, destroyed }: NonNullable<Arrived['socket']>): boolean {
  return address === undefined ? !destroyed : address === '::1' || /^(::ffff:)?127\./i.test(address)
}

/** Whether a request leads to another process of this machine by a Unix socket, as the dev server of Nuxt forwards its own to its worker. */
function isOwnProcess({ sentTo }: IncomingRequest): boolean {
  return sentTo.startsWith('unix:')
}

/** Lets the listeners of a request belong to its test: from Node 24 on, the parser emits a body's events in a context of its own. */
function keepListeners(emitter: EventEmitter, test: FollowedTest): void {
  const emit = emitter.emit.bind(emitter)
  emitter.emit = (...event) => followed.run(test, emit, ...event)
}

function patchClients(): void {
  const sources = createSources({
    resolveUrl: (url) => new Request(url).url,
    fault: internalFault,
    isBypassed: () => isBypassed() || followed.getStore() === undefined,
    isPassthroughByHead: () => false,
  })
  watchCallSites(() => (isBypassed() ? undefined : followed.getStore()?.lines))
  takeOutCookies()
  sources.apply({})
  sources.listen(async (event) => {
    const test = followed.getStore()
    if (!test || event.isHandled || isOwnProcess(event.incoming)) return
    event.carryOut(await forward(event.incoming, test, callSite(event.incoming, test.lines)))
  })
}
