/** The cookie by which a request says to which test it belongs. */
export const COOKIE_NAME = 'mynah-test'

/** Returns headers without the cookie of a test: stubs and real servers are not to see it. */
export function withoutTestCookie(headers: readonly [string, string][]): [string, string][] {
  return headers.flatMap(([name, value]): [string, string][] => {
    if (name.toLowerCase() !== 'cookie') return [[name, value]]
    const kept = otherCookies(value)
    return kept === '' ? [] : [[name, kept]]
  })
}

/** Returns the other cookies of a header; a text without any if there are none. */
export function otherCookies(cookies: string): string {
  const pairs = cookies.split(/;\s*/)
  return pairs.filter((pair) => !pair.startsWith(`${COOKIE_NAME}=`)).join('; ')
}

/** Where a test answers the requests of its application's server. */
export interface TestAddress {
  /** Always a port of 127.0.0.1. */
  readonly port: number
  /** What both ends show each other. */
  readonly id: string
  /** The title of the test, for messages. */
  readonly title: string
}

/** A browser drops a cookie of more than 4096 bytes; a character is up to nine of them. */
const LONGEST_TITLE = 300

/** Returns the value of a test's cookie. */
export function cookieValue({ port, id, title }: TestAddress): string {
  // Half of a character cannot be encoded, and becomes a sign of its own in bytes.
  const shown = [...Buffer.from(title).toString()].slice(0, LONGEST_TITLE).join('')
  return `${port}.${id}.${encodeURIComponent(shown)}`
}

/** Returns the address that a cookie holds; of a value of another form, the port is 0. */
export function parseCookieValue(value: string): TestAddress {
  const [, port = '', id = '', title = value] = /^(\d{1,5})\.(\w+)\.(.*)$/s.exec(value) ?? []
  return { port: Number(port) % 2 ** 16, id, title }
}
