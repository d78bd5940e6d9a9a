import type ts from 'typescript'
import type { Source } from './source.ts'

/** Removes the hooks whose callbacks have lost all their statements. */
export function sweepHooks(source: Source, isHook: (call: ts.CallExpression) => boolean): void {
  const { ts } = source
  const visit = (node: ts.Node): void => {
    ts.forEachChild(node, visit)
    if (!ts.isBlock(node) || node.statements.length === 0) return
    if (!node.statements.every((one) => source.removed.has(one))) return
    const call = node.parent.parent
    if (!ts.isCallExpression(call) || !ts.isExpressionStatement(call.parent) || !isHook(call)) return
    if (/\/\/|\/\*/.test(source.code(node))) return
    source.remove(call.parent)
  }
  visit(source.file)
}
