import type { Explanation } from '../core/explain/explain.ts'
import { BASE_URL, isBaseUrl } from '../core/path/base.ts'
import { checkOptionNames, refuseCall } from '../core/refusal.ts'
import type { RequestSnapshot } from '../core/request.ts'
import { show } from '../core/show.ts'
import {
  allowedCode,
  isAllowed,
  meantOption,
  nearestBase,
  nearestPolicy,
  OPTIONS,
  PASS_ALL,
  POLICIES,
} from './meant-option.ts'

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

/** @throws {RouteDefinitionError} for an unknown option, and for an option with a wrong value. */
export function checkOptions(options: MocksOptions): void {
  checkOptionNames('setupMocks', options, OPTIONS, (key, value) => `routes, ${meantOption(key, value)}`)
  const { baseUrl, onUnmatched, passthrough, log } = options
  if (baseUrl !== undefined && !isBaseUrl(baseUrl)) {
    refuse(`baseUrl is ${BASE_URL}, not ${show(baseUrl)}`, `{ baseUrl: '${nearestBase(baseUrl)}' }`)
  }
  if (onUnmatched !== undefined && typeof onUnmatched !== 'function' && !POLICIES.includes(onUnmatched)) {
    refuse(
      `onUnmatched is 'error', 'warn', 'passthrough' or a function, not ${show(onUnmatched)}`,
      `{ onUnmatched: '${nearestPolicy(onUnmatched)}' }`,
    )
  }
  if (log !== undefined && typeof log !== 'boolean') refuse(`log is true or false, not ${show(log)}`, '{ log: false }')
  if (passthrough === undefined) return
  if (!Array.isArray(passthrough)) {
    const right = typeof passthrough === 'boolean' ? PASS_ALL : `{ passthrough: [${allowedCode(passthrough)}] }`
    refuse(`passthrough is a list, not ${show(passthrough)}`, right)
  }
  for (const allowed of passthrough as readonly unknown[]) {
    if (isAllowed(allowed)) continue
    refuse(
      `passthrough takes origins, RegExps on the whole URL and functions of the request, not ${show(allowed)}`,
      `{ passthrough: [${allowedCode(allowed)}] }`,
    )
  }
}

function refuse(problem: string, corrected: string): never {
  refuseCall('setupMocks', problem, `setupMocks(routes, ${corrected})`)
}
