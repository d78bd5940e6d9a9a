import type { Miss } from '../match/match.ts'
import { show, showThrown } from '../show.ts'
import { routeOf, type Stub } from '../stub/stub.ts'

interface Findings {
  readonly method: string
  readonly url: string
  /** The stub that answers, if one does. */
  readonly chosen: Stub | undefined
  readonly near: readonly NearStub[]
  /** The number of stubs of each route, in each table. */
  readonly routes: readonly ReadonlyMap<string, number>[]
  readonly hint: string | undefined
}

/** Headers whose values are for nobody's log, and cookies all: a report ends up in CI's output. */
const SECRET = /auth|cookie|token|secret|api-?key|password|session|signature|credential|csrf|jwt/

/** How many differences of one stub are shown; further ones are counted. */
const MOST_MISSES = 12

/** How many routes are named beside the nearest one; further ones are counted. */
const MOST_ROUTES = 2

/** Returns the report on a decision (docs/guide/unmatched.md). All differences become text here, and nowhere else. */
export function report({ method, url, chosen, near, routes, hint }: Findings): string {
  if (chosen) return `${method} ${url} is answered by ${chosen}`
  const lines = [`No stub answers ${method} ${url}`, '']
  const [first, ...others] = near
  if (first) lines.push(`Nearest: ${first.stub}`, ...wordMisses(first), ...otherStubs(first, others, routes))
  else lines.push('No routes are declared')
  lines.push(hint ?? '')
  return lines.join('\n').trimEnd()
}

/** Words the differences of one stub or request, a line or two for each. */
export function wordMisses({ misses }: Pick<NearStub, 'misses'>): string[] {
  if (misses.length === 0) return ['  its resolver returned next()']
  const shownMisses = misses.slice(0, MOST_MISSES).map((miss) => ({ label: labelOf(miss), miss }))
  const width = Math.max(...shownMisses.map(({ label }) => label.length))
  const lines = shownMisses.flatMap(({ label, miss }) => wordMiss(miss, label.padEnd(width), ' '.repeat(width)))
  const left = misses.length - shownMisses.length
  return left > 0 ? [...lines, `  and ${left} more ${left === 1 ? 'difference' : 'differences'}`] : lines
}

function wordMiss(miss: Miss, label: string, blank: string): string[] {
  if (miss.part === 'times') {
    const expected = miss.expected as number
    return [
      `  ${label}  expected ${expected === 1 ? '1 request' : `${expected} requests`}`,
      `  ${blank}  received one more`,
    ]
  }
  const literal = miss.part === 'method' || miss.part === 'origin'
  const word = (value: unknown) => (literal ? String(value) : show(value))
  const lines = [`  ${label}  expected ${word(miss.expected)}`]
  if (miss.part !== 'match') lines.push(`  ${blank}  received ${isSecret(miss) ? '(hidden)' : word(miss.received)}`)
  if ('error' in miss) lines.push(`  ${blank}  threw ${showThrown(miss.error)}`)
  return lines
}

function labelOf({ part, at }: Miss): string {
  if (part === 'path' && at !== '') return `path segment ${at}`
  if (at === '') return part
  return at.startsWith('[') ? part + at : `${part}.${at}`
}

function isSecret({ part, at, received }: Miss): boolean {
  return received !== undefined && (part === 'cookies' || (part === 'headers' && (at === '' || SECRET.test(at))))
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
  readonly misses: readonly Miss[]
}
