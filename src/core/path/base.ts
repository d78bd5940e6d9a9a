/** The origin and the prefix that paths without an origin belong to. */
export interface Base {
  /** As written. */
  readonly url: string
  readonly origin: string
  /** Without a slash at its end. */
  readonly prefix: string
}

/** The kind of value that a base URL must be, for messages. */
export const BASE_URL = 'an absolute URL without a user, a query or a hash'

/** Whether a value is a base URL. Parts other than an origin and a prefix would silently do nothing. */
export function isBaseUrl(value: unknown): value is string {
  if (!(typeof value === 'string' && /^https?:/i.test(value) && URL.canParse(value))) return false
  const { username, password, search, hash } = new URL(value)
  return username + password + search + hash === ''
}

/** Parses a base URL such as `https://api.test/v1/`. */
export function parseBase(baseUrl: string | undefined): Base | undefined {
  if (baseUrl === undefined) return undefined
  const { origin, pathname } = new URL(baseUrl)
  return { url: baseUrl, origin, prefix: pathname.replace(/\/+$/, '') }
}

/** Returns the pathname behind a prefix, or `undefined` if the pathname does not start with it. */
export function behindPrefix(prefix: string, pathname: string): string | undefined {
  if (!pathname.startsWith(prefix)) return undefined
  const inside = pathname.slice(prefix.length)
  return inside === '' ? '/' : inside.startsWith('/') ? inside : undefined
}
