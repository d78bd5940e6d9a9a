import { HIDDEN, type Hiding, showWithout } from '../show.ts'
import { isObject, propertyOf } from '../type-guards.ts'
import { hideInBody } from './hide-in-body.ts'
import { hideInHeader, hideInText, isHiddenNumber, isSecret } from './hide-in-text.ts'
import { hasSecret, isNaming, isSecretName, isSecretQuery, isValueOfNamed } from './secret-names.ts'

/** A received value, and its place in the request: a part such as `body`, and a place within it. */
export interface ReceivedPart {
  readonly part: string
  readonly at: string
  readonly received?: unknown
}

/** The request of a received value. */
export interface SentRequest {
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body?: unknown
}

/** A report shows 120 characters: what is behind these is not searched. */
const LONGEST_SEARCHED = 100_000

const HIDING: Hiding = {
  hideText: (text) => hideInText(text.slice(0, LONGEST_SEARCHED)),
  isHidden: (owner, key, value) => isHiddenValue(secretNameOf(owner, key), value),
}

/** As `show`, for a received value: its secrets are hidden. */
export function showReceived(value: unknown): string {
  return showWithout(HIDING, value)
}

/** Shows what was received at a place of a request, without its secrets: a report ends up in the output of CI. */
export function showReceivedPart({ part, at, received }: ReceivedPart, sent: SentRequest): string {
  if (received === undefined) return 'nothing'
  if (part === 'cookies' || (part === 'headers' && at === '')) return HIDDEN
  if (part !== 'params' && isHiddenValue(secretNameAt(part === 'body' ? sent.body : undefined, at), received))
    return HIDDEN
  if (typeof received !== 'string') return showReceived(received)
  const hide =
    part === 'headers'
      ? (text: string) => hideInHeader(at, text)
      : part === 'queries'
        ? (text: string) => (isSecret(at, text, isSecretQuery) ? HIDDEN : hideInText(text))
        : part === 'body' && at === ''
          ? (text: string) => hideInBody(text, sent.headers['content-type'] ?? '')
          : hideInText
  const hideShown = part === 'body' ? (text: string) => hideWhole(text, hide) : hide
  return showWithout({ ...HIDING, hideText: (text) => hideShown(text.slice(0, LONGEST_SEARCHED)) }, received)
}

/** A text of a form that is not known, as XML is, is hidden as a whole if it names a secret. */
function hideWhole(text: string, hide: (text: string) => string): string {
  const hidden = hide(text)
  return hidden === text && hasSecret(text) ? HIDDEN : hidden
}

/** Whether a value is hidden that has the name of a secret. That it is missing or empty is not, and counts are none. */
function isHiddenValue(secret: string | undefined, value: unknown): boolean {
  if (secret === undefined || value === '' || value == null || typeof value === 'boolean') return false
  return typeof value !== 'number' || isHiddenNumber(secret)
}

/** Returns the name that makes the value at a place a secret: one of those on the way to it. */
function secretNameAt(root: unknown, at: string): string | undefined {
  let owner = root
  for (const step of at.split(/[.[\]]/).filter((name) => name !== '')) {
    const secret = secretNameOf(owner, step)
    if (secret !== undefined) return secret
    owner = isObject(owner) ? propertyOf(owner, step) : undefined
  }
  // A key may have dots itself.
  return isSecretName(at) ? at : undefined
}

/**
 * Returns the name that makes the value of a key a secret: the key, or what stands beside it, as in `{ name: 'password', value }`
 * and `['password', value]`. A report need not be replayed: it also hides the second of two names.
 */
function secretNameOf(owner: unknown, key: string): string | undefined {
  if (isSecretName(key)) return key
  if (key === '1' && Array.isArray(owner) && owner.length === 2 && isNameOfSecret(owner[0])) return owner[0]
  if (!isValueOfNamed(key) || !isObject(owner)) return undefined
  const named = Object.entries(owner).find(([other, value]) => isNaming(other) && isNameOfSecret(value))
  return named?.[1] as string | undefined
}

function isNameOfSecret(value: unknown): boolean {
  return typeof value === 'string' && isSecretName(value)
}
