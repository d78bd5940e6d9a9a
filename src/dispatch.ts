import { intercept } from '#intercept'
import type { RequestLine } from './core/request.ts'
import { isPromise } from './core/type-guards.ts'
import type { Interceptable } from './interceptable.ts'
import { internalFault } from './mocks/failures.ts'
import { absoluteUrl } from './request/absolute-url.ts'
import type { IncomingRequest } from './request/incoming-request.ts'
import type { Verdict } from './response/verdict.ts'
import { mocksEndedError, untilAborted } from './runtime/abort.ts'

/** What all copies of the library in one realm share: one interception, and the started mocks, the newest first. */
interface Shared {
  started: Interceptable[]
  undo: (() => void) | undefined
}

const SHARED = Symbol.for('mynah.interception.1')

function shared(): Shared {
  const realm = globalThis as { [SHARED]?: Shared }
  realm[SHARED] ??= { started: [], undo: undefined }
  return realm[SHARED]
}

/** Puts mocks on top of those that are started, and starts the interception with the first; gives the undo. */
export function join(mocks: Interceptable): () => void {
  const all = shared()
  all.undo ??= intercept({
    answer: (request) => dispatch(request, all),
    resolveUrl: (url) => resolveUrl(url, all),
    fault: (request, thrown) => fault(request, thrown, all.started[0]),
  })
  all.started = [mocks, ...all.started]
  return () => {
    all.started = all.started.filter((one) => one !== mocks)
    if (all.started.length > 0) return
    all.undo?.()
    all.undo = undefined
  }
}

/** Answers a request. It neither throws nor rejects: nobody else's code throws up to here, so that what does is our own fault. */
function dispatch(request: IncomingRequest, all: Shared): Verdict | Promise<Verdict> {
  const [newest] = all.started
  // Sent while there were mocks, and on its way until now: the network is not what was asked.
  if (!newest) return { kind: 'error', error: mocksEndedError() }
  const fail = (thrown: unknown): Verdict => ({ kind: 'error', error: fault(request, thrown, newest) })
  try {
    const verdict = readAndAsk(request, all.started, newest)
    return isPromise(verdict) ? verdict.catch(fail) : verdict
  } catch (thrown) {
    return fail(thrown)
  }
}

/** The error of a request where code of ours has thrown; the test of these mocks hears of it. */
function fault(request: RequestLine, thrown: unknown, mocks: Interceptable | undefined): Error {
  const error = internalFault(request, thrown)
  mocks?.blame(error)
  return error
}

/** Reads the body, where it has still to be read, and asks. */
function readAndAsk(
  request: IncomingRequest,
  started: readonly Interceptable[],
  newest: Interceptable,
): Verdict | Promise<Verdict> {
  if (!request.unread) return ask(request, started, newest)
  const { ended } = newest
  return untilAborted(request.readBody(), request.signal, ended).then(
    () => ask(request, started, newest),
    // What was pending at the end has no place in the journal that begins with it.
    (error: unknown) => (ended.aborted ? { kind: 'error', error } : newest.lose(request, error)),
  )
}

/** Asks the started mocks, the newest first; the newest decides on what none takes. */
function ask(
  request: IncomingRequest,
  started: readonly Interceptable[],
  newest: Interceptable,
): Verdict | Promise<Verdict> {
  const askFrom = (index: number): Verdict | Promise<Verdict> => {
    const mocks = started[index]
    if (!mocks) {
      const groups = started.map(({ group }) => group)
      return newest.rule(request, groups)
    }
    const answering = mocks.answer(request)
    if (isPromise(answering)) return answering.then((verdict) => verdict ?? askFrom(index + 1))
    return answering ?? askFrom(index + 1)
  }
  return askFrom(0)
}

/** Makes a relative URL absolute: by the page's location, else by the newest `baseUrl`. */
function resolveUrl(url: string, all: Shared): string {
  const base = all.started.find(({ baseUrl }) => baseUrl !== undefined)?.baseUrl
  try {
    return absoluteUrl(url, base)
  } catch (error) {
    all.started[0]?.blame(error)
    throw error
  }
}
