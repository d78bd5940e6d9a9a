import { AsyncLocalStorage } from 'node:async_hooks'
import type { Route } from '@playwright/test'
import { perform } from '../fetch/perform.ts'
import type { MocksBrand } from '../mocks/mocks.ts'
import type { IncomingRequest } from '../request/incoming-request.ts'
import { toResponse } from '../response/make-response.ts'
import { abortReasonOf } from './abort-reason.ts'
import { isBackgroundRequest } from './background-request.ts'
import { followHops } from './hops.ts'
import { incomingOf } from './page-request.ts'
import { type PageAnswer, sendAnswer } from './send-answer.ts'
import type { StreamPort } from './stream-port.ts'
import { warnOfJsonPage, warnOfLostFiles } from './warnings.ts'

const backgroundRequests = new AsyncLocalStorage<boolean>()

/** Whether the browser or the framework has sent the request that is being answered. A function for the option `passthrough`. */
export function isAnsweringOwn(): boolean {
  return backgroundRequests.getStore() === true
}

/** How a test's mocks answer a page. */
export interface PageMocks {
  readonly answer: MocksBrand['answer']
  /** Whether a stub would take a request. */
  takes(request: Request): Promise<boolean>
  /** Called with the URL of a request before it passes. */
  beforeNetwork(url: string): Promise<void>
  /** `undefined` if the browser cannot load from a port of this machine. */
  readonly port: StreamPort | undefined
}

/** Answers a request of a page as a server does. `signal` says that nobody waits for the answer any more. */
export async function answerRoute(route: Route, mocks: PageMocks, signal: AbortSignal): Promise<void> {
  const request = route.request()
  const incoming = incomingOf(request, signal)
  const isBackground = isBackgroundRequest(request)
  const pass = async () => {
    await mocks.beforeNetwork(request.url())
    await route.fallback()
  }
  // The journal has no line for each script and image.
  if (isBackground && !(await isTaken(incoming, mocks))) return pass()
  try {
    const answer = await backgroundRequests.run(isBackground, () => askMocks(incoming, mocks))
    if (!answer) return await pass()
    warnOfLostFiles(request)
    warnOfJsonPage(request, answer.response)
    await sendAnswer(route, answer, mocks.port, signal)
  } catch (error) {
    // A closed page has no request to answer.
    if (!signal.aborted) await route.abort(abortReasonOf(error))
  }
}

async function isTaken(incoming: IncomingRequest, { takes }: PageMocks): Promise<boolean> {
  await incoming.readBody()
  return takes(incoming.toRequest())
}

/** Follows redirects among the stubs. Returns `undefined` if the request passes. */
async function askMocks(incoming: IncomingRequest, { answer }: PageMocks): Promise<PageAnswer | undefined> {
  const hops = followHops(incoming.url)
  const response = await perform(incoming, {
    handle: answer,
    fault: (_, thrown) => thrown as Error,
    cookies: hops,
    passthrough: () => undefined,
  })
  const { last, cookies } = hops
  if (response) return { response, cookies }
  // The browser follows a redirect to the network by itself.
  return last && { response: toResponse({ kind: 'response', ...last, body: null }), cookies }
}
