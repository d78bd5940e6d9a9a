import { isStatus, isToken } from '../http-rules.ts'
import { compilePath } from '../path/path.ts'
import { asCode, nearestTo, objectCode } from '../refusal.ts'
import { MATCH_PARTS, type MatchPart } from '../request.ts'
import { quote, show } from '../show.ts'
import { isPlainObject } from '../type-guards.ts'
import { asRightCode, callOf, type Route, refuse, refuseKey, withMatch, withSettings } from './correction.ts'
import { foreignPart, foreignSetting, saidElsewhere } from './foreign-names.ts'
import { parseMatch } from './parse-match.ts'
import type { Settings } from './stub.ts'

/** The names of the settings. */
export const SETTINGS = ['match', 'status', 'headers', 'delay', 'times'] as const
/** The settings that are numbers: the message, the check, and a valid value. */
const NUMBERS = [
  ['status', 'status must be an integer from 200 to 599', isStatus, 200],
  ['delay', 'delay must be a number of milliseconds, 0 or more', isDelay, 100],
  ['times', 'times must be an integer, 1 or more', isTimes, 1],
] as const
/** Characters that no header value can have: control characters (RFC 9110, section 5.5), and those of more than one byte. */
const UNSENDABLE = /[^\t\x20-\x7e\x80-\xff]/

/** Refuses unknown settings and values out of range. */
export function checkSettings(route: Route, settings: Settings | undefined): void {
  if (settings === undefined) return
  if (!isPlainObject(settings))
    refuse(route, `the settings must be an object, got ${show(settings)}`, withSettings(route, '{ status: 404 }'))
  for (const key of Object.keys(settings)) {
    if (!SETTINGS.includes(key as never)) refuseSetting(route, key, settings[key])
  }
  for (const [name, wanted, isRight, otherwise] of NUMBERS) {
    const value = settings[name]
    if (value === undefined || isRight(value)) continue
    const right = nearestNumber(value, isRight, otherwise)
    refuse(route, `${wanted}, got ${show(value)}`, withSettings(route, `{ ${name}: ${right} }`))
  }
  if (settings.headers !== undefined) checkHeaders(route, settings.headers)
}

function refuseSetting(route: Route, key: string, value: unknown): never {
  return refuseKey(route, key, 'setting', SETTINGS, (nearest) => {
    const elsewhere = saidElsewhere(route, key, value)
    const foreign = foreignSetting(key)
    // A stub does what `{ once: false }` asks for without any setting.
    if (value === false && (elsewhere ?? foreign)) return `${callOf(route)}, …)`
    if (elsewhere !== undefined) return elsewhere
    if (foreign !== undefined) return withSettings(route, objectCode(foreign, settingCode(route, foreign, value)))
    const meant = meantPart(key, value, nearest)
    if (meant !== undefined) {
      const { part } = meant
      const code = asRightCode(meant.value, () => parseMatch(route, compilePath(route.path), { [part]: meant.value }))
      return withMatch(route, part, code)
    }
    if (nearest === undefined) return withSettings(route, '{ status: 404 }')
    if (nearest === 'match' && !isPlainObject(value)) return withMatch(route, 'queries', "{ role: 'admin' }")
    return withSettings(route, objectCode(nearest, settingCode(route, nearest, value)))
  })
}

/** The code of a setting's value: the given one if it is right, as for `once: true` a valid one, else `…`. */
function settingCode(route: Route, name: (typeof SETTINGS)[number], value: unknown): string {
  const number = value === true ? NUMBERS.find(([one]) => one === name) : undefined
  return number ? String(number[3]) : asRightCode(value, () => checkSettings(route, { [name]: value }))
}

/** Returns the part of a match that a setting was meant for: by its name elsewhere, its own, or a similar one if the value is an object. */
function meantPart(
  key: string,
  value: unknown,
  nearest: string | undefined,
): { part: MatchPart; value: unknown } | undefined {
  const foreign = foreignPart(key, value)
  if (foreign !== undefined || nearest !== undefined) return foreign
  const part = isPlainObject(value) ? nearestTo(key, MATCH_PARTS) : MATCH_PARTS.find((one) => one === key)
  return part && { part, value }
}

/** Returns the number in a text, if it is valid: `'404'` was meant as 404. */
function nearestNumber(value: unknown, isRight: (value: unknown) => boolean, otherwise: number): number {
  return typeof value === 'string' && value !== '' && isRight(Number(value)) ? Number(value) : otherwise
}

function checkHeaders(route: Route, headers: unknown): void {
  if (!isPlainObject(headers)) {
    const right = recordOf(headers) ?? { 'x-total': '3' }
    refuse(
      route,
      `headers must be an object of names and values, got ${show(headers)}`,
      withSettings(route, `{ headers: ${asRightCode(right, () => checkHeaders(route, right))} }`),
    )
  }
  for (const [name, value] of Object.entries(headers)) {
    const problem = headerProblem(name, value)
    if (problem === undefined) continue
    const right = asHeaderName(name)
    const code =
      right === name ? asCode(sendable(value)) : asRightCode(value, () => checkHeaders(route, { [right]: value }))
    refuse(route, problem, withHeader(route, right, code))
  }
}

/** Returns why a header cannot be sent, or `undefined` if it can. */
export function headerProblem(name: unknown, value: unknown): string | undefined {
  if (typeof name !== 'string' || !isToken(name)) return `${show(name)} is not a header name`
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

/** Returns the entries of `Headers`, a map or a list of pairs as an object. */
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
