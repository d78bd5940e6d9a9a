import { leaveByHand } from '../../layout/by-hand.ts'
import type { Source } from '../../read/source.ts'

/** The methods of a text that test a whole URL as fetch-mock does. */
const TESTS: Readonly<Record<string, string>> = { begin: 'startsWith', end: 'endsWith', include: 'includes' }

/** What a text asks of a URL. */
interface UrlTest {
  /** An expression of `url`, the whole URL. */
  readonly test?: string
}

/** What a route asks of a URL. */
export interface Matcher extends UrlTest {
  readonly path: string
  readonly queries?: string | undefined
  /** Whether it is a whole URL, which takes no query but its own. */
  readonly isWhole?: boolean
  /** A function of the request. */
  readonly match?: string
}

/** What a text such as `'begin:https://api.test'` asks of a URL. */
export function urlMatcher(source: Source, text: string): UrlTest | undefined {
  const [, kind = '', value = ''] = /^(begin|end|include|host|path):(.*)$/s.exec(text) ?? []
  if (kind === '') return undefined
  const test = TESTS[kind]
  if (kind === 'begin' && !/^https?:/.test(value))
    leaveByHand(`a URL is whole here: write ${source.quote(text)} as a path`)
  if (test) return { test: `url.${test}(${source.quote(value)})` }
  if (kind === 'host') return { test: `new URL(url).host === ${source.quote(value)}` }
  return { test: `new URL(url).pathname === ${source.quote(value)}` }
}
