import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { type DeclaredResponse, expressionOf, printFields } from '../layout/model.ts'
import { rebase } from '../layout/print-stub.ts'
import { isHanded } from '../read/constants.ts'
import { kindOf, payloadCode } from '../read/payload.ts'
import type { Source, TypeScript } from '../read/source.ts'

/** A reply, and the code of its headers. */
export type Reply = DeclaredResponse & { readonly headers?: string | undefined }

/** The code of a status; nothing for 200. */
export function statusCode(source: Source, status: ts.Expression | undefined): string | undefined {
  const code = status && source.code(status)
  return code === '200' ? undefined : code
}

const EMPTY = /^(?:204|205|304)$/

/** Whether a reply has no body, whatever is written for one. */
export function hasNoBody(status: string | undefined, method?: string): boolean {
  return method === 'head' || EMPTY.test(status ?? '')
}

/** The payload of a reply. Of a status that a caller hands to a function, the run tells whether there is one. */
export function payloadFor(source: Source, status?: ts.Expression, body?: ts.Expression): DeclaredResponse {
  const payload = payloadCode(source, body)
  if (!status || payload.code === 'undefined' || !isHanded(source, status, EMPTY)) return payload
  return { ...payload, code: `[204, 205, 304].includes(${source.code(status)}) ? undefined : ${payload.code}` }
}

/** Joins the headers of all replies and those of one. Two objects are merged by their names as they are written. */
export function mergeHeaders(
  source: Source,
  defaults: string | undefined,
  own: string | undefined,
): string | undefined {
  const [before, after] = [defaults, own].map((code) => fieldNames(source.ts, code))
  const isOther = (one: string) => before?.some((known) => known !== one && known.toLowerCase() === one.toLowerCase())
  if (after?.some(isOther)) leaveByHand('write the names of defaultReplyHeaders() as reply() has them')
  return defaults && own ? `{ ...${defaults}, ...${own} }` : (own ?? defaults)
}

/** The names of the fields of an object that is written out. */
function fieldNames(typescript: TypeScript, code = ''): string[] {
  const object = expressionOf(typescript, code)
  const fields = object && typescript.isObjectLiteralExpression(object) ? object.properties : []
  return fields.flatMap(({ name }) => (name && 'text' in name ? name.text : []))
}

/** A response that a function of an old library returns: each part is an expression of the file. */
interface Parts {
  readonly status?: ts.Expression | undefined
  readonly body?: ts.Expression | undefined
  /** The code of the headers. */
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

/** Prints the parts as a `Response`. */
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
  return `${kind === 'json' ? 'Response.json' : 'new Response'}(${code}${init ? `, ${init}` : ''})`
}
