import type ts from 'typescript'
import { constantOf } from '../read/constants.ts'
import type { Source } from '../read/source.ts'

/** What returns the same for the same arguments. */
const STEADY =
  /^(?:JSON\.\w+|Response\.json|Promise\.(?:resolve|reject)|Buffer\.from|String|Number|(?:fs\.)?readFileSync|(?:path\.)?(?:join|resolve)|.*\.(?:fn\(?|fn\(.*\)\.mock\w+))$/s
const CHANGES = String.raw`(?:\.\w+|\[[^\]]*\])*(?:\s*(?:=(?![=>])|[-+*/?|&]+=|\+\+|--)|\.(?:push|pop|shift|unshift|splice|sort|reverse|set|delete|add|clear)\()`

/** Whether an expression may have another value each time: it calls, counts, or reads what the file sets or changes. */
export function isChanging(source: Source, node: ts.Node): boolean {
  const { ts } = source
  if (ts.isCallExpression(node) && !STEADY.test(node.expression.getText(source.file))) return true
  if (
    ts.isPostfixUnaryExpression(node) ||
    (ts.isPrefixUnaryExpression(node) && /^(?:\+\+|--)/.test(node.getText(source.file)))
  )
    return true
  if (ts.isIdentifier(node) && isVariable(source, node)) return true
  return ts.forEachChild(node, (child) => (isChanging(source, child) ? true : undefined)) ?? false
}

/** Whether a name holds what the file sets again, or changes. */
function isVariable(source: Source, node: ts.Identifier): boolean {
  const { ts, checker } = source
  const isShorthand = ts.isShorthandPropertyAssignment(node.parent)
  const symbol = isShorthand
    ? checker.getShorthandAssignmentValueSymbol(node.parent)
    : checker.getSymbolAtLocation(node)
  const declaration = symbol?.valueDeclaration
  if (!declaration || !ts.isVariableDeclaration(declaration) || declaration.name === node) return false
  if (declaration.getSourceFile() !== source.file) return false
  const isSetOnce = ts.isIdentifier(declaration.name) && constantOf(source, declaration.name) !== undefined
  return !isSetOnce || new RegExp(String.raw`(?<![.\w])${node.text}${CHANGES}`).test(declaredAfter(source, declaration))
}

function declaredAfter({ file }: Source, declaration: ts.VariableDeclaration): string {
  return file.text.slice(0, declaration.pos) + file.text.slice(declaration.end)
}
