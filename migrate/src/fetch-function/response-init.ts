import type ts from 'typescript'
import { hasNoBody } from '../declare/reply-value.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import type { DeclaredResponse } from '../layout/model.ts'
import { given } from '../layout/model.ts'
import { constantOf } from '../read/constants.ts'
import { innerOf, propertyOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'

/** A response and the settings that go with it. */
export interface Answer {
  readonly response: DeclaredResponse
  readonly settings: readonly (readonly [string, string])[]
}

const INIT = /^(?:status|statusText|headers)$/

/** Reads what goes with a payload. */
export function withInit(
  source: Source,
  payload: DeclaredResponse,
  written: ts.Expression | undefined,
  ignored?: RegExp,
): Answer {
  const { ts } = source
  const init = written && innerOf(source, written)
  if (!init) return { response: payload, settings: [] }
  if (!ts.isObjectLiteralExpression(init)) return { response: payload, settings: [spread(source.code(init))] }
  const names = init.properties.flatMap(
    (one) => one.name?.getText(source.file) ?? (ts.isSpreadAssignment(one) ? [] : ['...']),
  )
  const strange = names.find((name) => !INIT.test(name) && name !== 'body' && !ignored?.test(name))
  if (strange) leaveByHand(`${strange} of a response has no counterpart`)
  const status = propertyOf(source, init, 'status')
  const code = status && source.code(status)
  const response = hasNoBody(code) ? { code: 'undefined', isJson: false } : payload
  if (init.properties.some(ts.isSpreadAssignment)) return { response, settings: spreadSettings(source, init) }
  const headers = propertyOf(source, init, 'headers')
  const statusText = propertyOf(source, init, 'statusText')
  return {
    response: { ...response, status: code === '200' ? undefined : code },
    settings: given({
      statusText: statusText && source.code(statusText),
      headers: headers && headersCode(source, headers),
    }),
  }
}

type Setting = readonly [name: string, code: string]

function spread(code: string): Setting {
  return [`...${code}`, `...${code}`]
}

/** What is spread later wins. */
function spreadSettings(source: Source, init: ts.ObjectLiteralExpression): Setting[] {
  return init.properties.flatMap((one): Setting[] => {
    if (source.ts.isSpreadAssignment(one)) return [spread(source.code(one.expression))]
    const name = one.name?.getText(source.file) ?? ''
    const value = propertyOf(source, init, name)
    if (!value || !INIT.test(name)) return []
    return [[name, name === 'headers' ? headersCode(source, value) : source.code(value)]]
  })
}

/** Headers as an object: of a list of pairs, of `new Headers({ … })` or `new Map([…])`. */
function headersCode(source: Source, value: ts.Expression): string {
  const { ts } = source
  const headers = innerOf(source, value)
  if (ts.isObjectLiteralExpression(headers)) return source.code(headers)
  if (ts.isNewExpression(headers) && /^(?:Headers|Map)$/.test(headers.expression.getText(source.file)))
    return headers.arguments?.[0] ? headersCode(source, headers.arguments[0]) : '{}'
  const held = ts.isIdentifier(headers) ? constantOf(source, headers) : undefined
  if (held && ts.isObjectLiteralExpression(held)) return source.code(headers)
  const pairs = ts.isArrayLiteralExpression(headers) ? headers.elements : []
  const fields = pairs.map((one) => {
    const [name, value] = ts.isArrayLiteralExpression(one) ? one.elements : []
    return name && value && ts.isStringLiteralLike(name) ? `${source.code(name)}: ${source.code(value)}` : undefined
  })
  if (fields.length === 0 || fields.includes(undefined))
    return leaveByHand("write the headers as an object: { headers: { 'x-a': '1' } }")
  return `{ ${fields.join(', ')} }`
}
