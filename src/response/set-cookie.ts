import { isToken } from '../core/http-rules.ts'
import { keyProblem } from '../core/refusal.ts'
import type { CookieOptions } from '../core/reply/reply.ts'
import { show } from '../core/show.ts'
import { tagOf } from '../core/type-guards.ts'

const isPart = (value: unknown) => typeof value === 'string' && !value.includes(';')
const isBoolean = (value: unknown) => typeof value === 'boolean'
const isDate = (value: unknown) => tagOf(value) === 'Date' && !Number.isNaN(Number(value))

/** The options, each with a check of its value and the words that describe a right one. */
const OPTIONS = new Map<string, readonly [isRight: (value: unknown) => boolean, wanted: string]>([
  ['domain', [isPart, 'a text without a semicolon']],
  ['expires', [isDate, 'a Date']],
  ['httpOnly', [isBoolean, 'true or false']],
  ['maxAge', [Number.isInteger, 'a whole number of seconds']],
  ['path', [isPart, 'a text without a semicolon']],
  ['sameSite', [(value) => /^(strict|lax|none)$/i.test(String(value)), "'Strict', 'Lax' or 'None'"]],
  ['secure', [isBoolean, 'true or false']],
])

/** Returns why a cookie cannot be sent, or `undefined` if it can. */
export function cookieProblem(name: unknown, value: unknown, options: object = {}): string | undefined {
  // A client would read another name than the one that was set.
  if (typeof name !== 'string' || !isToken(name)) return `${show(name)} is not a cookie name`
  if (!['string', 'number', 'boolean'].includes(typeof value)) return `a cookie has a text, not ${show(value)}`
  for (const [key, given] of Object.entries(options)) {
    const option = OPTIONS.get(key)
    if (!option) return keyProblem(key, 'option', [...OPTIONS.keys()])
    const [isRight, wanted] = option
    if (given !== undefined && !isRight(given)) return `${key} is ${wanted}, not ${show(given)}`
  }
  return undefined
}

/** Returns the value of a `set-cookie` header; the cookie's value is percent-encoded. */
export function cookieText(name: string, value: string, options: CookieOptions = {}): string {
  const { domain, expires, httpOnly, maxAge, path, sameSite, secure } = options
  return [
    `${name}=${encodeURIComponent(value)}`,
    maxAge !== undefined && `Max-Age=${maxAge}`,
    domain !== undefined && `Domain=${domain}`,
    path !== undefined && `Path=${path}`,
    expires && `Expires=${expires.toUTCString()}`,
    httpOnly && 'HttpOnly',
    secure && 'Secure',
    sameSite && `SameSite=${sameSite}`,
  ]
    .filter(Boolean)
    .join('; ')
}
