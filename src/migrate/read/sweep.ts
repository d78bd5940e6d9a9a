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

/** Takes a `try` apart that has lost what it tried, or what it did at last. */
export function sweepTries(source: Source): void {
  const { ts } = source
  const isEmptied = (block: ts.Block | undefined): boolean =>
    block !== undefined &&
    block.statements.length > 0 &&
    block.statements.every((one) => source.removed.has(one)) &&
    !/\/\/|\/\*/.test(source.code(block))
  const visit = (node: ts.Node): void => {
    ts.forEachChild(node, visit)
    if (!ts.isTryStatement(node)) return
    const { tryBlock, catchClause, finallyBlock } = node
    if (isEmptied(tryBlock)) keepStatements(source, node, isEmptied(finallyBlock) ? undefined : finallyBlock)
    else if (isEmptied(finallyBlock) && finallyBlock) {
      if (catchClause) source.edits.replace(catchClause.end, finallyBlock.end, '')
      else keepStatements(source, node, tryBlock)
    }
  }
  visit(source.file)
}

/** Puts the statements of a block in the place of the statement that it is a part of. */
function keepStatements(source: Source, statement: ts.TryStatement, block: ts.Block | undefined): void {
  const [first] = block?.statements ?? []
  const last = block?.statements.at(-1)
  if (!first || !last) {
    source.remove(statement)
    return
  }
  const code = source.edits.slice(first.getStart(source.file), last.end)
  const [outer, inner] = [statement, first].map((one) => source.indentOf(one))
  source.replace(statement, code.replaceAll(`\n${inner}`, `\n${outer}`).trimEnd())
}
