import type ts from 'typescript'
import { outerOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'

/** Takes a type away that says what a call or its options were: `as RequestInit`. */
export function dropType(source: Source, node: ts.Node): void {
  const { ts, file } = source
  const outer = outerOf(source, node)
  const { parent } = outer
  if (/\bas\b[^()]*\b(?:RequestInit|Headers)\b/.test(file.text.slice(node.end, outer.end))) {
    source.edits.replace(outer.getStart(file), node.getStart(file), '')
    source.edits.replace(node.end, outer.end, '')
  }
  if (ts.isVariableDeclaration(parent) && parent.type && /\b(?:RequestInit|Headers)\b/.test(parent.type.getText(file)))
    source.edits.replace(parent.name.end, parent.type.end, '')
}
