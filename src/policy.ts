import type { Verdict } from './answer.ts'
import { isBaseUrl } from './core/base.ts'
import { MynahError, UnmatchedRequestError } from './core/errors.ts'
import type { Explanation } from './core/explain.ts'
import { isRegExp, isResponse, synchronous } from './core/kinds.ts'
import { refuseCall, refuseOptions } from './core/refuse.ts'
import { toReply } from './core/reply.ts'
import { type RequestSnapshot, record, splitUrl } from './core/request.ts'
import { show } from './core/show.ts'
import { stateless } from './core/stateless.ts'
import type { Ending } from './ending.ts'
import { isPageAsset } from './page-asset.ts'
import type { IncomingRequest } from './read-request.ts'
import { copyResponse } from './write-response.ts'

/** What may be said of an unmatched request by a function: let it out, answer it, or (nothing) let it fail. */
// biome-ignore lint/suspicious/noConfusingVoidType: TypeScript calls what a function without a return gives void
export type UnmatchedAnswer = 'passthrough' | Response | undefined | void

export interface MocksOptions {
  /** The origin, and the prefix, that paths without an origin belong to; also what a relative URL means where there is no page. */
  readonly baseUrl?: string
  /** What becomes of a request that no stub takes; `'error'` unless said. */
  readonly onUnmatched?:
    | 'error'
    | 'warn'
    | 'passthrough'
    | ((request: RequestSnapshot, explanation: Explanation) => UnmatchedAnswer | Promise<unknown>)
  /** What may reach the network unasked: origins (`'http://127.0.0.1:*'`), RegExps on the whole URL, functions of the request. */
  readonly passthrough?: readonly (string | RegExp | ((request: RequestSnapshot) => boolean))[]
  /** Whether each answered request gets a folded line on the console; in a page that a person may look at it does, unless said. */
  readonly log?: boolean
}

/** What becomes of a request that no stub takes. */
export interface Refusal {
  readonly verdict: Verdict
  /** What the test has to hear of; an error that a function of the user's leaves to the client is not. */
  readonly failure?: unknown
}

export interface Policy {
  /** Whether a request that no stub takes goes to the network without a word. */
  letsOut(request: IncomingRequest): boolean
  /**
   * Decides on a request that no stub takes; a promise only where a function is asked. It never rejects. An answer that
   * is still coming ends with `ended`.
   */
  refuse(request: IncomingRequest, explanation: Explanation, ended: Ending): Refusal | Promise<Refusal>
}

const OPTIONS = ['baseUrl', 'onUnmatched', 'passthrough', 'log'] as const
const POLICIES = ['error', 'warn', 'passthrough'] as const
const ORIGIN = /^https?:\/\/[^/?#@*]+(?::\*)?$/i
const ANY_PORT = /:\*$/

/**
 * Makes the policy that the options describe.
 * @throws {RouteDefinitionError} where an option is unknown, or has a value that it cannot have.
 */
export function createPolicy(options: MocksOptions): Policy {
  checkOptions(options)
  const { onUnmatched = 'error', passthrough = [] } = options
  const passes = passthrough.map(toPredicate)
  return {
    letsOut: (request) => isPageAsset(request) || passes.some((pass) => pass(request)),
    refuse(request, explanation, ended) {
      if (typeof onUnmatched === 'function') return ask(onUnmatched, request, explanation, ended)
      if (onUnmatched === 'error') return failed(new UnmatchedRequestError(explanation))
      if (onUnmatched === 'warn') console.warn(explanation.message)
      return { verdict: { kind: 'passthrough' } }
    },
  }
}

async function ask(
  onUnmatched: (request: RequestSnapshot, explanation: Explanation) => unknown,
  request: IncomingRequest,
  explanation: Explanation,
  ended: Ending,
): Promise<Refusal> {
  let said: unknown
  try {
    said = (await onUnmatched(request.snapshot(record()), explanation)) ?? new UnmatchedRequestError(explanation)
  } catch (error) {
    return { verdict: { kind: 'error', error } }
  }
  if (said instanceof UnmatchedRequestError) return { verdict: { kind: 'error', error: said } }
  if (said === 'passthrough') return { verdict: { kind: 'passthrough' } }
  if (isResponse(said)) return { verdict: answerWith(said, request.method, ended) }
  const problem = `onUnmatched gave ${show(said)}; it gives 'passthrough', a Response, or nothing for the error`
  return failed(new MynahError('ON_UNMATCHED', problem))
}

/** Fails the client, and the test. */
export function failed(error: unknown): Refusal {
  return { verdict: { kind: 'error', error }, failure: error }
}

/** `Response.error()` is the platform's own network error: nothing could copy it. */
function answerWith(response: Response, method: string, ended: Ending): Verdict {
  const reply = toReply(response)
  return reply.kind === 'networkError' ? reply : { kind: 'response', ...copyResponse(response, method, false, [ended]) }
}

/** The report's last line. */
export function passthroughHint(url: string): string {
  return `To let it reach the network: setupMocks(routes, { passthrough: ['${splitUrl(url).origin}'] })`
}

function toPredicate(
  allowed: string | RegExp | ((request: RequestSnapshot) => boolean),
): (request: IncomingRequest) => boolean {
  if (typeof allowed === 'function')
    return (request) => synchronous(allowed(request.snapshot(record())), 'function of passthrough')
  if (typeof allowed === 'string') {
    const { protocol, hostname, port } = originParts(allowed)
    return ({ url }) => {
      const actual = originParts(splitUrl(url).origin)
      return actual.protocol === protocol && actual.hostname === hostname && (port === '*' || actual.port === port)
    }
  }
  const pattern = stateless(allowed)
  return ({ url }) => pattern.test(url)
}

function originParts(origin: string): { protocol: string; hostname: string; port: string } {
  const { protocol, hostname, port } = new URL(origin.replace(ANY_PORT, ''))
  return { protocol, hostname, port: ANY_PORT.test(origin) ? '*' : port }
}

function checkOptions(options: MocksOptions): void {
  refuseOptions('setupMocks', options, OPTIONS, (key) => `routes, { ${key}: … }`)
  const { baseUrl, onUnmatched, passthrough, log } = options
  if (baseUrl !== undefined && !isBaseUrl(baseUrl)) {
    refuse(`baseUrl is an absolute URL, not ${show(baseUrl)}`, "{ baseUrl: 'http://localhost:3000' }")
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
  const meant = isBaseUrl(allowed) ? new URL(allowed).origin : ''
  const origin = ORIGIN.test(meant) ? meant : 'https://api.example.com'
  refuse(
    `passthrough takes origins, RegExps on the whole URL and functions of the request, not ${show(allowed)}`,
    `{ passthrough: ['${origin}'] }`,
  )
}

function refuse(problem: string, corrected: string): never {
  refuseCall('setupMocks', problem, `setupMocks(routes, ${corrected})`)
}
