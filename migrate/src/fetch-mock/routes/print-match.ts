import { leaveByHand } from '../../layout/by-hand.ts'
import { printFields } from '../../layout/model.ts'
import { nodesIn } from '../../read/nodes.ts'
import type { Source } from '../../read/source.ts'
import type { Matcher } from './match-route.ts'
import type { Properties } from './route-options.ts'

export const CONDITIONS = ['headers', 'params', 'body', 'query']
export const AS_ONE = 'write these conditions as one function: match: ({ url, headers, text }) => …'

/** Prints all that a route asks of a request, but for its method and its path. */
export function matchOf(source: Source, options: Properties, { queries, match, test }: Matcher): string | undefined {
  if (match !== undefined) return match
  if (test !== undefined) {
    if (CONDITIONS.some((name) => options.has(name))) leaveByHand(AS_ONE)
    return `({ url }) => ${test}`
  }
  const [body, query, params] = ['body', 'query', 'params'].map((name) => options.get(name))
  const partial = options.get('matchPartialBody')
  const isSubset = partial?.kind === source.ts.SyntaxKind.TrueKeyword
  return printFields({
    params: params && source.code(params),
    queries: query ? source.code(query) : queries,
    headers: headersCode(source, options),
    body: body && (isSubset ? source.code(body) : `${source.name('equals')}(${source.code(body)})`),
  })
}

function headersCode(source: Source, options: Properties): string | undefined {
  const { ts } = source
  const headers = options.get('headers')
  if (headers && nodesIn(ts, headers, ts.isArrayLiteralExpression).length > 0)
    leaveByHand('a header is one text here: write this list as match: { headers }')
  return headers && source.code(headers)
}
