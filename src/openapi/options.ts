import { CHECK, checkOptions, type OptionTable } from '../core/options.ts'
import { isBaseUrl } from '../core/path/base.ts'
import { nearestTo, refuseCall } from '../core/refusal.ts'
import { quote, show } from '../core/show.ts'
import { isPlainObject } from '../core/type-guards.ts'
import { type BasePath, isPrefix, NO_BASE, parseBasePath, serversBase } from './document/base-path.ts'
import type { ApiDocument } from './document/document.ts'
import type { Operation } from './document/operation.ts'

/** The consequence of a violation: an error, a warning on the console, or nothing. */
export type CheckMode = 'error' | 'warn' | 'off'

/** The options of `openapi`. */
export interface OpenapiOptions {
  /** The checks to leave out, with reasons: `'GET /users 200'` (the status as in the document), `'POST /users request'`. */
  readonly ignore?: Readonly<Record<string, string>>
  /** The consequence of a request that breaks its contract; `'error'` by default. */
  readonly requests?: CheckMode
  /** The consequence of an answer that breaks its contract; `'error'` by default. */
  readonly responses?: CheckMode
  /**
   * The base of the paths: an absolute URL, or a path at any origin. By default the paths of the document's servers. Servers of
   * a path or of an operation replace both.
   */
  readonly baseUrl?: string
}

/** The options, checked and complete. */
export interface ApiSettings {
  readonly base: BasePath
  readonly requests: CheckMode
  readonly responses: CheckMode
  isIgnored(operation: Operation, key: string): boolean
}

const OPTIONS: OptionTable = {
  ignore: { isRight: isPlainObject, wanted: 'an object of keys and reasons' },
  requests: CHECK,
  responses: CHECK,
  baseUrl: {
    isRight: (value) => isPrefix(value) || isBaseUrl(value),
    wanted: 'an absolute URL, or a path, without a query or a hash',
  },
}

/** @throws {RouteDefinitionError} for an option that is unknown or has a wrong value. */
export function parseOptions(document: ApiDocument, options: OpenapiOptions): ApiSettings {
  checkOptions('openapi', '…, ', options, OPTIONS)
  const { ignore = {}, requests = 'error', responses = 'error', baseUrl } = options
  return {
    base: baseUrl === undefined ? (serversBase(document.root.servers) ?? NO_BASE) : parseBasePath(baseUrl),
    requests,
    responses,
    isIgnored: ({ name }, key) => Object.hasOwn(ignore, `${name} ${key}`),
  }
}

/** @throws {RouteDefinitionError} for an entry of `ignore` without a reason, or of nothing in the document. */
export function checkIgnored({ ignore = {} }: OpenapiOptions, operations: readonly Operation[]): void {
  for (const [key, reason] of Object.entries<unknown>(ignore)) {
    if (typeof reason !== 'string' || reason.trim() === '') {
      refuseCall('openapi', `the entry ${quote(key)} of ignore has the reason as its value, not ${show(reason)}`)
    }
    const [, name = key, what = ''] = /^(.*) (.*)$/s.exec(key) ?? []
    const operation = operations.find((one) => one.name === name)
    if (!operation) refuseOwner(key, name, what, operations)
    const fitting = keysOf(operation)
    if (fitting.includes(what)) continue
    refuseCall('openapi', `${quote(key)} in ignore matches nothing; the keys of ${name} end in ${fitting.join(', ')}`)
  }
}

/** Refuses a key of an operation that the document lacks. An `operationId` is offered as the operation's method and path. */
function refuseOwner(key: string, name: string, what: string, operations: readonly Operation[]): never {
  const byId = operations.filter(({ operationId }) => operationId !== undefined)
  const known = [...operations.map((one) => one.name), ...byId.map(({ operationId }) => operationId as string)]
  const index = known.indexOf(nearestTo(name, known) ?? '')
  const nearest = [...operations, ...byId][index]
  const problem = `${quote(key)} in ignore does not name an operation of the document`
  if (!nearest) refuseCall('openapi', problem)
  const isExact = nearest.operationId === name && keysOf(nearest).includes(what)
  const right = isExact ? quote(`${nearest.name} ${what}`) : undefined
  return refuseCall('openapi', `${problem}; the nearest is ${nearest.name}`, right)
}

function keysOf({ statuses }: Operation): string[] {
  return [...statuses, 'request']
}
