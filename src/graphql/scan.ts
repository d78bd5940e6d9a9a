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

/** A definition of a document: an operation, a fragment, or what is neither. */
interface Definition {
  /** The word that it starts with; `query` for an anonymous operation. */
  readonly type: string
  name: string | undefined
  readonly set: SelectionSet
}

export type SelectionSet = Selection[]

/** A field, the spread of a fragment (`...`), or an inline fragment (`...`, or `...on` with a type). */
export interface Selection {
  name: string
  /** The field's name in the result, the fragment's name, or the type of an inline fragment. */
  key: string
  set?: SelectionSet
}

/** The starts of strings, comments, spreads, names, and any other character that means something. */
const TOKEN = /"""|"|#[^\n\r]*|\.{3}(?:\s*on\b)?|[_A-Za-z]\w*|[^\s,\ufeff\w"]/g

/** Finds the operations of a document. */
export function scanOperations(document: string): ScannedOperation[] {
  return scanDefinitions(document).flatMap(({ name, set, ...definition }) => {
    const type = OPERATION_TYPES.find((one) => one === definition.type)
    const fields = set.filter((one) => !isFragment(one)).map((one) => one.name)
    return type ? [{ type, name, fields }] : []
  })
}

export function isFragment({ name }: Selection): boolean {
  return name.startsWith('.')
}

/**
 * Finds the definitions of a document, without parsing it: `graphql` stays outside of the bundle. Of a text that is no document, the
 * result means nothing. The time grows with the length alone, also for such a text: a client may send any.
 */
export function scanDefinitions(document: string): Definition[] {
  const definitions: Definition[] = []
  let definition: Definition | undefined
  /** The open brackets, from the outermost on: the selection sets, and `undefined` for any other. */
  const open: (SelectionSet | undefined)[] = []
  let previous = ''
  const tokens = new RegExp(TOKEN)
  for (let found = tokens.exec(document); found; found = tokens.exec(document)) {
    const [token] = found
    if (token.startsWith('"')) tokens.lastIndex = endOfString(document, tokens.lastIndex, token)
    if (token.startsWith('#') || token.startsWith('"')) continue
    const set = open.at(-1)
    const last = set?.at(-1)
    if (!definition) {
      definition = { type: token === '{' ? 'query' : token, name: undefined, set: [] }
      definitions.push(definition)
    } else if (/^[\w.]/.test(token)) {
      if (open.length === 0 && previous === definition.type) definition.name ??= token
      else if (last && previous === ':') last.name = token
      else if (last && previous.startsWith('.')) last.key = token
      else if (previous !== '@') set?.push({ name: token, key: token })
    }
    if (token === '{') {
      if (last) last.set ??= []
      open.push(open.length === 0 ? definition.set : last?.set)
    }
    if ('(['.includes(token)) open.push(undefined)
    else if ('})]'.includes(token)) open.pop()
    if (open.length === 0 && token === '}') definition = undefined
    previous = token
  }
  return definitions
}

/** Returns where a string ends: after its quotes, else with its line, or with the document if it is a block string. */
function endOfString(document: string, from: number, quotes: string): number {
  const parts = quotes === '"' ? /\\.|["\n\r]/g : /\\?"""/g
  parts.lastIndex = from
  let part = parts.exec(document)
  while (part?.[0].startsWith('\\')) part = parts.exec(document)
  return part ? parts.lastIndex : document.length
}
