import { leaveByHand } from '../../layout/by-hand.ts'
import { printFields } from '../../layout/model.ts'
import { constantText } from '../../read/constants.ts'
import { nameText, nodesIn } from '../../read/nodes.ts'
import type { Source } from '../../read/source.ts'
import type { Properties } from './route-options.ts'
import type { Matcher } from './url-matchers.ts'

export const CONDITIONS = ['headers', 'missingHeaders', 'params', 'body', 'query']
export const AS_ONE = 'write these conditions as one function: match: ({ url, headers, text }) => …'

/** Prints all that a route asks of a request, but for its method and its path. */
export function matchOf(
  source: Source,
  options: Properties,
  { queries, match, test }: Matcher,
  isPartial = false,
): string | undefined {
  if (match !== undefined) return match
  if (test !== undefined) return functionOfTests(source, options, test)
  const [body, query, params] = ['body', 'query', 'params'].map((name) => options.get(name))
  const partial = options.get('matchPartialBody')
  const isSubset = partial ? partial.kind === source.ts.SyntaxKind.TrueKeyword : isPartial
  return printFields({
    params: params && source.code(params),
    queries: query ? source.code(query) : queries,
    headers: headersCode(source, options),
    body: body && (isSubset ? source.code(body) : `${source.name('equals')}(${source.code(body)})`),
  })
}

function headersCode(source: Source, options: Properties): string | undefined {
  const { ts } = source
  const [headers, missing] = [options.get('headers'), options.get('missingHeaders')]
  if (headers && nodesIn(ts, headers, ts.isArrayLiteralExpression).length > 0)
    leaveByHand('a header is one text here: write this list as match: { headers }')
  if (!missing) return headers && source.code(headers)
  const isPlain = !headers || ts.isObjectLiteralExpression(headers)
  if (
    !isPlain ||
    !ts.isArrayLiteralExpression(missing) ||
    !missing.elements.every((one) => ts.isStringLiteralLike(one))
  )
    return leaveByHand('write missingHeaders as match: { headers: { name: not(exists()) } }')
  const absent = missing.elements.map((one) => `${source.code(one)}: ${source.name('not')}(${source.name('exists')}())`)
  const present =
    headers && ts.isObjectLiteralExpression(headers) ? headers.properties.map((one) => source.code(one)) : []
  return `{ ${[...present, ...absent].join(', ')} }`
}

/** A test of the whole URL, and of headers and queries whose texts are written out. */
function functionOfTests(source: Source, options: Properties, test: string): string {
  const { ts } = source
  if (['body', 'params', 'missingHeaders'].some((name) => options.has(name))) leaveByHand(AS_ONE)
  const fields = new Set(['url'])
  const tests = [test]
  const add = (name: string, field: string, read: (key: string) => string): void => {
    const object = options.get(name)
    if (!object) return
    if (!ts.isObjectLiteralExpression(object)) leaveByHand(AS_ONE)
    else
      for (const one of object.properties) {
        const key = nameText(ts, one.name)
        const value = ts.isPropertyAssignment(one) ? one.initializer : undefined
        const text = value && constantText(source, value)
        if (key === undefined || text === undefined) leaveByHand(AS_ONE)
        else tests.push(`${read(key)} === ${source.quote(text)}`)
      }
    fields.add(field)
  }
  add('headers', 'headers', (key) => `headers[${source.quote(key.toLowerCase())}]`)
  add('query', 'searchParams', (key) => `searchParams.get(${source.quote(key)})`)
  return `({ ${[...fields].join(', ')} }) => ${tests.join(' && ')}`
}
