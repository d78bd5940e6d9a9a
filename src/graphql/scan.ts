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

/** The starts of strings, comments, spreads, names, and any other character that means something. */
const TOKEN = /"""|"|#[^\n\r]*|\.{3}(?:\s*on\b)?|[_A-Za-z]\w*|[^\s,\ufeff\w"]/g

/**
 * Finds the operations of a document, without parsing it: `graphql` stays outside of the bundle. Of a text that is no document, the
 * result means nothing. The time grows with the length alone, also for such a text: a client may send any.
 */
export function scanOperations(document: string): ScannedOperation[] {
  const operations: { type: OperationType; name: string | undefined; fields: string[] }[] = []
  /** The operation that the tokens belong to; none within a fragment. */
  let operation: (typeof operations)[number] | undefined
  let isWithin = false
  /** The open brackets, from the outermost on. */
  const open: string[] = []
  let previous = ''
  const tokens = new RegExp(TOKEN)
  for (let found = tokens.exec(document); found; found = tokens.exec(document)) {
    const [token] = found
    if (token.startsWith('"')) tokens.lastIndex = endOfString(document, tokens.lastIndex, token)
    if (token.startsWith('#') || token.startsWith('"')) continue
    const isName = /^\w/.test(token)
    if (!isWithin) {
      const type = token === '{' ? 'query' : OPERATION_TYPES.find((one) => one === token)
      operation = type && { type, name: undefined, fields: [] }
      if (operation) operations.push(operation)
      isWithin = true
    } else if (operation && isName) {
      const { fields } = operation
      const isField = open.length === 1 && open[0] === '{'
      if (open.length === 0 && previous === operation.type) operation.name = token
      else if (isField && previous === ':') fields[fields.length - 1] = token
      else if (isField && !/^[@.]/.test(previous)) fields.push(token)
    }
    if ('{(['.includes(token)) open.push(token)
    else if ('})]'.includes(token)) open.pop()
    if (open.length === 0 && token === '}') isWithin = false
    previous = token
  }
  return operations
}

/** Returns where a string ends: after its quotes, else with its line, or with the document if it is a block string. */
function endOfString(document: string, from: number, quotes: string): number {
  const parts = quotes === '"' ? /\\.|["\n\r]/g : /\\?"""/g
  parts.lastIndex = from
  let part = parts.exec(document)
  while (part?.[0].startsWith('\\')) part = parts.exec(document)
  return part ? parts.lastIndex : document.length
}
