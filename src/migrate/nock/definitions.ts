import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { statementOfCall } from '../read/assertions.ts'
import { constantOf, constantText } from '../read/constants.ts'
import type { Interceptor } from '../read/declared.ts'
import { propertyOf } from '../read/nodes.ts'
import { kindOf, payloadCode } from '../read/payload.ts'
import type { Source } from '../read/source.ts'
import { scopeFrom } from './interceptors/chains.ts'
import { readBadHeaders, readHeaders } from './interceptors/options.ts'
import { draftOfIntercept, interceptorFrom } from './interceptors/read-interceptors.ts'
import type { Reply } from './replies/replies.ts'
import { headersCode } from './replies/reply-headers.ts'

export const DEFINE = 'write each definition as a stub; of a HAR file, har(archive) of mynah/har makes them'
const PARTS = /^(?:scope|path|method|status|response|rawHeaders|reqheaders|badheaders|body)$/

/** A call of `nock.define` in a statement, and its definitions, if they are written in the file. */
export function definitionsOf(
  source: Source,
  { name, parent }: ts.PropertyAccessExpression,
): { readonly call?: ts.CallExpression; readonly definitions: readonly ts.ObjectLiteralExpression[] } {
  const isCall = name.text === 'define' && source.ts.isCallExpression(parent) && statementOfCall(source, parent)
  const definitions = isCall ? writtenIn(source, parent.arguments[0]) : []
  return isCall && definitions.length > 0 ? { call: parent, definitions } : { definitions }
}

function writtenIn(source: Source, list: ts.Expression | undefined): ts.ObjectLiteralExpression[] {
  const { ts } = source
  const value = list && ts.isIdentifier(list) ? constantOf(source, list) : list
  const all = value && ts.isArrayLiteralExpression(value) ? value.elements : []
  const written = all.flatMap((one) => (ts.isObjectLiteralExpression(one) ? one : []))
  return written.length === all.length ? written : []
}

/** Reads a definition: what a chain says by its calls, as the fields of an object. */
export function readDefinition(source: Source, definition: ts.ObjectLiteralExpression): Interceptor {
  const isKnown = definition.properties.every((one) => PARTS.test(one.name?.getText(source.file) ?? ''))
  const part = (name: string) => propertyOf(source, definition, name)
  const [base, path, method, body] = [part('scope'), part('path'), part('method'), part('body')]
  if (!isKnown || !base || !path || !method) return leaveByHand(DEFINE)
  const scope = scopeFrom(source, base, undefined)
  const [wanted, unwanted] = [part('reqheaders'), part('badheaders')]
  if (wanted) readHeaders(source, scope.conditions, wanted)
  if (unwanted) readBadHeaders(source, scope.conditions, unwanted)
  const args = body ? [path, method, body] : [path, method]
  const draft = draftOfIntercept(source, scope, { name: 'intercept', args, node: definition })
  return interceptorFrom(source, scope, draft, definition, replyIn(source, part, draft.method))
}

/** nock parses a text that is JSON. */
function replyIn(source: Source, part: (name: string) => ts.Expression | undefined, method: string): Reply {
  const [status, response, headers] = [part('status'), part('response'), part('rawHeaders')]
  const code = status ? source.code(status) : '200'
  if (!/^\d+$/.test(code) || Number(code) < 200) leaveByHand(DEFINE)
  const head = { status: code === '200' ? undefined : code, headers: headers && headersCode(source, headers) }
  if (/^(?:204|205|304)$/.test(code) || method === 'head') return { ...head, code: 'undefined', isJson: false }
  const text = response && constantText(source, response)
  const parsed = text === undefined ? undefined : parse(text)
  if (typeof parsed === 'object' && parsed !== null && text) return { ...head, code: text, isJson: true }
  const isOther = parsed !== undefined || (text === undefined && response && kindOf(source, response) !== 'json')
  if (isOther) leaveByHand(DEFINE)
  return { ...head, ...payloadCode(source, response) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
