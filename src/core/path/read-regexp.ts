import type { Params } from '../params.ts'
import { decode, record, setOwn } from '../request.ts'
import { type Base, behindPrefix } from './base.ts'
import type { Pattern } from './path.ts'

/** Returns the params of a URL for a RegExp, or `undefined` if the URL is outside of its base or does not match. */
export function readRegExp(
  { origin, prefix, regexp }: Extract<Pattern, { kind: 'regexp' }>,
  url: { readonly origin: string; readonly pathname: string },
  base: Base | undefined,
): Params | undefined {
  const expected = origin ?? base?.origin
  if (expected !== undefined && expected !== url.origin) return undefined
  const outer = (origin === undefined && base?.prefix) || ''
  const inside = behindPrefix(outer + (prefix ?? ''), url.pathname)
  if (inside === undefined) return undefined
  return readGroups(regexp, prefix === undefined ? url.pathname : inside)
}

/** Returns the named groups of a RegExp in a pathname, or `undefined` if it does not match. */
function readGroups(regexp: RegExp, pathname: string): Params | undefined {
  const found = regexp.exec(pathname)
  if (!found) return undefined
  const params: Params = record()
  for (const [name, value] of Object.entries(found.groups ?? {})) {
    if (value !== undefined) setOwn<string | string[]>(params, name, decode(value))
  }
  return params
}
