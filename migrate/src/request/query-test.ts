import type ts from 'typescript'
import { constantText } from '../read/constants.ts'
import { nameText } from '../read/nodes.ts'
import { kindOf } from '../read/payload.ts'
import type { Source } from '../read/source.ts'

/** A condition as code. A single one needs no parentheses beside `&&`. */
export interface Test {
  readonly code: string
  readonly field: 'url' | 'text' | 'method' | 'headers' | 'queries' | 'searchParams' | undefined
}

/** The exact condition on a query as code that a function of the request may have; nothing if it is not written out, or a name has a list. */
export function queryTest(source: Source, query: ts.Expression): Test | undefined {
  if (kindOf(source, query) === 'function') return { code: `(${source.code(query)})(queries)`, field: 'queries' }
  const values = testsOf(source, query)
  if (!values || values.some(([, test]) => test === undefined)) return undefined
  const names = new Set(values.map(([name]) => name))
  if (names.size < values.length || [...names].some((name) => !/^[\w-]+$/.test(name))) return undefined
  const tests = values.map(([name, test]) => test?.(`searchParams.get(${source.quote(name)})`))
  return { code: [`searchParams.size === ${values.length}`, ...tests].join(' && '), field: 'searchParams' }
}

/** Prints the condition on the code of a value. */
type ValueTest = (value: string) => string

function testsOf(
  source: Source,
  query: ts.Expression,
): (readonly [name: string, test: ValueTest | undefined])[] | undefined {
  const { ts } = source
  const text = constantText(source, query)
  if (text !== undefined) return [...new URLSearchParams(text)].map(([name, value]) => [name, isText(source, value)])
  if (!ts.isObjectLiteralExpression(query)) return undefined
  return query.properties.map((one) => {
    return [nameText(ts, one.name) ?? '', ts.isPropertyAssignment(one) ? valueTest(source, one.initializer) : undefined]
  })
}

function valueTest(source: Source, value: ts.Expression): ValueTest | undefined {
  if (source.ts.isRegularExpressionLiteral(value))
    return (received) => `${source.code(value)}.test(String(${received}))`
  const text = constantText(source, value)
  return text === undefined ? undefined : isText(source, text)
}

function isText(source: Source, text: string): ValueTest {
  return (received) => `${received} === ${source.quote(text)}`
}
