import { tagOf } from '../core/type-guards.ts'
import { type OperationType, type ScannedOperation, scanOperations } from './scan.ts'

/** A document with the types of its result and its variables, as code generators and `gql.tada` make them. */
export interface TypedDocument<Result, Variables> {
  /** Has no value: it carries the types alone. */
  readonly __apiType?: (variables: Variables) => Result
}

/** The AST of a document, as `parse` of graphql-js returns it. */
export interface DocumentAst {
  readonly kind: 'Document'
  readonly definitions: readonly unknown[]
}

/** A definition of an AST; fragments have no `operation`. */
interface Definition {
  readonly operation?: OperationType
  readonly name?: { readonly value: string }
}

/** A text with types is an object: `TypedDocumentString` of code generators extends `String`. */
export function isDocument(value: unknown): boolean {
  return isAst(value) || (tagOf(value) === 'String' && String(value).includes('{'))
}

function isAst(value: unknown): value is DocumentAst {
  return (value as Partial<DocumentAst> | null | undefined)?.kind === 'Document'
}

/** Returns a document as its AST or its text. */
export function sourceOf(document: unknown): DocumentAst | string {
  return isAst(document) ? document : String(document)
}

/** Returns the operations of a document; those of an AST without their fields. */
export function operationsOf(document: unknown): ScannedOperation[] {
  if (!isAst(document)) return scanOperations(String(document))
  const definitions = document.definitions as readonly Definition[]
  return definitions.flatMap(({ operation: type, name }) => (type ? [{ type, name: name?.value, fields: [] }] : []))
}
