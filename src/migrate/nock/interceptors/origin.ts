import type ts from 'typescript'
import { leaveByHand } from '../../layout/by-hand.ts'
import { propertyOf } from '../../read/nodes.ts'
import type { Source } from '../../read/source.ts'
import { conditionOn } from '../../request/url-condition.ts'
import { urlText } from './path.ts'

const FILTERING = 'write filteringScope as match: ({ url }) => …, of a path alone, which any origin has'

/** A RegExp of names alone, which fits an origin with its port and without. */
const WITHOUT_PORT = /^\/\^?(?:https\??:\\\/\\\/)?(?:[a-z][\w-]*|\\\.|\.\*|\(\?:|[(|)])+\/i?$/

/**
 * The condition on the origin of a request, if a scope has no fixed one: its base is a RegExp, or it has `filteringScope`. nock tests an origin
 * that names its port always.
 */
export function originTest(
  source: Source,
  base: ts.Expression,
  options: ts.Expression | undefined,
): string | undefined {
  const { ts } = source
  const filter =
    options && ts.isObjectLiteralExpression(options) ? propertyOf(source, options, 'filteringScope') : undefined
  if (ts.isRegularExpressionLiteral(base)) {
    if (filter) leaveByHand(FILTERING)
    return `${source.code(base)}.test(${WITHOUT_PORT.test(base.text) ? 'new URL(url).origin' : originWithPort(source)})`
  }
  if (!filter) return undefined
  const text = urlText(source, base)
  if (text === undefined) return leaveByHand(FILTERING)
  const isOwn = `new URL(url).origin === ${source.quote(new URL(text).origin)}`
  return `(${conditionOn(source, filter, originWithPort(source))} || ${isOwn})`
}

export function originWithPort({ style: { quote } }: Source): string {
  const ports = ['http', 'https'].map(
    (scheme) => `${String.raw`.replace(/^${scheme}:\/\/[^:]+$/, `}${quote}$&:${scheme === 'http' ? 80 : 443}${quote})`,
  )
  return `new URL(url).origin${ports.join('')}`
}
