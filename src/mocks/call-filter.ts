import { type RequestPattern, requestMisses, stubMisses } from '../core/explain/differences.ts'
import type { Miss } from '../core/match/match.ts'
import type { Base } from '../core/path/base.ts'
import { asCode, assertArgument, keyProblem, refuseCall } from '../core/refusal.ts'
import { type MatchPart, parseQueries, type RequestSnapshot } from '../core/request.ts'
import { show } from '../core/show.ts'
import { parseMatch } from '../core/stub/parse-match.ts'
import { parsePath } from '../core/stub/parse-path.ts'
import { isStub, originalOf, type Stub } from '../core/stub/stub.ts'
import { isPlainObject, isRegExp } from '../core/type-guards.ts'
import { type Call, type CallEntry, toCall } from './session/journal.ts'

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
      readonly match?: Readonly<Partial<Record<MatchPart, unknown>>> | ((request: RequestSnapshot) => unknown)
    }

/** A filter that has been read. */
export interface ParsedFilter {
  /** The filter in a message: `'POST /users'`. */
  readonly text: string
  /** Whether the filter selects a call. */
  test(entry: CallEntry): boolean
  /** Returns the differences between a call and the filter; `undefined` if the filter is a function, which has no reasons. */
  readonly misses: ((entry: CallEntry) => readonly Miss[]) | undefined
}

const KEYS = ['method', 'path', 'stub', 'match'] as const
const METHOD_AND_PATH = /^([a-z]+) +(\S.*)$/i

/**
 * Reads a filter. Without a filter every call is selected. `match` has further conditions, as in a stub's settings.
 * @throws {RouteDefinitionError} for a filter that could never select a call; `name` is the function that took it.
 */
export function parseFilter(
  name: string,
  filter: CallFilter | undefined,
  base: Base | undefined,
  match?: unknown,
): ParsedFilter {
  const text = wordFilter(filter)
  const isFunction = typeof filter === 'function'
  const parts = isFunction ? {} : toParts(name, filter)
  if (match !== undefined && parts.match !== undefined) {
    refuseCall(`${name}(${text}, ${show(match)})`, 'it takes one match', `${name}({ path: '/users', match: … })`)
  }
  const pattern = toPattern(name, text, { ...parts, match: match ?? parts.match })
  const { stub } = parts
  const isOfStub = (entry: CallEntry) => stub === undefined || (entry.stub && originalOf(entry.stub)) === stub
  const misses = (entry: CallEntry) => requestMisses(pattern, entry.request, base, isOfStub(entry))
  return {
    text,
    test: (entry) => isOfStub(entry) && misses(entry).length === 0 && (!isFunction || filter(toCall(entry))),
    misses: isFunction
      ? undefined
      : (entry) => (stub ? [...reasonsOf(stub, entry, base), ...misses(entry)] : misses(entry)),
  }
}

function wordFilter(filter: CallFilter | undefined): string {
  if (filter === undefined) return 'any request'
  return isStub(filter) ? String(filter) : show(filter)
}

/** Returns the reasons why a stub did not take a request, except its path and its `times`. */
function reasonsOf(stub: Stub, { request }: CallEntry, base: Base | undefined): Miss[] {
  return stubMisses(stub, request, base, () => true).filter(({ part }) => part !== 'path' && part !== 'origin')
}

interface FilterParts {
  readonly method?: string
  readonly path?: string | RegExp
  readonly stub?: Stub
  readonly match?: unknown
}

function toParts(name: string, filter: Exclude<CallFilter, (call: Call) => boolean> | undefined): FilterParts {
  if (filter === undefined) return {}
  if (isStub(filter)) return { stub: filter }
  if (typeof filter === 'string') return parseText(name, filter)
  assertArgument(
    isPlainObject(filter),
    name,
    filter,
    'a stub, a function of the call, a string, or { method, path, stub, match }',
    isRegExp(filter) ? `{ path: ${asCode(filter)} }` : "'POST /users'",
  )
  const unknown = Object.keys(filter).find((key) => !KEYS.includes(key as never))
  if (unknown) {
    const problem = keyProblem(unknown, 'part of a filter', KEYS)
    refuseCall(`${name}(${show(filter)})`, problem, `${name}({ method: 'GET', path: '/users/:id' })`)
  }
  const { method, path, stub } = filter
  const isText = method === undefined || (typeof method === 'string' && /^[a-z-]+$/i.test(method))
  assertArgument(isText, name, filter, 'the name of a method', "{ method: 'GET' }")
  assertArgument(stub === undefined || isStub(stub), name, filter, 'a stub as stub', '{ stub: users }')
  return typeof path === 'string' ? { ...filter, ...parseText(name, path, true) } : filter
}

/** Reads `'POST /users'` or `'/users'`. */
function parseText(name: string, text: string, isPath = false): FilterParts {
  const [, method, rest] = (isPath ? undefined : METHOD_AND_PATH.exec(text)) ?? []
  const path = rest ?? text
  const before = method ? `${method.toUpperCase()} ` : ''
  if (!/^(?:\{*\/|https?:\/\/)/i.test(path)) {
    const right = quoted(`${before}/${path.replace(/^\W+/, '') || 'users'}`)
    refuseCall(`${name}(${show(text)})`, 'a path starts with a slash, or is an absolute URL', `${name}(${right})`)
  }
  const [bare, query] = path.split('?', 2) as [string, string | undefined]
  if (query !== undefined && !/[{:*]/.test(path)) {
    const queries = asCode(parseQueries(`http://x/?${query}`))
    const asked = `${method ? `method: ${quoted(method.toUpperCase())}, ` : ''}path: ${quoted(bare)}`
    const right = `{ ${asked}, match: { queries: ${queries} } }`
    refuseCall(`${name}(${show(text)})`, 'a path has no query; ask for queries with `match`', `${name}(${right})`)
  }
  return { ...(method && { method }), path }
}

function quoted(text: string): string {
  return `'${text}'`
}

function toPattern(name: string, text: string, { method, path, stub, match }: FilterParts): RequestPattern {
  const written = { method: stub?.method ?? 'ALL', path: path ?? stub?.path ?? '/' } as const
  try {
    const pattern = path === undefined ? stub?.parts.pattern : parsePath(written)
    return {
      method: method?.toUpperCase(),
      route: pattern && { path: written.path, pattern },
      match: parseMatch(written, pattern ?? parsePath(written), match),
    }
  } catch (error) {
    if (error instanceof Error) error.message = `${name}(${text}): ${error.message}`
    throw error
  }
}
