import { createTable } from '../core/choose/table.ts'
import type { Base } from '../core/path/base.ts'
import { asCode, assertArgument, refuseCall } from '../core/refusal.ts'
import { record } from '../core/request.ts'
import { show } from '../core/show.ts'
import { defineStub } from '../core/stub/define-stub.ts'
import { isStub, type Stub } from '../core/stub/stub.ts'
import { isPlainObject, isRegExp } from '../core/type-guards.ts'
import type { Call } from './journal.ts'

/** Selects calls: by a stub, by a function of the call, or by method, path and stub. */
export type CallFilter =
  | Stub
  | ((call: Call) => boolean)
  | { readonly method?: string; readonly path?: string | RegExp; readonly stub?: Stub }

const KEYS = ['method', 'path', 'stub']

/**
 * Returns a predicate for a filter. No filter selects every call. A path means what it means in `rest`.
 * @throws {RouteDefinitionError} for a filter that could never select a call.
 */
export function toPredicate(filter: CallFilter | undefined, base: Base | undefined): (call: Call) => boolean {
  if (filter === undefined) return () => true
  if (typeof filter === 'function') return filter
  assertArgument(
    isPlainObject(filter) || isStub(filter),
    'calls',
    filter,
    'a stub, a function of the call, or { method, path, stub }',
    `{ path: ${isPath(filter) ? asCode(filter) : "'/users/:id'"} }`,
  )
  if (isStub(filter)) return ({ stub }) => stub === filter
  const unknown = Object.keys(filter).find((key) => !KEYS.includes(key))
  if (unknown) {
    const problem = `${show(unknown)} is no part of a filter; there are ${KEYS.join(', ')}`
    refuseCall(`calls(${show(filter)})`, problem, "calls({ method: 'GET', path: '/users/:id' })")
  }
  const { method, path, stub } = filter
  const isText = method === undefined || typeof method === 'string'
  assertArgument(isText, 'calls', filter, 'the name of a method', "{ method: 'GET' }")
  assertArgument(stub === undefined || isStub(stub), 'calls', filter, 'a stub as stub', '{ stub: users }')
  const fits = path === undefined ? () => true : pathPredicate(path, base)
  return (call) =>
    (method === undefined || call.request.method === method.toUpperCase()) &&
    (stub === undefined || call.stub === stub) &&
    fits(call.request.url)
}

function isPath(filter: unknown): boolean {
  return (typeof filter === 'string' && filter.startsWith('/')) || isRegExp(filter)
}

function pathPredicate(path: string | RegExp, base: Base | undefined): (url: string) => boolean {
  const table = createTable([defineStub('ALL', path, undefined, undefined, record())], base)
  return (url) => table.find('ALL', url, () => true) !== undefined
}
