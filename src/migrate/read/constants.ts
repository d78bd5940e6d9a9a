import type ts from 'typescript'
import type { Source } from './source.ts'

/** Returns the text of a string that is written in the file, or of a `const` that holds one. */
export function constantText(source: Source, node: ts.Expression): string | undefined {
  const { ts } = source
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isParenthesizedExpression(node)) return constantText(source, node.expression)
  if (ts.isTemplateExpression(node)) return templateText(source, node)
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const [left, right] = [constantText(source, node.left), constantText(source, node.right)]
    return left === undefined || right === undefined ? undefined : left + right
  }
  if (ts.isNumericLiteral(node)) return node.text
  const value = ts.isIdentifier(node) ? constantOf(source, node) : undefined
  return value && constantText(source, value)
}

function templateText(source: Source, node: ts.TemplateExpression): string | undefined {
  let text = node.head.text
  for (const { expression, literal } of node.templateSpans) {
    const part = constantText(source, expression)
    if (part === undefined) return undefined
    text += part + literal.text
  }
  return text
}

/** The value of a `const`, as it is written. */
export function constantOf(source: Source, node: ts.Identifier): ts.Expression | undefined {
  const { ts, checker } = source
  const declaration = checker.getSymbolAtLocation(node)?.valueDeclaration
  if (!declaration || !ts.isVariableDeclaration(declaration) || !declaration.initializer) return undefined
  return ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const ? declaration.initializer : undefined
}
