import type ts from 'typescript'
import { type DeclaredResponse, expressionOf, printFields } from '../layout/model.ts'
import { rebase } from '../layout/print-stub.ts'
import { constantOf, isHanded, isSetBy } from '../read/constants.ts'
import { nodesIn, symbolAt, usesOf } from '../read/nodes.ts'
import { kindOf, payloadCode } from '../read/payload.ts'
import { leaveByHand, type Source, type TypeScript } from '../read/source.ts'

export type Reply = DeclaredResponse & { readonly headers?: string | undefined }

export function statusCode(source: Source, status: ts.Expression | undefined): string | undefined {
  const code = status && source.code(status)
  return code === '200' ? undefined : code
}

const EMPTY = /^(?:204|205|304)$/

export function hasNoBody(status: string | undefined, method?: string): boolean {
  return method === 'head' || EMPTY.test(status ?? '')
}

/** The payload of a reply. If the status may be that of an empty response, as in `204 || status`, it is decided at run time whether there is one. */
export function payloadFor(source: Source, status?: ts.Expression, body?: ts.Expression): DeclaredResponse {
  const payload = payloadCode(source, body)
  const { ts } = source
  const isPart = (one: ts.Node): one is ts.Expression => ts.isIdentifier(one) || ts.isNumericLiteral(one)
  const parts = status ? nodesIn(ts, status, isPart) : []
  const mayBeEmpty = parts.some((one) => EMPTY.test(one.getText()) || isHanded(source, one, EMPTY))
  if (!status || payload.code === 'undefined' || !mayBeEmpty) return payload
  if (nodesIn(ts, status, ts.isCallExpression).length > 0)
    leaveByHand('move this status to a constant: it would be evaluated twice')
  return { ...payload, code: `[204, 205, 304].includes(${source.code(status)}) ? undefined : ${payload.code}` }
}

/** Joins the headers of all replies and those of one. Two objects are merged by their names as they are written. */
export function mergeHeaders(source: Source, defaults?: string, own?: string): string | undefined {
  const [before, after] = [defaults, own].map((code) => fieldNames(source.ts, code))
  const isOther = (one: string) => before?.some((known) => known !== one && known.toLowerCase() === one.toLowerCase())
  if (after?.some(isOther)) leaveByHand('write the names of defaultReplyHeaders() as reply() has them')
  return defaults && own ? `{ ...${defaults}, ...${own} }` : (own ?? defaults)
}

function fieldNames(ts: TypeScript, code = ''): string[] {
  const object = expressionOf(ts, code)
  const fields = object && ts.isObjectLiteralExpression(object) ? object.properties : []
  return fields.flatMap(({ name }) => (name && 'text' in name ? name.text : []))
}

interface Parts {
  readonly status?: ts.Expression | undefined
  readonly body?: ts.Expression | undefined
  readonly headers?: string | undefined
}

/** Prints the parts as what a resolver returns: `status(201, payload)`, or a `Response` if there are headers. */
export function responseCode(source: Source, parts: Parts): string {
  const { status, body, headers } = parts
  if (headers) return newResponse(source, parts)
  const { code } = payloadCode(source, body)
  const number = statusCode(source, status)
  if (number === undefined) return code
  return `${source.name('status')}(${number}${code === 'undefined' ? '' : `, ${code}`})`
}

function newResponse(source: Source, { status, body, headers }: Parts): string {
  const kind = kindOf(source, body)
  if (/^(?:promise|unknown|function|error)$/.test(kind)) payloadCode(source, body, false)
  const own = (body ?? status)?.parent
  const indent = own ? source.indentOf(source.ts.isPropertyAssignment(own) ? own.parent : own) : ''
  const init = printFields({
    status: status && source.code(status),
    headers: headers && rebase(headers, source.style, indent),
  })
  const code = body && kind !== 'none' ? rebase(source.code(body), source.style, indent) : 'null'
  const response = source.global('Response')
  return `${kind === 'json' ? `${response}.json` : `new ${response}`}(${code}${init ? `, ${init}` : ''})`
}

/** The object that an expression is, or that is in a constant which the file does not change. */
export function objectOf(source: Source, node: ts.Expression): ts.ObjectLiteralExpression | undefined {
  const { ts } = source
  const object = ts.isIdentifier(node) && !isVariable(source, node) ? constantOf(source, node) : node
  return object && ts.isObjectLiteralExpression(object) ? object : undefined
}

/** Makes a payload one that is read when the request comes: a constant of the file is in it, and is changed later. */
export function readLate<Payload extends DeclaredResponse>(
  source: Source,
  node: ts.Expression | undefined,
  payload: Payload,
): Payload {
  if (!node || !payload.isJson || !isChangedLater(source, node)) return payload
  const code = payload.code.startsWith('{') ? `(${payload.code})` : payload.code
  return { ...payload, code: `() => ${code}`, isJson: false }
}

function isChangedLater(source: Source, node: ts.Expression): boolean {
  const { ts } = source
  const isOther = (one: ts.Node) =>
    ts.isSpreadElement(one) ||
    ts.isSpreadAssignment(one) ||
    ts.isCallExpression(one) ||
    ts.isPropertyAccessExpression(one)
  if (nodesIn(ts, node, isOther).length > 0) return false
  const changed = nodesIn(ts, node, ts.isIdentifier).filter((one) => isVariable(source, one))
  return changed.length > 0 && changed.every((one) => constantOf(source, one))
}

function isVariable(source: Source, node: ts.Identifier): boolean {
  const { ts, file } = source
  const symbol = symbolAt(source, node)
  const declaration = symbol?.valueDeclaration
  if (!symbol || !declaration || !ts.isVariableDeclaration(declaration) || declaration.getSourceFile() !== file)
    return false
  return usesOf(source, symbol, node.text).some((use) => isSetBy(source, use) || isChangedBy(source, use))
}

const CHANGES = /^(?:push|pop|shift|unshift|splice|sort|reverse|set|delete|add|clear)$/

/** Whether a use changes what its name holds: `list.push(1)`, `user.name = 'Ada'`. */
function isChangedBy(source: Source, use: ts.Node): boolean {
  const { ts } = source
  let member = use
  while (ts.isPropertyAccessExpression(member.parent) || ts.isElementAccessExpression(member.parent))
    member = member.parent
  const name = ts.isPropertyAccessExpression(member) ? member.name.text : ''
  if (ts.isCallExpression(member.parent)) return CHANGES.test(name) && member.parent.expression === member
  return member !== use && isSetBy(source, member)
}
