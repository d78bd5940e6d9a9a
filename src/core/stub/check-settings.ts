import { brandedKindOf } from '../brand.ts'
import { isStatus, isToken } from '../http-rules.ts'
import { keyProblem, listed } from '../refusal.ts'
import { quote, show } from '../show.ts'
import { isOneOf, isPlainObject } from '../type-guards.ts'
import { firstMistake, type Mistake } from './correction.ts'
import { meantSetting, SETTINGS } from './meant-setting.ts'

/** Returns the mistake in the number of arguments of a call of `rest`. */
export function callMistake({ length }: readonly unknown[]): Mistake | undefined {
  if (length === 1) return { problem: 'the response is missing; `undefined` sends none' }
  return length > 3 ? { problem: 'it takes a path, a response and settings: three arguments at most' } : undefined
}

/** The settings with a value that is easy to check. */
const SETTING_ROWS = [
  { at: 'status', is: isStatus, must: 'be an integer from 200 to 599' },
  { at: 'statusText', is: isSendableText, must: 'be a text without control characters or line feeds' },
  { at: 'delay', is: isDelay, must: 'be a number of milliseconds, 0 or more' },
  { at: 'times', is: isTimes, must: 'be an integer, 1 or more' },
  { at: 'headers', is: isPlainObject, must: 'be an object of names and values' },
] as const

/** Characters that no header value and no reason phrase can have: control characters (RFC 9110, section 5.5), and those of more than one byte. */
const UNSENDABLE = /[^\t\x20-\x7e\x80-\xff]/

/** Returns the first unknown setting, or the first value out of range. */
export function settingsMistake(settings: unknown): Mistake | undefined {
  if (settings === undefined) return undefined
  if (!isPlainObject(settings) || brandedKindOf(settings)) {
    return {
      problem: `the settings must be an object of ${listed(SETTINGS)}, got ${show(settings)}`,
      meant: isStatus(settings) ? { settings: [['status'], settings] } : undefined,
    }
  }
  const unknown = Object.keys(settings).find((key) => !isOneOf(SETTINGS, key))
  if (unknown !== undefined) {
    const meant = meantSetting('settings', unknown, settings[unknown])
    return { problem: keyProblem(unknown, 'setting', SETTINGS), meant }
  }
  const wrong = SETTING_ROWS.find(({ at, is }) => settings[at] !== undefined && !is(settings[at]))
  if (wrong) return { problem: `${wrong.at} must ${wrong.must}, got ${show(settings[wrong.at])}` }
  return firstMistake(Object.entries(settings.headers ?? {}), ([name, value]) => {
    const problem = headerProblem(name, value)
    return problem === undefined ? undefined : { problem }
  })
}

/** Returns why a header cannot be sent, or `undefined` if it can. */
export function headerProblem(name: unknown, value: unknown): string | undefined {
  if (typeof name !== 'string' || !isToken(name)) return `${show(name)} is not a header name`
  const values: unknown[] = Array.isArray(value) ? value : [value]
  if (values.length > 0 && values.every(isSendable)) return undefined
  return `the header ${quote(name)} has a value that cannot be sent: ${show(value)}`
}

function isSendable(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value) && !UNSENDABLE.test(String(value))
}

function isSendableText(value: unknown): boolean {
  return typeof value === 'string' && isSendable(value)
}

function isDelay(delay: unknown): boolean {
  return typeof delay === 'number' && delay >= 0
}

function isTimes(times: unknown): boolean {
  return Number.isInteger(times) && (times as number) >= 1
}
