import { asAbsolute } from '../core/path/as-absolute.ts'
import { isBaseUrl } from '../core/path/base.ts'
import { asCode, nearestTo } from '../core/refusal.ts'
import { quote } from '../core/show.ts'
import { isRegExp } from '../core/type-guards.ts'

/** The names of the options. */
export const OPTIONS = ['baseUrl', 'onUnmatched', 'passthrough', 'log'] as const
export const POLICIES = ['error', 'warn', 'passthrough'] as const
const ORIGIN = /^https?:\/\/[^/?#@*]+(?::\*)?$/i
/** The end of an origin that means any port. */
export const ANY_PORT: RegExp = /:\*$/

/** The code that `passthrough: true` was probably meant as. */
export const PASS_ALL = "{ onUnmatched: 'passthrough' }"

/** Whether a member of `passthrough` is valid. */
export function isAllowed(allowed: unknown): boolean {
  if (typeof allowed === 'function' || isRegExp(allowed)) return true
  return typeof allowed === 'string' && ORIGIN.test(allowed) && URL.canParse(allowed.replace(ANY_PORT, ''))
}

/** Returns the code that a wrong member of `passthrough` was probably meant as: an origin, or for a path a RegExp. */
export function allowedCode(allowed: unknown): string {
  if (isAllowed(allowed)) return typeof allowed === 'string' ? quote(allowed) : asCode(allowed)
  if (typeof allowed !== 'string') return "'https://api.example.com'"
  if (allowed.startsWith('/')) return asCode(new RegExp(allowed.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
  const meant = asAbsolute(allowed) ?? (/^[\w-]+(?:\.[\w-]+)+$/.test(allowed) ? `https://${allowed}` : allowed)
  const origin = URL.canParse(meant) ? new URL(meant).origin : ''
  return quote(ORIGIN.test(origin) ? origin : 'https://api.example.com')
}

/** Returns the base URL that was probably meant: a prefix needs an origin. */
export function nearestBase(baseUrl: unknown): string {
  const text = String(baseUrl).replace(/[?#].*/s, '')
  const meant = text.startsWith('/') && !text.startsWith('//') ? `http://localhost:3000${text}` : asAbsolute(`${text}/`)
  const bare = (meant ?? text).replace(/(?<=:\/\/)[^/@]*@/, '').replace(/(?<=\w)\/$/, '')
  return isBaseUrl(bare) ? bare : 'http://localhost:3000'
}

/** The names of the policies in other libraries. */
const POLICY_OF: Readonly<Record<string, (typeof POLICIES)[number]>> = {
  ...{ bypass: 'passthrough', ignore: 'passthrough', allow: 'passthrough', true: 'passthrough' },
  ...{ throw: 'error', fail: 'error', false: 'error' },
}

/** Returns the policy that was probably meant. */
export function nearestPolicy(value: unknown): string {
  const text = String(value)
  return POLICY_OF[text] ?? nearestTo(text, POLICIES) ?? 'warn'
}

/** The code of an option that was meant by another name. */
export function meantOption(key: (typeof OPTIONS)[number], value: unknown): string {
  if (key === 'onUnmatched') return `{ onUnmatched: '${nearestPolicy(value)}' }`
  if (key === 'passthrough') return `{ passthrough: [${[value].flat().map(allowedCode).join(', ')}] }`
  return key === 'log' ? '{ log: false }' : `{ baseUrl: '${nearestBase(value)}' }`
}
