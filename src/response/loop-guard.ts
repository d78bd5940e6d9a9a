import { createScope } from '#platform'
import { MynahError } from '../core/errors.ts'
import type { RequestLine } from '../core/request.ts'

/** A call of user code for a request. `outer` is the call in which that request was sent. */
interface CallInProgress extends RequestLine {
  readonly outer: CallInProgress | undefined
  isRunning: boolean
}

const callScope = createScope<CallInProgress>()

/** How many calls are in progress. */
let inProgress = 0

/**
 * The call that began while no other was in progress. It has no scope, which would be half of a resolver's cost; the calls that begin
 * before it ends count it as their outermost one.
 */
let first: CallInProgress | undefined

/** How often a request may wait for itself: an answer may be made from other answers of the same URL. */
const MOST_ROUNDS = 50

/**
 * Calls user code for a request: a resolver, `onUnmatched`, a listener. If it returns a promise of this realm, the call ends
 * when the promise settles.
 * @throws {MynahError} `LOOP`, if user code sends the same request again and waits for it: that would go on until the stack
 * or the memory is full.
 */
export function guardLoop<Result>(request: RequestLine, fn: () => Result): Result {
  const isFirst = inProgress === 0
  const outer = isFirst ? undefined : (running(callScope.getStore()) ?? running(first))
  if (roundsOf(request, outer) >= MOST_ROUNDS) throw loopError(request)
  const { method, url } = request
  const call: CallInProgress = { method, url, outer, isRunning: true }
  inProgress++
  if (isFirst) first = call
  const end = () => {
    inProgress--
    call.isRunning = false
  }
  let result: Result
  try {
    result = isFirst ? fn() : callScope.run(call, fn)
  } catch (error) {
    end()
    throw error
  }
  if (result instanceof Promise) result.then(end, end)
  else end()
  return result
}

/** Skips calls that have ended: a timer that such a call has started may send the request any number of times. */
function running(one: CallInProgress | undefined): CallInProgress | undefined {
  let next = one
  while (next && !next.isRunning) next = next.outer
  return next
}

function roundsOf({ method, url }: RequestLine, innermost: CallInProgress | undefined): number {
  let rounds = 0
  for (let one = innermost; one; one = running(one.outer)) {
    if (one.method === method && one.url === url) rounds++
  }
  return rounds
}

function loopError({ method, url }: RequestLine): MynahError {
  return new MynahError(
    'LOOP',
    `${method} ${url} is waiting for itself: the resolver, listener or onUnmatched that handles it sent it again; ` +
      'in a resolver, use fetchReal() to bypass the mocks',
  )
}
