import type ts from 'typescript'
import { type Binding, bindingsOf, importsOf } from './read/imports.ts'
import { usesOf } from './read/nodes.ts'
import type { Source } from './read/source.ts'

/** A module of the project: its import may do something by itself. */
const OWN = /^(?:[.#~]|@\/)/

/** Drops the imports of packages, as `vi` of Vitest, that the file used and that the rewritten text, whose names are `used`, does not. */
export function dropUnused(source: Source, used: ReadonlySet<string>, old: readonly Binding[]): void {
  const all = bindingsOf(source, /^/).filter(({ module }) => !OWN.test(module))
  const others = all.filter(({ statement }) => !old.some((one) => one.statement === statement))
  const unused = others.filter((one) => !used.has(one.name.text) && isUsed(source, one))
  for (const statement of new Set(unused.map((one) => one.statement))) {
    const gone = unused.filter((one) => one.statement === statement).map(({ name }) => name)
    const isWhole = others.every((one) => one.statement !== statement || gone.includes(one.name))
    if (isWhole && addedTo(source, gone[0]) === '') removeLine(source, statement)
    else dropFromList(source, gone)
  }
}

/** Removes a statement with the line break before it: the setup may be inserted at its end, if it is the last import. */
export function removeLine(source: Source, statement: ts.Node): void {
  const start = statement.getStart(source.file)
  if (start === 0 && importsOf(source).at(-1) !== statement) source.remove(statement)
  else source.edits.replace(Math.max(0, start - 1), statement.end, '')
}

/** Whether the file uses a name by more than its import. */
function isUsed(source: Source, { symbol, name }: Binding): boolean {
  return usesOf(source, symbol, name.text).some((use) => use !== name && use.parent !== name.parent)
}

/** The list of names that a name is in. */
function listOf(
  { ts }: Source,
  name: ts.Identifier | undefined,
): ts.NamedImports | ts.ObjectBindingPattern | undefined {
  const list = name?.parent.parent
  return list && (ts.isNamedImports(list) || ts.isObjectBindingPattern(list)) ? list : undefined
}

/** The hook that was added before the first name of a list. */
function addedTo(source: Source, name: ts.Identifier | undefined): string {
  const start = listOf(source, name)?.elements[0]?.getStart(source.file)
  return start === undefined ? '' : source.edits.slice(start, start).replace(/, $/, '')
}

/** Removes names from the list of an import. */
export function dropFromList(source: Source, gone: readonly ts.Identifier[]): void {
  const list = listOf(source, gone[0])
  if (!list) return
  const kept = list.elements.filter((one) => !gone.includes(one.name as ts.Identifier))
  const added = kept.includes(list.elements[0] as ts.ImportSpecifier) ? '' : addedTo(source, gone[0])
  source.replace(list, `{ ${[...(added ? [added] : []), ...kept.map((one) => source.code(one))].join(', ')} }`)
}
