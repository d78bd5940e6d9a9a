import { isStatus, isToken } from '../http-rules.ts'
import { MATCH_PARTS, type MatchPart } from '../match/match.ts'
import { compilePath } from '../path/path.ts'
import { asCode, nearestTo, objectCode } from '../refusal.ts'
import { quote, show } from '../show.ts'
import { isPlainObject } from '../type-guards.ts'
import { asRightCode, type Route, refuse, refuseKey, withMatch, withSettings } from './correction.ts'
import { refuseMatch } from './parse-match.ts'
import type { Settings } from './stub.ts'

const SETTINGS = ['match', 'status', 'headers', 'delay', 'times'] as const
/** The settings that are numbers, each with what it may be, and one that is right. */
const NUMBERS = [
  ['status', 'a status is an integer from 200 to 599', isStatus, 200],
  ['delay', 'a delay is a number of milliseconds, 0 or more', isDelay, 100],
  ['times', 'times is an integer, 1 or more', isTimes, 1],
] as const
/** What other libraries call `times`. */
const TIMES = ['once', 'repeat']
/** What no header can have in its value: control characters (RFC 9110, section 5.5), and what one byte cannot hold. */
const UNSENDABLE = /[^\t\x20-\x7e\x80-\xff]/

/** Refuses unknown settings and values out of range. */
export function refuseSettings(route: Route, settings: Settings | undefined): void {
  if (settings === undefined) return
  if (!isPlainObject(settings))
    refuse(route, `the settings are an object, not ${show(settings)}`, withSettings(route, '{ status: 404 }'))
  for (const key of Object.keys(settings)) {
    if (!SETTINGS.includes(key as never)) refuseSetting(route, key, settings[key])
  }
  for (const [name, wanted, isRight, otherwise] of NUMBERS) {
    const value = settings[name]
    if (value === undefined || isRight(value)) continue
    const right = nearestNumber(value, isRight, otherwise)
    refuse(route, `${wanted}, not ${show(value)}`, withSettings(route, `{ ${name}: ${right} }`))
  }
  if (settings.headers !== undefined) refuseHeaders(route, settings.headers)
}

function refuseSetting(route: Route, key: string, value: unknown): never {
  return refuseKey(route, key, 'setting', SETTINGS, (right) => {
    const part = right === undefined ? partFor(key, value) : undefined
    if (part !== undefined) {
      const code = asRightCode(value, () => refuseMatch(route, compilePath(route.path), { [part]: value }))
      return withMatch(route, part, code)
    }
    if (TIMES.includes(key)) return withSettings(route, `{ times: ${isTimes(value) ? value : 1} }`)
    if (right === undefined) return withSettings(route, '{ status: 404 }')
    if (right === 'match' && !isPlainObject(value)) {
      return withMatch(route, 'queries', "{ role: 'admin' }")
    }
    return withSettings(route, `{ ${right}: ${asRightCode(value, () => refuseSettings(route, { [right]: value }))} }`)
  })
}

/** The part of a match that a setting was meant for: by its very name, or by one like it that has what a part has. */
function partFor(key: string, value: unknown): MatchPart | undefined {
  return isPlainObject(value) ? nearestTo(key, MATCH_PARTS) : MATCH_PARTS.find((part) => part === key)
}

/** A value that was written as text, as the number that it is, where that is right. */
function nearestNumber(value: unknown, isRight: (value: unknown) => boolean, otherwise: number): number {
  return typeof value === 'string' && value !== '' && isRight(Number(value)) ? Number(value) : otherwise
}

function refuseHeaders(route: Route, headers: unknown): void {
  if (!isPlainObject(headers)) {
    const right = recordOf(headers) ?? { 'x-total': '3' }
    refuse(
      route,
      `headers are an object of names and values, not ${show(headers)}`,
      withSettings(route, `{ headers: ${asRightCode(right, () => refuseHeaders(route, right))} }`),
    )
  }
  for (const [name, value] of Object.entries(headers)) {
    const problem = headerProblem(name, value)
    if (problem === undefined) continue
    const right = asHeaderName(name)
    const code =
      right === name ? asCode(sendable(value)) : asRightCode(value, () => refuseHeaders(route, { [right]: value }))
    refuse(route, problem, withHeader(route, right, code))
  }
}

/** What of a header cannot be sent, if anything. */
export function headerProblem(name: unknown, value: unknown): string | undefined {
  if (typeof name !== 'string' || !isToken(name)) return `${show(name)} is no header name`
  const values: unknown[] = Array.isArray(value) ? value : [value]
  if (values.every(isSendable)) return undefined
  return `the header ${quote(name)} has a value that cannot be sent: ${show(value)}`
}

function asHeaderName(name: string): string {
  return name.replace(/[^!#$%&'*+.^_`|~\dA-Za-z-]+/g, '-') || 'x-total'
}

function withHeader(route: Route, name: string, value: string): string {
  return withSettings(route, objectCode('headers', objectCode(name, value)))
}

function isSendable(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value) && !UNSENDABLE.test(String(value))
}

function sendable(value: unknown): string {
  if (typeof value !== 'string') return 'a text'
  return value.replace(/[^\t\x20-\x7e\x80-\uffff]+/g, ' ').replace(/[^\0-\xff]+/g, encodeURIComponent)
}

/** What `Headers`, a map or a list of pairs has in it. */
function recordOf(headers: unknown): Record<string, unknown> | undefined {
  try {
    const record = Object.fromEntries(headers as Iterable<[string, unknown]>)
    return Object.keys(record).length > 0 ? record : undefined
  } catch {
    return undefined
  }
}

function isDelay(delay: unknown): boolean {
  return typeof delay === 'number' && delay >= 0
}

function isTimes(times: unknown): boolean {
  return Number.isInteger(times) && (times as number) >= 1
}
