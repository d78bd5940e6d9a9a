import { AsyncLocalStorage } from 'node:async_hooks'
import type { Request, Route } from '@playwright/test'
import { decoder } from '#intercept'
import { perform } from '../intercept/fetch/perform.ts'
import type { AnswerRequest } from '../mocks/answer-member.ts'
import { IncomingRequest } from '../request/incoming-request.ts'
import { COOKIE_NAME } from '../server/cookie.ts'
import { abortReasonOf } from './abort-reason.ts'
import { followHops } from './hops.ts'
import { isOwnRequest } from './own-request.ts'

const ownRequests = new AsyncLocalStorage<boolean>()

/** Whether the browser or the framework has sent the request that is being answered. A function for the option `passthrough`. */
export function isAnsweringOwn(): boolean {
  return ownRequests.getStore() === true
}

/** How a test's mocks answer a page. */
export interface PageMocks {
  readonly answer: AnswerRequest
  /** Whether a stub would take a request. */
  takes(request: Request): Promise<boolean>
}

/** Answers a request of a page as a server does. `signal` says that nobody waits for the answer any more. */
export async function answerRoute(route: Route, mocks: PageMocks, signal: AbortSignal): Promise<void> {
  const request = route.request()
  const isOwn = isOwnRequest(request)
  // The journal has no line for each script and image.
  if (isOwn && !(await mocks.takes(request))) return route.fallback()
  try {
    await ownRequests.run(isOwn, () => sendAnswer(route, mocks, signal))
  } catch (error) {
    // A closed page has no request to answer.
    if (!signal.aborted) await route.abort(abortReasonOf(error))
  }
}

async function sendAnswer(route: Route, { answer }: PageMocks, signal: AbortSignal): Promise<void> {
  const incoming = incomingOf(route.request(), signal)
  const hops = followHops(incoming.url)
  const response = await perform(incoming, true, {
    handle: answer,
    fault: (_, thrown) => thrown as Error,
    decoder,
    cookies: hops,
    passthrough: () => undefined,
  })
  // The browser follows a redirect to the network by itself.
  const final = response ?? hops.last
  if (!final) return route.fallback()
  const body = Buffer.from(response ? await response.arrayBuffer() : new ArrayBuffer())
  const headers = writeHeaders(final.headers, hops.cookies)
  signal.throwIfAborted()
  await route.fulfill({ status: final.status, headers, body })
}

/** Returns headers as Playwright takes them. The body is decoded already. */
function writeHeaders(received: Headers, cookies: readonly string[]): Record<string, string> {
  const { 'content-encoding': encoding, 'set-cookie': _, ...headers } = Object.fromEntries(received)
  if (encoding !== undefined) delete headers['content-length']
  return { ...headers, ...(cookies.length > 0 && { 'set-cookie': cookies.join('\n') }) }
}

function incomingOf(request: Request, signal: AbortSignal): IncomingRequest {
  const body = request.postDataBuffer()
  return new IncomingRequest({
    method: request.method(),
    url: request.url(),
    headers: Object.entries(withoutTest(request.headers())),
    sender: { from: 'page' },
    signal,
    ...(body && { readBody: async () => new Uint8Array(body).buffer }),
  })
}

/** Removes the cookie by which the application's server knows its test: no stub is to see it. */
function withoutTest({ cookie, ...headers }: Readonly<Record<string, string>>): Record<string, string> {
  const kept = cookie?.split('; ').filter((pair) => !pair.startsWith(`${COOKIE_NAME}=`)) ?? []
  return kept.length > 0 ? { ...headers, cookie: kept.join('; ') } : headers
}

/** Returns the request as `mocks.explain` takes it. */
export function toRequest(request: Request): globalThis.Request {
  const body = request.postDataBuffer()
  const method = request.method()
  return new globalThis.Request(request.url(), {
    method,
    headers: withoutTest(request.headers()),
    ...(body && method !== 'GET' && method !== 'HEAD' && { body: new Uint8Array(body) }),
  })
}
