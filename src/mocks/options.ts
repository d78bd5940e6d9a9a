import type { Explanation } from '../core/explain/explain.ts'
import { BASE_URL, isBaseUrl } from '../core/path/base.ts'
import { checkOptionNames, refuseCall } from '../core/refusal.ts'
import type { RequestSnapshot } from '../core/request.ts'
import { show } from '../core/show.ts'
import { isRegExp } from '../core/type-guards.ts'

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
}

const OPTIONS = ['baseUrl', 'onUnmatched', 'passthrough', 'log'] as const
const POLICIES = ['error', 'warn', 'passthrough'] as const
const ORIGIN = /^https?:\/\/[^/?#@*]+(?::\*)?$/i
/** The end of an origin that means any port. */
export const ANY_PORT: RegExp = /:\*$/

/** @throws {RouteDefinitionError} for an unknown option, and for an option with a wrong value. */
export function checkOptions(options: MocksOptions): void {
  checkOptionNames('setupMocks', options, OPTIONS, (key) => `routes, { ${key}: … }`)
  const { baseUrl, onUnmatched, passthrough, log } = options
  if (baseUrl !== undefined && !isBaseUrl(baseUrl)) {
    refuse(`baseUrl is ${BASE_URL}, not ${show(baseUrl)}`, "{ baseUrl: 'http://localhost:3000' }")
  }
  if (onUnmatched !== undefined && typeof onUnmatched !== 'function' && !POLICIES.includes(onUnmatched)) {
    refuse(
      `onUnmatched is 'error', 'warn', 'passthrough' or a function, not ${show(onUnmatched)}`,
      "{ onUnmatched: 'warn' }",
    )
  }
  if (log !== undefined && typeof log !== 'boolean') refuse(`log is true or false, not ${show(log)}`, '{ log: false }')
  if (passthrough === undefined) return
  if (!Array.isArray(passthrough))
    refuse(`passthrough is a list, not ${show(passthrough)}`, `{ passthrough: [${show(passthrough)}] }`)
  for (const allowed of passthrough as readonly unknown[]) checkPassthrough(allowed)
}

function checkPassthrough(allowed: unknown): void {
  if (typeof allowed === 'function' || isRegExp(allowed)) return
  if (typeof allowed === 'string' && ORIGIN.test(allowed) && URL.canParse(allowed.replace(ANY_PORT, ''))) return
  const meant = typeof allowed === 'string' && URL.canParse(allowed) ? new URL(allowed).origin : ''
  const origin = ORIGIN.test(meant) ? meant : 'https://api.example.com'
  refuse(
    `passthrough takes origins, RegExps on the whole URL and functions of the request, not ${show(allowed)}`,
    `{ passthrough: ['${origin}'] }`,
  )
}

function refuse(problem: string, corrected: string): never {
  refuseCall('setupMocks', problem, `setupMocks(routes, ${corrected})`)
}
