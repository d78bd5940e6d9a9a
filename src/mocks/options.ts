import type { Explanation } from '../core/explain/explain.ts'
import { checkOptions, ON_OR_OFF, type OptionTable } from '../core/options.ts'
import { BASE_URL, isBaseUrl } from '../core/path/base.ts'
import { nearestTo } from '../core/refusal.ts'
import type { RequestSnapshot } from '../core/request.ts'
import { isOneOf, isRegExp } from '../core/type-guards.ts'

/** The result of an `onUnmatched` function: `'passthrough'`, a response, or nothing, and the request fails. */
// biome-ignore lint/suspicious/noConfusingVoidType: the type of a function without a return statement is void
export type UnmatchedAnswer = 'passthrough' | Response | undefined | void

/** The options of `setupMocks`. */
export interface MocksOptions {
  /** The origin and the prefix of paths without an origin. Relative URLs resolve against it when there is no page. */
  readonly baseUrl?: string
  /** Decides on a request that no stub takes; `'error'` by default. */
  readonly onUnmatched?:
    | 'error'
    | 'warn'
    | 'passthrough'
    | ((request: RequestSnapshot, explanation: Explanation) => UnmatchedAnswer | Promise<unknown>)
  /** The requests that may reach the network: origins (`'http://127.0.0.1:*'`), RegExps on the whole URL, functions of the request. */
  readonly passthrough?: readonly (string | RegExp | ((request: RequestSnapshot) => boolean))[]
  /** Whether each answered request is logged as a collapsed line on the console; by default in browser pages only. */
  readonly log?: boolean
  /** `false` patches nothing: the members work at once, and requests come by `mocks.fetch`. */
  readonly patch?: boolean
}

const POLICIES = ['error', 'warn', 'passthrough'] as const

const ORIGIN = /^(?:http|ws)s?:\/\/[^/?#@*]+(?::\*)?$/i
/** The end of an origin that means any port. */
export const ANY_PORT: RegExp = /:\*$/

/** The rows of the options. */
export const MOCKS_OPTIONS = {
  baseUrl: { isRight: isBaseUrl, wanted: BASE_URL },
  onUnmatched: {
    isRight: (value) => typeof value === 'function' || isOneOf(POLICIES, value),
    wanted: "'error', 'warn', 'passthrough' or a function",
    meant: (value) => (typeof value === 'string' ? nearestTo(value, POLICIES) : undefined),
  },
  passthrough: {
    isRight: (value) => Array.isArray(value) && value.every(isAllowed),
    wanted: 'a list of origins, RegExps on the whole URL and functions of the request',
    meant: (value) => [value],
  },
  log: ON_OR_OFF,
  patch: ON_OR_OFF,
} satisfies OptionTable

/** @throws {RouteDefinitionError} for an unknown option, and for an option with a wrong value. */
export function checkMocksOptions(options: MocksOptions): void {
  checkOptions('setupMocks', '…, ', options, MOCKS_OPTIONS)
}

function isAllowed(allowed: unknown): boolean {
  if (typeof allowed === 'function' || isRegExp(allowed)) return true
  return typeof allowed === 'string' && ORIGIN.test(allowed) && URL.canParse(allowed.replace(ANY_PORT, ''))
}
