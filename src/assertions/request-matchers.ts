import { brandOf } from '../core/brand.ts'
import type { ParamsOf } from '../core/params.ts'
import { showWritten } from '../core/show.ts'
import type { MatchedOperation, OperationMatch, OperationStub } from '../core/stub/operation-match.ts'
import type { RestSettings } from '../core/stub/rest-method.ts'
import type { CallFilter } from '../mocks/call-filter.ts'
import type { Inspection } from '../mocks/inspect-calls.ts'
import type { MocksBrand } from '../mocks/mocks.ts'
import { isStorybook } from '../runtime/hosts/storybook.ts'
import { type OrderedInspection, wordInOrder, wordRequested, wordSent } from './word-failure.ts'

/** Infers the path of a filter. */
type PathOf<Filter> = Filter extends { readonly path: infer Path }
  ? Path
  : Filter extends `${string} ${infer Path}`
    ? Path
    : Filter extends string
      ? Filter
      : string

/** A filter by operation: `'query GetUser'`. */
type OperationFilter =
  | `${'query' | 'mutation' | 'subscription' | 'operation'} ${string}`
  | { readonly operation: string }

/** A `match` as in `rest`, its params typed by the filter's path; for an operation as in `graphql`, with the variables of its stub. */
type RequestMatch<Filter = string> = Filter extends OperationFilter
  ? MatchOfOperation<Record<string, unknown>>
  : Filter extends OperationStub<infer Variables>
    ? RestMatch<Filter> | MatchOfOperation<Variables>
    : RestMatch<Filter>

type MatchOfOperation<Variables> = OperationMatch<Variables> | ((request: MatchedOperation<Variables>) => unknown)
type RestMatch<Filter> = NonNullable<RestSettings<{ params: ParamsOf<PathOf<Filter>> }>['match']>

/** The result that the runner's `expect` takes from a matcher. */
export interface MatcherResult {
  readonly pass: boolean
  message(): string
}

/** The matchers of `expect(mocks)`. */
export interface RequestMatchers<Result = void> {
  /**
   * Passes if a matching request has arrived, whatever its outcome was.
   *
   * @param filter a filter as `mocks.calls` takes it: `'POST /users'`, a stub, a function of the call …
   * @param match further conditions on the request, as in `rest`.
   * @example
   * expect(mocks).toHaveRequested('POST /users', { body: { name: 'Ada' } })
   */
  toHaveRequested<const Filter extends CallFilter>(filter: Filter, match?: RequestMatch<Filter>): Result
  /**
   * Passes if exactly `times` matching requests have arrived.
   *
   * @example
   * expect(mocks).toHaveRequestedTimes('GET /users', 2)
   */
  toHaveRequestedTimes<const Filter extends CallFilter>(
    filter: Filter,
    times: number,
    match?: RequestMatch<Filter>,
  ): Result
  /**
   * Passes if matching requests have arrived in this order. Other requests between them do not matter.
   *
   * @example
   * expect(mocks).toHaveRequestedInOrder(['POST /login', 'GET /profile'])
   */
  toHaveRequestedInOrder(filters: readonly CallFilter[]): Result
  /**
   * Passes if a client has sent a message over a WebSocket that a matching request has opened.
   *
   * @param filter a filter as `mocks.calls` takes it.
   * @param data the message, compared as `match` compares a body: the JSON of a text, or the text itself.
   * @example
   * expect(mocks).toHaveSent('/rooms/:room', { type: 'join' })
   */
  toHaveSent(filter: CallFilter, data: unknown): Result
}

/**
 * The matcher `toHaveRequested` for `expect.extend`: a request that fits has arrived, whatever became of it.
 *
 * @returns the result that `expect` asks for.
 * @throws {TypeError} if `received` is not what `setupMocks` returned.
 * @throws {RouteDefinitionError} for a filter or a match that no request could fit.
 * @throws {MynahError} `NOT_STARTED`, if the mocks were never started.
 * @example
 * expect.extend({ toHaveRequested })
 * expect(mocks).toHaveRequested('POST /users', { body: { name: 'Ada' } })
 */
export function toHaveRequested(received: unknown, filter: CallFilter, match?: unknown): MatcherResult {
  const inspection = inspect(received, 'toHaveRequested', filter, match)
  const pass = inspection.selected.length > 0
  return { pass, message: () => wordRequested(inspection, pass) }
}

/**
 * The matcher `toHaveRequestedTimes` for `expect.extend`: exactly `times` requests that fit have arrived.
 *
 * @returns the result that `expect` asks for.
 * @throws {TypeError} if `received` is not what `setupMocks` returned, and for `times` other than an integer of 0 or more.
 * @throws {RouteDefinitionError} for a filter or a match that no request could fit.
 * @throws {MynahError} `NOT_STARTED`, if the mocks were never started.
 * @example
 * expect.extend({ toHaveRequestedTimes })
 * expect(mocks).toHaveRequestedTimes('GET /users', 2)
 */
export function toHaveRequestedTimes(
  received: unknown,
  filter: CallFilter,
  times: number,
  match?: unknown,
): MatcherResult {
  const inspection = inspect(received, 'toHaveRequestedTimes', filter, match)
  if (!(Number.isInteger(times) && times >= 0)) {
    throw new TypeError(
      `toHaveRequestedTimes expects a number of requests, an integer of 0 or more, got ${showWritten(times)}`,
    )
  }
  const pass = inspection.selected.length === times
  return { pass, message: () => wordRequested(inspection, pass, times) }
}

/**
 * The matcher `toHaveRequestedInOrder` for `expect.extend`: requests that fit have arrived in this order, with any others
 * between them.
 *
 * @returns the result that `expect` asks for.
 * @throws {TypeError} if `received` is not what `setupMocks` returned, and for an empty list.
 * @throws {RouteDefinitionError} for a filter that no request could fit.
 * @throws {MynahError} `NOT_STARTED`, if the mocks were never started.
 * @example
 * expect.extend({ toHaveRequestedInOrder })
 * expect(mocks).toHaveRequestedInOrder(['POST /login', 'GET /profile'])
 */
export function toHaveRequestedInOrder(received: unknown, filters: readonly CallFilter[]): MatcherResult {
  if (!Array.isArray(filters) || filters.length === 0) {
    throw new TypeError(`toHaveRequestedInOrder expects a list of at least one filter, got ${showWritten(filters)}`)
  }
  const found: OrderedInspection[] = []
  let from = 0
  for (const filter of filters) {
    // A filter behind the missing one is read too: no request could fit a wrong one.
    const inspection = inspect(received, 'toHaveRequestedInOrder', filter, undefined, from)
    if (found.at(-1)?.isMissing) continue
    const place = inspection.arrived.findIndex((call, index) => index >= from && inspection.selected.includes(call))
    found.push({ inspection, from, isMissing: place < 0 })
    from = place + 1
  }
  const pass = found.every(({ isMissing }) => !isMissing)
  return { pass, message: () => wordInOrder(found, filters.length) }
}

/**
 * The matcher `toHaveSent` for `expect.extend`: a client has sent a message over a WebSocket.
 *
 * @returns the result that `expect` asks for.
 * @throws {TypeError} if `received` is not what `setupMocks` returned.
 * @throws {RouteDefinitionError} for a filter that no request could fit, and a condition that no message could meet.
 * @throws {MynahError} `NOT_STARTED`, if the mocks were never started.
 * @example
 * expect.extend({ toHaveSent })
 * expect(mocks).toHaveSent('/rooms/:room', { type: 'join' })
 */
export function toHaveSent(received: unknown, filter: CallFilter, data: unknown): MatcherResult {
  const { filter: text, selected, parseCondition } = inspect(received, 'toHaveSent', filter, undefined)
  const call = `toHaveSent(${text}, ${showWritten(data)})`
  const meets = parseCondition?.(call, data)
  const sent = selected.flatMap(({ messages = [] }) =>
    messages.flatMap((one) => (one.from === 'client' ? one.data : [])),
  )
  const meeting = meets ? sent.filter(meets).length : 0
  return { pass: meeting > 0, message: () => wordSent(call, sent, meeting) }
}

/** Looks at the calls of mocks. */
function inspect(received: unknown, matcher: string, filter: CallFilter, match: unknown, from?: number): Inspection {
  return brandIn(received, matcher).inspect(matcher, filter, match, from)
}

function brandIn(received: unknown, matcher: string): MocksBrand {
  const brand = brandOf<MocksBrand>(received, 'mocks')
  if (brand) return brand
  throw new TypeError(
    `${matcher} expects the mocks that setupMocks returned, got ${showWritten(received)}\n\n` +
      // The addon puts the mocks into the context of a story.
      (received === undefined && isStorybook()
        ? "Write  addons: ['mynah/storybook']  in .storybook/main.ts, for  play: ({ mocks }) => …"
        : `Write  expect(mocks).${matcher}(…), with  const mocks = setupMocks(routes)`),
  )
}
