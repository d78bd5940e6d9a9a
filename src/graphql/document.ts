import { isObject } from '../core/type-guards.ts'
import { OPERATION_TYPES, type OperationType, scanOperations } from './scan.ts'

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

/** An operation of a document. */
export interface DocumentOperation {
  readonly type: OperationType
  readonly name: string | undefined
  readonly fields: readonly string[]
}

/** A text with types is an object: `TypedDocumentString` of code generators extends `String`. */
export function isDocument(value: unknown): value is DocumentAst | string | object {
  if (typeof value === 'string') return value.includes('{')
  return isAst(value) || (isObject(value) && value instanceof String)
}

function isAst(value: unknown): value is DocumentAst {
  return isObject(value) && 'kind' in value && value.kind === 'Document' && 'definitions' in value
}

/** Returns a document as its AST or its text. */
export function sourceOf(document: unknown): DocumentAst | string {
  return isAst(document) ? document : String(document)
}

/** Returns the operations of a document. */
export function operationsOf(document: unknown): DocumentOperation[] {
  return isAst(document)
    ? document.definitions.flatMap((one) => readDefinition(one) ?? [])
    : scanOperations(String(document))
}

interface Named {
  readonly name?: { readonly value?: unknown }
}

function readDefinition(definition: unknown): DocumentOperation | undefined {
  const { operation, name, selectionSet } = definition as Named & {
    readonly operation?: unknown
    readonly selectionSet?: { readonly selections?: readonly (Named & { readonly kind?: unknown })[] }
  }
  const type = OPERATION_TYPES.find((one) => one === operation)
  if (!type) return undefined
  const fields = (selectionSet?.selections ?? []).filter(({ kind }) => kind === 'Field')
  return { type, name: textOf(name?.value), fields: fields.map((field) => String(field.name?.value)) }
}

function textOf(value: unknown): string | undefined {
  return value === undefined ? undefined : String(value)
}
