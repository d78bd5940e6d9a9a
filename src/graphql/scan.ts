/** The types of operations. */
export const OPERATION_TYPES = ['query', 'mutation', 'subscription'] as const
export type OperationType = (typeof OPERATION_TYPES)[number]

/** An operation of a document. */
export interface ScannedOperation {
  readonly type: OperationType
  /** `undefined` if the operation is anonymous. */
  readonly name: string | undefined
  /** The fields of its own selection set, without those of fragments. An aliased field has its own name. */
  readonly fields: readonly string[]
}

/** Strings, comments, spreads, names, and any other character that means something. */
const TOKEN = /"""(?:\\"""|[\s\S])*?"""|"(?:\\.|[^"\\\n\r])*"|#[^\n\r]*|\.{3}(?:\s*on\b)?|[_A-Za-z]\w*|[^\s,\ufeff\w"]/g

/**
 * Finds the operations of a document, without parsing it: `graphql` stays outside of the bundle. Of a text that is no document, the
 * result means nothing.
 */
export function scanOperations(document: string): ScannedOperation[] {
  const operations: { type: OperationType; name: string | undefined; fields: string[] }[] = []
  /** The operation that the tokens belong to; none within a fragment. */
  let operation: (typeof operations)[number] | undefined
  let isWithin = false
  /** The open brackets, from the outermost on. */
  let open = ''
  let previous = ''
  for (const [token] of document.matchAll(TOKEN)) {
    if (token.startsWith('#') || token.startsWith('"')) continue
    const isName = /^\w/.test(token)
    if (!isWithin) {
      const type = token === '{' ? 'query' : OPERATION_TYPES.find((one) => one === token)
      operation = type && { type, name: undefined, fields: [] }
      if (operation) operations.push(operation)
      isWithin = true
    } else if (operation && isName) {
      const { fields } = operation
      if (open === '' && previous === operation.type) operation.name = token
      else if (open === '{' && previous === ':') fields[fields.length - 1] = token
      else if (open === '{' && !/^[@.]/.test(previous)) fields.push(token)
    }
    if ('{(['.includes(token)) open += token
    else if ('})]'.includes(token)) open = open.slice(0, -1)
    if (open === '' && token === '}') isWithin = false
    previous = token
  }
  return operations
}
