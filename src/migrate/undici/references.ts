import type ts from 'typescript'
import type { Binding } from '../read/imports.ts'
import { nodesIn, usesOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'

/** A use of an export of undici: its name, or a member of the whole module. */
export interface Reference {
  readonly exported: string
  readonly node: ts.Node
  readonly binding: Binding
}

export function referencesOf(source: Source, binding: Binding): Reference[] {
  const { ts } = source
  const { symbol, name, exported } = binding
  return usesOf(source, symbol, name.text).flatMap((use): Reference[] => {
    if (use === name || ts.isImportSpecifier(use.parent)) return []
    if (exported !== '*' && exported !== 'default') return [{ exported, node: use, binding }]
    const { parent } = use
    if (ts.isPropertyAccessExpression(parent)) return [{ exported: parent.name.text, node: parent, binding }]
    if (ts.isQualifiedName(parent)) return [{ exported: parent.right.text, node: parent, binding }]
    return []
  })
}

/** Where a file reads a member of this name. */
export function membersNamed({ ts, file }: Source, name: string): ts.PropertyAccessExpression[] {
  return nodesIn(ts, file, ts.isPropertyAccessExpression).filter((one) => one.name.text === name)
}
