import { leaveByHand } from '../layout/by-hand.ts'
import type { Source } from '../read/source.ts'

/** The methods of a text that test a whole URL as fetch-mock does. */
const TESTS: Readonly<Record<string, string>> = { begin: 'startsWith', end: 'endsWith', include: 'includes' }

/** What a text such as `'begin:https://api.test'` asks of a URL: a path, or a function of the request. */
export function urlMatcher(
  source: Source,
  text: string,
): { readonly path?: string; readonly match?: string } | undefined {
  const [, kind = '', value = ''] = /^(begin|end|include|host|express|glob|regex):(.*)$/s.exec(text) ?? []
  if (kind === '') return undefined
  const test = TESTS[kind]
  if (test) return { match: `({ url }) => url.${test}(${source.quote(value)})` }
  if (kind === 'host') return { match: `({ url }) => new URL(url).host === ${source.quote(value)}` }
  if (kind === 'express' && /^(?:\/(?::\w+|[\w.~-]+))+$/.test(value)) return { path: source.quote(value) }
  return leaveByHand(`write ${source.quote(text)} as a path`)
}
