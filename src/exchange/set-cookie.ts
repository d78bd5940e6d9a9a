import { isToken } from '../core/http-rules.ts'
import { ON_OR_OFF, type OptionRow, type OptionTable, optionMistake } from '../core/options.ts'
import type { CookieOptions } from '../core/reply/reply.ts'
import { show } from '../core/show.ts'
import { tagOf } from '../core/type-guards.ts'

const isPart = (value: unknown) => typeof value === 'string' && !value.includes(';')
const isDate = (value: unknown) => tagOf(value) === 'Date' && !Number.isNaN(Number(value))

const PART: OptionRow = { isRight: isPart, wanted: 'a string without a semicolon' }
const COOKIE_OPTIONS: OptionTable = {
  domain: PART,
  expires: { isRight: isDate, wanted: 'a Date' },
  httpOnly: ON_OR_OFF,
  maxAge: { isRight: Number.isInteger, wanted: 'a whole number of seconds' },
  path: PART,
  sameSite: { isRight: (value) => /^(strict|lax|none)$/i.test(String(value)), wanted: "'Strict', 'Lax' or 'None'" },
  secure: ON_OR_OFF,
}

/** Returns why a cookie cannot be sent, or `undefined` if it can. */
export function cookieProblem(name: unknown, value: unknown, options: unknown = {}): string | undefined {
  // A client would read another name than the one that was set.
  if (typeof name !== 'string' || !isToken(name)) return `${show(name)} is not a cookie name`
  if (!['string', 'number', 'boolean'].includes(typeof value))
    return `a cookie value must be a string, number or boolean, not ${show(value)}`
  return optionMistake(options, COOKIE_OPTIONS)?.problem
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
