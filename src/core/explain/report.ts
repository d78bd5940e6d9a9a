import { joinPlace } from '../match/compare.ts'
import type { Miss } from '../match/match.ts'
import { type Base, behindPrefix } from '../path/base.ts'
import type { Operation } from '../request.ts'
import { showReceivedPart } from '../secrets/show-received.ts'
import { printable, show, showThrown } from '../show.ts'
import { callOf } from '../stub/correction.ts'
import { routeOf, type Stub } from '../stub/stub.ts'
import { isUnreadJson, likelyCause, type SentParts, wordUnreadJson } from './likely-cause.ts'
import { answerCode, showUrl } from './request-text.ts'

interface Findings {
  readonly method: string
  readonly url: string
  /** The operation that the request asks for. */
  readonly operation: Operation | undefined
  /** Whether the protocol of a stub has read the operation; otherwise it is a guess. */
  readonly isRead: boolean
  /** The stub that answers, if one does. */
  readonly chosen: Stub | undefined
  readonly near: readonly NearStub[]
  /** The base of the newest mocks, which the stub to paste belongs to. */
  readonly base: Base | undefined
  /** The number of stubs of each route, in each table. */
  readonly routes: readonly ReadonlyMap<string, number>[]
  readonly sent: SentParts
  /** The last lines; empty if there are none. */
  readonly lastLines: string
}

/** How many differences of one stub are shown; further ones are counted. */
const MOST_MISSES = 12

/** How many routes are named beside the nearest one; further ones are counted. */
const MOST_ROUTES = 2

/** Returns the report on a decision (docs/guide/unmatched.md). Other errors word their differences with `wordMisses`. */
export function report(findings: Findings): string {
  const { method, url, operation, isRead, chosen, near, base, routes, sent, lastLines } = findings
  const title = operation && printable(operation.title)
  const request = `${isRead ? `${title}, ` : ''}${printable(method)} ${showUrl(url)}`
  if (chosen) return `${request} is answered by ${chosen}`
  const lines = [`No stub answers ${request}`, '']
  const [first, ...others] = near
  if (/^application\/grpc\b/i.test(sent.headers['content-type'] ?? ''))
    return [...lines, 'It is a call of gRPC, which mynah does not mock', lastLines].join('\n').trimEnd()
  if (first)
    lines.push(
      `Nearest: ${first.stub}`,
      ...wordMisses(first, sent),
      ...wordBase(first),
      ...otherStubs(first, others, routes),
    )
  else lines.push('No routes are declared')
  if (operation && !isRead)
    lines.push(operation.guess ?? `It is the operation ${title}: import { graphql } from 'mynah/graphql'`)
  lines.push(`To answer it: ${answerCode({ method, url, operation }, base)}`, lastLines)
  return lines.join('\n').trimEnd()
}

/** Words the differences of one stub or request, a line or two for each. */
export function wordMisses({ misses }: Pick<NearStub, 'misses'>, sent: SentParts): string[] {
  if (misses.length === 0) return ['  its resolver returned next()']
  const shownMisses = misses.slice(0, MOST_MISSES).map((miss) => ({ label: labelOf(miss), miss }))
  const width = Math.max(...shownMisses.map(({ label }) => label.length))
  const unread = shownMisses.findLast(({ miss }) => isUnreadJson(miss, sent))
  const lines = shownMisses.flatMap((shown) => [
    ...wordMiss(shown.miss, sent, shown.label.padEnd(width), ' '.repeat(width)),
    ...[likelyCause(shown.miss, sent), shown === unread ? wordUnreadJson(sent) : undefined]
      .filter((cause) => cause !== undefined)
      .map((cause) => `  ${' '.repeat(width)}  ${cause}`),
  ])
  const left = misses.length - shownMisses.length
  return left > 0 ? [...lines, `  and ${left} more ${left === 1 ? 'difference' : 'differences'}`] : lines
}

function wordMiss(miss: Miss, sent: SentParts, label: string, blank: string): string[] {
  if (miss.part === 'times') {
    const expected = miss.expected as number
    return [
      `  ${label}  expected ${expected === 1 ? '1 request' : `${expected} requests`}`,
      `  ${blank}  received one more`,
    ]
  }
  const literal = ['method', 'operation', 'origin'].includes(miss.part)
  const expected = literal ? printable(String(miss.expected)) : show(miss.expected)
  const lines = [`  ${label}  expected ${expected}`]
  if (miss.part !== 'match') lines.push(`  ${blank}  received ${wordReceived(miss, literal, sent)}`)
  if ('error' in miss) lines.push(`  ${blank}  threw ${showThrown(miss.error)}`)
  return lines
}

function labelOf({ part, at }: Miss): string {
  if (part === 'path' && at !== '') return at === 'prefix' ? 'path prefix' : `path segment ${at}`
  return printable(joinPlace(part, at))
}

function wordReceived(miss: Miss, literal: boolean, sent: SentParts): string {
  if (literal) return printable(String(miss.received ?? 'none'))
  return showReceivedPart(miss, sent)
}

/** Says that a path repeats the prefix of the base URL, which is why it does not match. */
function wordBase({ stub, base }: NearStub): string[] {
  const { path, parts } = stub
  const prefix = base?.prefix
  if (!prefix || typeof path !== 'string' || parts.pattern.origin !== undefined || parts.declarer.operation) return []
  const inside = behindPrefix(prefix, path)
  if (inside === undefined) return []
  const corrected = `${callOf({ ...stub, path: inside })}, …)`
  return [`  The baseUrl ${base.url} ends with ${prefix} already; write ${corrected}`]
}

function otherStubs(first: NearStub, others: readonly NearStub[], routes: Findings['routes']): string[] {
  const nearest = routeOf(first.stub)
  const count = routes.reduce((sum, stubs) => sum + (stubs.get(nearest) ?? 0), 0) - 1
  const names = others.map(({ stub }) => routeOf(stub)).filter((route) => route !== nearest)
  const also = [...new Set(names)].slice(0, MOST_ROUTES)
  const left = countAll(routes) - also.length - 1
  return [
    ...(count === 0 ? [] : [`  ${count} more ${count === 1 ? 'stub' : 'stubs'} of this route did not match either`]),
    '',
    ...(also.length === 0 ? [] : [`Also declared: ${also.join(', ')}${left > 0 ? `, and ${left} more` : ''}`]),
  ]
}

/** Returns the number of all routes. It does not iterate over the largest table: the layers of overrides are small. */
function countAll(routes: Findings['routes']): number {
  const largest = routes.reduce((a, b) => (b.size > a.size ? b : a))
  const others = routes.filter((table) => table !== largest).flatMap((table) => [...table.keys()])
  return largest.size + new Set(others.filter((route) => !largest.has(route))).size
}

/** A stub with the differences that kept it from answering. */
export interface NearStub {
  readonly stub: Stub
  /** The base that its path belongs to, if it is relative. */
  readonly base: Base | undefined
  readonly misses: readonly Miss[]
}
