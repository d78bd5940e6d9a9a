import { brandedKindOf } from '../core/brand.ts'
import { type RequestPattern, requestMisses, stubMisses } from '../core/explain/differences.ts'
import type { Miss } from '../core/match/match.ts'
import type { Protocol } from '../core/match/operation.ts'
import type { Base } from '../core/path/base.ts'
import { assertArgument, keyProblem, nearestTo, refuseCall } from '../core/refusal.ts'
import type { MatchPart, RequestSnapshot } from '../core/request.ts'
import { showWritten } from '../core/show.ts'
import { isMistake, type Mistake } from '../core/stub/correction.ts'
import { tryMatch } from '../core/stub/parse-match.ts'
import { tryPath } from '../core/stub/parse-path.ts'
import { isStub, METHODS, originalOf, type Stub } from '../core/stub/stub.ts'
import { isOneOf, isPlainObject, synchronous } from '../core/type-guards.ts'
import { type Call, type CallEntry, toCall } from './session/journal.ts'
import type { Session } from './session/session.ts'
import { DISPOSE } from './undo.ts'

/**
 * Selects calls: `'POST /users'` or `'/users/:id'`, a stub, a function of the call, or an object whose `path` is written as
 * in `rest`, and whose `match` as in a stub's settings.
 */
export type CallFilter =
  | string
  | Stub
  | ((call: Call) => boolean)
  | {
      readonly method?: string
      readonly path?: string | RegExp
      readonly stub?: Stub
      /** As in reports: `'query GetUser'`. */
      readonly operation?: string
      readonly match?:
        | Readonly<Partial<Record<MatchPart | 'variables' | 'extensions', unknown>>>
        | ((request: RequestSnapshot) => unknown)
    }

/** A filter that has been read. */
interface ParsedFilter {
  /** The filter in a message: `'POST /users'`. */
  readonly text: string
  /** Whether the filter selects a call. */
  test(entry: CallEntry): boolean
  /** Returns the differences between a call and the filter; `undefined` if the filter is a function, which has no reasons. */
  readonly misses: ((entry: CallEntry) => readonly Miss[]) | undefined
}

const KEYS = ['method', 'path', 'stub', 'operation', 'match'] as const
/** An operation, if a protocol of the stubs reads operations: no path begins so. */
const OPERATION = /^[a-z]+ (?!.*:\/\/)[^/\s]/
const METHOD_AND_PATH = /^([a-z]+) +(\S.*)$/i

/** Refuses the call of the function that took a filter. */
type Refuse = (mistake: Mistake) => never

/**
 * Reads a filter. `match` has further conditions, as in a stub's settings.
 * @throws {RouteDefinitionError} for a filter that could never select a call; `name` is the function that took it.
 */
export function parseFilter(
  name: string,
  filter: CallFilter,
  { base, layers }: Pick<Session, 'base' | 'layers'>,
  match?: unknown,
): ParsedFilter {
  const text = isStub(filter) ? String(filter) : showWritten(filter)
  // What `mocks.use` returns would undo the override when it is called.
  const isFunction = typeof filter === 'function' && !(DISPOSE in filter)
  const refuse: Refuse = ({ problem, cause }) => refuseCall(`${name}(${text})`, problem, undefined, { cause })
  const [protocol] = layers.protocols
  const parts = isFunction ? {} : toParts(name, filter, protocol !== undefined)
  if (match !== undefined && parts.match !== undefined) refuse({ problem: 'it takes one match' })
  const pattern = toPattern({ ...parts, match: match === undefined ? parts.match : match }, protocol, refuse)
  const stub = isStub(parts.stub) ? parts.stub : undefined
  const isOfStub = (entry: CallEntry) => stub === undefined || (entry.stub && originalOf(entry.stub)) === stub
  const misses = (entry: CallEntry) => requestMisses(pattern, entry.read ?? entry.request, base, isOfStub(entry))
  return {
    text,
    test: (entry) =>
      isOfStub(entry) &&
      misses(entry).length === 0 &&
      (!isFunction || synchronous(filter(toCall(entry)), 'filter', 'calls')),
    misses: isFunction
      ? undefined
      : (entry) => (stub ? [...reasonsOf(stub, entry, base), ...misses(entry)] : misses(entry)),
  }
}

/** Returns the reasons why a stub did not take a request, except its path and its `times`. */
function reasonsOf(stub: Stub, { request }: CallEntry, base: Base | undefined): Miss[] {
  return stubMisses(stub, request, base, () => true).filter(({ part }) => part !== 'path' && part !== 'origin')
}

interface FilterParts {
  readonly method?: unknown
  readonly path?: unknown
  readonly stub?: unknown
  readonly operation?: unknown
  readonly match?: unknown
}

function toParts(name: string, filter: CallFilter, hasOperations: boolean): FilterParts {
  if (typeof filter === 'string') {
    if (hasOperations && OPERATION.test(filter)) return { operation: filter }
    const [, method, path] = METHOD_AND_PATH.exec(filter) ?? []
    return method === undefined ? { path: filter } : { method, path }
  }
  if (isStub(filter)) return { stub: filter }
  const isFilter = isPlainObject(filter) && brandedKindOf(filter) === undefined
  assertArgument(isFilter, name, filter, 'a stub, a function of the call, a string, or { method, path, stub, match }')
  return filter as FilterParts
}

function toPattern(parts: FilterParts, protocol: Protocol | undefined, refuse: Refuse): RequestPattern {
  const mistake = keysMistake(parts) ?? methodMistake(parts.method)
  if (mistake) return refuse(mistake)
  const { method, path } = parts
  const stub = isStub(parts.stub) ? parts.stub : undefined
  const pattern = path === undefined ? stub?.parts.pattern : tryPath(path)
  if (isMistake(pattern)) return refuse(pattern)
  const title = parts.operation ?? stub?.declarer.operation?.title
  const match = tryMatch(pattern, parts.match, title === undefined ? undefined : protocol?.parts)
  if (isMistake(match)) return refuse(match)
  return {
    method: (method as string | undefined)?.toUpperCase(),
    route: pattern && { path: (path ?? stub?.path) as string | RegExp, pattern },
    match,
    ...(parts.operation !== undefined && {
      operation: { title: String(title), takes: ({ operation }) => operation?.title === title },
    }),
  }
}

function keysMistake(parts: FilterParts): Mistake | undefined {
  const unknown = Object.keys(parts).find((key) => !isOneOf(KEYS, key))
  if (unknown !== undefined) return { problem: keyProblem(unknown, 'part of a filter', KEYS) }
  return parts.stub === undefined || isStub(parts.stub) ? undefined : { problem: 'it takes a stub as stub' }
}

/** Returns what is wrong with a method that is nearly another one. A request may have any other, such as `PROPFIND`. */
function methodMistake(method: unknown): Mistake | undefined {
  if (method === undefined) return undefined
  if (typeof method !== 'string' || !/^[a-z-]+$/i.test(method)) return { problem: 'it takes the name of a method' }
  const upper = method.toUpperCase()
  if (upper === 'ALL') return { problem: 'no request has the method ALL; without a method, it takes any' }
  const nearest = nearestTo(upper, METHODS, 2)
  if (nearest === undefined || nearest === upper) return undefined
  return { problem: `no request has the method ${upper}; the nearest is ${nearest}` }
}

/** Returns the calls of a session that the filter selects; all without one. */
export function readCalls(session: Session, [filter, more]: readonly [filter?: CallFilter, more?: unknown]): Call[] {
  assertArgument(more === undefined, 'mocks.calls', more, 'one filter')
  return session.journal.calls(filter === undefined ? undefined : parseFilter('mocks.calls', filter, session).test)
}
