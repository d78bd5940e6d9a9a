import type { Cookies } from '../fetch/page-cookies.ts'
import type { ResponseHead } from '../response/verdict.ts'

/** The answers to one request and its redirects. The browser sees only the last one. */
interface Hops extends Cookies {
  /** The last answer of a stub. */
  readonly last: ResponseHead | undefined
  /** The `set-cookie` lines of all answers of the request's own origin, in order. */
  readonly cookies: readonly string[]
}

/** Takes the cookies of the origin of a request from one redirect to the next. */
export function followHops(url: string): Hops {
  const { origin } = new URL(url)
  const isSameOrigin = (request: { readonly url: string }) => new URL(request.url).origin === origin
  const cookies: string[] = []
  let last: ResponseHead | undefined
  return {
    cookies,
    get last() {
      return last
    },
    send(request) {
      const { method, headers } = request
      // A POST has it, but not the GET that follows.
      if (method === 'GET' && headers.origin === new URL(request.url).origin) delete headers.origin
      if (cookies.length === 0 || !isSameOrigin(request)) return
      const sent = request.headers.cookie?.split('; ') ?? []
      const set = cookies.map((line) => (line.split(';')[0] as string).trim())
      const byName = new Map([...sent, ...set].map((pair) => [pair.split('=')[0], pair]))
      request.headers.cookie = [...byName.values()].join('; ')
    },
    store(request, head) {
      last = head
      const lines = head.headers.filter(([name]) => name.toLowerCase() === 'set-cookie')
      if (isSameOrigin(request)) cookies.push(...lines.map(([, value]) => value))
    },
  }
}
