import { isStatus, isToken } from '../http-rules.ts'
import { ownKindOf } from '../own-kind.ts'
import { keyProblem, listed } from '../refusal.ts'
import { quote, show } from '../show.ts'
import { isPlainObject } from '../type-guards.ts'
import { firstMistake, type Mistake } from './correction.ts'
import { meantSetting, SETTINGS } from './meant-setting.ts'

/** Returns the mistake in the number of arguments of a call of `rest`. */
export function checkCall({ length }: readonly unknown[]): Mistake | undefined {
  if (length === 1) return { problem: 'the response is missing; `undefined` sends none' }
  return length > 3 ? { problem: 'it takes a path, a response and settings: three arguments at most' } : undefined
}

/** The settings with a value that is easy to check. `meant` returns the right value that a wrong one contains. */
const ROWS = [
  { at: 'status', is: isStatus, must: 'be an integer from 200 to 599', meant: toNumber },
  {
    at: 'statusText',
    is: isSendableText,
    must: 'be a text without control characters or line feeds',
    meant: () => undefined,
  },
  { at: 'delay', is: isDelay, must: 'be a number of milliseconds, 0 or more', meant: toNumber },
  { at: 'times', is: isTimes, must: 'be an integer, 1 or more', meant: toNumber },
  { at: 'headers', is: isPlainObject, must: 'be an object of names and values', meant: toRecord },
] as const

/** Characters that no header value and no reason phrase can have: control characters (RFC 9110, section 5.5), and those of more than one byte. */
const UNSENDABLE = /[^\t\x20-\x7e\x80-\xff]/

/** Returns the first unknown setting, or the first value out of range. */
export function checkSettings(settings: unknown): Mistake | undefined {
  if (settings === undefined) return undefined
  if (!isPlainObject(settings) || ownKindOf(settings)) {
    return {
      problem: `the settings must be an object of ${listed(SETTINGS)}, got ${show(settings)}`,
      meant: isStatus(settings) ? { settings: [['status'], settings] } : undefined,
    }
  }
  const unknown = Object.keys(settings).find((key) => !SETTINGS.includes(key as never))
  if (unknown !== undefined) {
    const meant = meantSetting('settings', unknown, settings[unknown])
    return { problem: keyProblem(unknown, 'setting', SETTINGS), meant }
  }
  return (
    firstMistake(ROWS, ({ at, is, must, meant }) => {
      const value = settings[at]
      if (value === undefined || is(value)) return undefined
      const right = meant(value)
      const isRight = is(right) && (at !== 'headers' || !checkHeaders(right as object))
      const problem = `${at} must ${must}, got ${show(value)}`
      return { problem, meant: isRight ? { settings: [[at], right] } : undefined }
    }) ?? checkHeaders((settings.headers ?? {}) as object)
  )
}

function checkHeaders(headers: object): Mistake | undefined {
  return firstMistake(Object.entries(headers), ([name, value]) => {
    const problem = headerProblem(name, value)
    return problem === undefined ? undefined : { problem }
  })
}

/** Returns why a header cannot be sent, or `undefined` if it can. */
export function headerProblem(name: unknown, value: unknown): string | undefined {
  if (typeof name !== 'string' || !isToken(name)) return `${show(name)} is not a header name`
  const values: unknown[] = Array.isArray(value) ? value : [value]
  if (values.every(isSendable)) return undefined
  return `the header ${quote(name)} has a value that cannot be sent: ${show(value)}`
}

function isSendable(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value) && !UNSENDABLE.test(String(value))
}

function isSendableText(value: unknown): boolean {
  return typeof value === 'string' && isSendable(value)
}

/** Returns the number in a text: `'404'` was meant as 404. */
function toNumber(value: unknown): unknown {
  return typeof value === 'string' && value !== '' ? Number(value) : undefined
}

/** Returns the entries of `Headers`, a map or a list of pairs as an object. */
function toRecord(headers: unknown): unknown {
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
