import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { constantText } from '../read/constants.ts'
import { fromText, pathCode } from '../read/path.ts'
import type { Source } from '../read/source.ts'

/** The base, if a chain begins with `nock(base)`; else the name of the variable that holds `rest.at(base)`. */
export type Base = ts.Expression | { readonly at: string; readonly text: string | undefined }

/** Reads the path of an interceptor behind the base of its scope. */
export function pathOf(
  source: Source,
  base: Base,
  path: ts.Expression,
): { path: string; queries: string | undefined; at?: string; place?: string } {
  const { ts } = source
  const isPattern = ts.isRegularExpressionLiteral(path)
  if (ts.isArrowFunction(path) || ts.isFunctionExpression(path))
    leaveByHand('write the function of the path as match: ({ url }) => …')
  if ('at' in base) {
    if (isPattern) {
      originOfPattern(path, base.text)
      return { path: source.code(path), queries: undefined, at: base.at }
    }
    const { code, queries } = pathCode(source, [path])
    return { path: code, queries, at: base.at, ...placeOf(base.text, constantText(source, path)) }
  }
  if (ts.isRegularExpressionLiteral(base))
    return leaveByHand('a base is an origin here: write it, or a path alone for any origin')
  if (isPattern) {
    const origin = originOfPattern(path, constantText(source, base), true)
    const code = origin === undefined ? source.code(base) : source.quote(origin)
    return { path: source.code(path), queries: undefined, at: `${source.name('rest')}.at(${code})` }
  }
  const [text, behind] = [constantText(source, base), constantText(source, path)]
  // nock drops a slash at the end of a base.
  const whole = text?.endsWith('/') && behind !== undefined ? text.slice(0, -1) + behind : undefined
  const { code, queries } = whole !== undefined ? fromText(source, whole) : pathCode(source, [base, path])
  return { path: code, queries, ...placeOf(text, behind) }
}

/** nock tests a RegExp on the path and the query together, the base's own path among them; mynah on what is behind the base. */
function originOfPattern(
  pattern: ts.RegularExpressionLiteral,
  base: string | undefined,
  isReplaced = false,
): string | undefined {
  if (/\\\?|\[[^\]]*\?/.test(pattern.text)) leaveByHand('write the query of this RegExp as match: { queries }')
  const [, origin, path = ''] = /^(https?:\/\/[^/]+)(.*)$/s.exec(base ?? '') ?? []
  if (path === '' || path === '/') return undefined
  if (!isReplaced) leaveByHand('nock tests this RegExp on the base’s path too: write it for what is behind the base')
  return origin
}

function placeOf(base: string | undefined, path: string | undefined): { place?: string } {
  return base === undefined || path === undefined
    ? {}
    : { place: (base.replace(/\/$/, '') + path).replace(/\?.*$/s, '') }
}
