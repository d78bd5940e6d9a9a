import type ts from 'typescript'
import type { TypeScript } from './source.ts'

export type FunctionName = ts.Identifier | ts.StringLiteral

/** The name by which a function is called. */
export function nameOfFunction(ts: TypeScript, node: ts.SignatureDeclaration): FunctionName | undefined {
  const { parent } = node
  if (ts.isConstructorDeclaration(node)) return node.parent.name
  const isInline = ts.isArrowFunction(node) || ts.isFunctionExpression(node)
  const assigned = isInline && ts.isBinaryExpression(parent) && ts.isPropertyAccessExpression(parent.left)
  if (assigned && !/^module\.exports$/.test(parent.left.getText())) return parent.left.name as ts.Identifier
  const isHeld = ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent)
  const name = isInline ? (isHeld ? parent.name : undefined) : node.name
  return name && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name : undefined
}

/** The call of what a name stands for, or of the member that it names. */
export function callOf(ts: TypeScript, name: ts.Node): ts.CallExpression | ts.NewExpression | undefined {
  const { parent } = name
  const callee = ts.isPropertyAccessExpression(parent) && parent.name === name ? parent : name
  const call = callee.parent
  return (ts.isCallExpression(call) || ts.isNewExpression(call)) && call.expression === callee ? call : undefined
}
