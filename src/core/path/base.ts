/** Where paths without an origin apply, if not everywhere. */
export interface Base {
  /** As it was written. */
  readonly url: string
  readonly origin: string
  /** Without a slash at its end. */
  readonly prefix: string
}

/** What a base URL is, for its refusal. */
export const BASE_URL = 'an absolute URL without a user, a query or a hash'

/** Whether a value can be a base URL. What stands in it beside an origin and a prefix would silently do nothing. */
export function isBaseUrl(value: unknown): value is string {
  if (!(typeof value === 'string' && /^https?:/i.test(value) && URL.canParse(value))) return false
  const { username, password, search, hash } = new URL(value)
  return username + password + search + hash === ''
}

/** Gives `https://api.test/v1/` its origin and prefix, and none no base. */
export function parseBase(baseUrl: string | undefined): Base | undefined {
  if (baseUrl === undefined) return undefined
  const { origin, pathname } = new URL(baseUrl)
  return { url: baseUrl, origin, prefix: pathname.replace(/\/+$/, '') }
}

/** The pathname behind a base's prefix, or `undefined` for one outside of it. */
export function behindPrefix(prefix: string, pathname: string): string | undefined {
  if (!pathname.startsWith(prefix)) return undefined
  const inside = pathname.slice(prefix.length)
  return inside === '' ? '/' : inside.startsWith('/') ? inside : undefined
}
