import type { Protocol, StubOperation } from '../core/match/operation.ts'
import { asCode, refuseCall } from '../core/refusal.ts'
import { quote } from '../core/show.ts'
import { isRegExp, stateless } from '../core/type-guards.ts'
import { isDocument, operationsOf, sourceOf } from './document.ts'
import type { OperationType } from './scan.ts'

/** The operation of a stub, as it was declared. */
interface ParsedOperation extends StubOperation {
  /** The document that it was declared with: its AST or its text. */
  readonly document?: unknown
}

/**
 * Reads the operation of a declaration; without a type it is every operation.
 * @throws {RouteDefinitionError} for what is neither a name, nor a RegExp, nor a document with one named operation of the type.
 */
export function parseOperation(
  path: string,
  protocol: Protocol,
  type: OperationType | undefined,
  operation: unknown,
): ParsedOperation {
  const start = `graphql(${quote(path)}).`
  if (type === undefined) {
    return {
      protocol,
      title: 'every operation',
      call: `${start}operation(`,
      weight: 0,
      takes: ({ called }) => called !== undefined && called.type !== 'subscription',
    }
  }
  const pattern = isRegExp(operation) ? stateless(operation) : undefined
  const name = pattern ? undefined : nameOf(start, type, operation)
  return {
    ...{ protocol, name, weight: pattern ? 1 : 1.5 },
    document: isDocument(operation) ? sourceOf(operation) : undefined,
    title: `${type} ${name ?? operation}`,
    call: `${start}${type}(${name === undefined ? operation : quote(name)}`,
    takes: ({ called }) =>
      called !== undefined &&
      (called.type ?? type) === type &&
      (pattern ? called.name !== undefined && pattern.test(called.name) : called.name === name),
  }
}

/** Returns a name, or that of the one operation of a document. */
function nameOf(start: string, type: OperationType, written: unknown): string {
  if (typeof written === 'string' && /^[_A-Za-z]\w*$/.test(written)) return written
  const refuse = (problem: string, meant?: string) => refuseCall(`${start}${type}(${asCode(written)})`, problem, meant)
  const [operation, ...others] = operationsOf(written)
  if (!isDocument(written)) {
    // `query GetUser`, as in reports.
    const meant = operation?.name && `${start}${operation.type}(${quote(operation.name)}, …)`
    return refuse('it takes a name, a RegExp or a document', meant)
  }
  if (!operation || others.length > 0)
    return refuse(`the document has one operation; this one has ${operation ? others.length + 1 : 'none'}`)
  if (operation.type !== type) return refuse(`the document is a ${operation.type}`, `${start}${operation.type}(…)`)
  return operation.name ?? refuse('the operation of the document has no name')
}
