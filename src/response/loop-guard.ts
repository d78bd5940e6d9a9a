import { createScope } from '#scope'
import { MynahError } from '../core/errors.ts'
import type { RequestLine } from '../core/request.ts'

/** A request on whose behalf a function of the test's runs, and the one that this request was sent for. */
interface Asking extends RequestLine {
  readonly outer: Asking | undefined
  isRunning: boolean
}

const asking = createScope<Asking>()

/** So often a request may wait for itself: an answer may be made of others at the same URL. */
const MOST_ROUNDS = 50

/**
 * Calls a function of the test's on behalf of a request: a resolver, `onUnmatched`, a listener. What it gives is still to
 * come where it is a promise of this realm.
 * @throws {MynahError} `LOOP`, where it sends that very request and waits for it: that would go on until the stack or
 * the memory is full.
 */
export function onBehalf<Result>(request: RequestLine, fn: () => Result): Result {
  const outer = running(asking.current())
  if (roundsOf(request, outer) >= MOST_ROUNDS) throw loopError(request)
  const { method, url } = request
  const own: Asking = { method, url, outer, isRunning: true }
  const end = () => {
    own.isRunning = false
  }
  let result: Result
  try {
    result = asking.run(own, fn)
  } catch (error) {
    end()
    throw error
  }
  if (result instanceof Promise) result.then(end, end)
  else end()
  return result
}

/** What has its result waits for nothing: a timer that it left behind may ask again and again. */
function running(one: Asking | undefined): Asking | undefined {
  let next = one
  while (next && !next.isRunning) next = next.outer
  return next
}

function roundsOf({ method, url }: RequestLine, innermost: Asking | undefined): number {
  let rounds = 0
  for (let one = innermost; one; one = running(one.outer)) {
    if (one.method === method && one.url === url) rounds++
  }
  return rounds
}

function loopError({ method, url }: RequestLine): MynahError {
  return new MynahError(
    'LOOP',
    `${method} ${url} waits for itself: what is asked about it, a resolver, a listener or onUnmatched, sends it again\n\n` +
      "Write  { match: { headers: { 'x-own': not(exists()) } } } as the stub's settings, and send that header along",
  )
}
