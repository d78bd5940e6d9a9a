import type { ReadRequest, StubOperation } from '../core/match/operation.ts'
import { asCode, refuseCall } from '../core/refusal.ts'
import { quote, showWritten } from '../core/show.ts'
import { isRegExp, stateless } from '../core/type-guards.ts'
import { isDocument, operationsOf, sourceOf } from './document.ts'
import type { Endpoint } from './options.ts'
import type { Asked, GraphqlRequest } from './read-request.ts'
import { OPERATION_TYPES, type OperationType } from './scan.ts'

/** The operation of a stub, as it was declared. */
export interface ParsedOperation extends StubOperation {
  /** `undefined` for one that takes every operation. */
  readonly type: OperationType | undefined
  /** The document that it was declared with: its AST or its text. */
  readonly document: unknown
}

/**
 * Reads the operation of a declaration; without a type it is every operation.
 * @throws {RouteDefinitionError} for what is neither a name, nor a RegExp, nor a document with one named operation of the type.
 */
export function parseOperation(
  { path, protocol }: Endpoint,
  type: OperationType | undefined,
  operation: unknown,
): ParsedOperation {
  const start = `graphql(${quote(path)})`
  const taking = (takes: (asked: Asked) => boolean) => (request: ReadRequest) => {
    const { asked } = request as GraphqlRequest
    return asked !== undefined && takes(asked)
  }
  const shared = { protocol, type, document: undefined, name: undefined, weight: 1 }
  if (type === undefined) {
    const takes = taking((asked) => asked.type !== 'subscription')
    return { ...shared, title: 'every operation', call: `${start}.operation(`, weight: 0, takes }
  }
  const isOfType = (asked: Asked) => (asked.type ?? type) === type
  if (isRegExp(operation)) {
    const pattern = stateless(operation)
    const takes = taking((asked) => isOfType(asked) && asked.name !== undefined && pattern.test(asked.name))
    return { ...shared, title: `${type} ${operation}`, call: `${start}.${type}(${operation}`, takes }
  }
  const document = isDocument(operation) ? sourceOf(operation) : undefined
  const name =
    document === undefined ? nameOf(`${start}.${type}`, operation) : nameIn(`${start}.${type}`, type, document)
  const takes = taking((asked) => isOfType(asked) && asked.name === name)
  return { ...shared, document, name, title: `${type} ${name}`, call: `${start}.${type}(${quote(name)}`, takes }
}

function nameOf(call: string, operation: unknown): string {
  if (typeof operation === 'string' && /^[_A-Za-z]\w*$/.test(operation)) return operation
  const [, name] = /^(?:query|mutation|subscription)\s+(\w+)$/.exec(String(operation)) ?? []
  const meant = name === undefined ? undefined : `${call}(${quote(name)}, …)`
  return refuseCall(`${call}(${showWritten(operation)})`, 'it takes a name, a RegExp on the name, or a document', meant)
}

/** Returns the name of the one operation of a document. */
function nameIn(call: string, type: OperationType, document: unknown): string {
  const all = operationsOf(document)
  const written = `${call}(${typeof document === 'string' ? asCode(document) : '…'})`
  const [operation] = all
  if (!operation || all.length > 1) {
    const count = all.length === 0 ? 'none' : String(all.length)
    return refuseCall(written, `the document has one operation; this one has ${count}`)
  }
  if (operation.type !== type) {
    const right = OPERATION_TYPES.find((one) => one === operation.type)
    return refuseCall(written, `the document is a ${right}`, `${call.replace(/\w+$/, String(right))}(…)`)
  }
  return operation.name ?? refuseCall(written, 'the operation of the document has no name, by which requests find it')
}
