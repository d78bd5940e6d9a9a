import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { usesOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'

/** The constant of the statement before, which nothing else uses. */
export function variableBefore(source: Source, value: ts.Expression): ts.VariableDeclaration | undefined {
  const { ts } = source
  const symbol = ts.isIdentifier(value) ? source.checker.getSymbolAtLocation(value) : undefined
  const declaration = symbol?.valueDeclaration
  if (!symbol || !ts.isIdentifier(value) || !declaration || !ts.isVariableDeclaration(declaration)) return undefined
  const list = declaration.parent
  const statement = ts.findAncestor(value, ts.isStatement)
  if (!statement || !ts.isVariableDeclarationList(list) || list.declarations.length > 1) return undefined
  const block = statement.parent
  const statements = ts.isBlock(block) || ts.isSourceFile(block) ? block.statements : undefined
  const before = statements?.[statements.indexOf(statement) - 1]
  const isConstant = (list.flags & ts.NodeFlags.Const) !== 0 && before === list.parent
  return isConstant && usesOf(source, symbol, value.text).length === 2 ? declaration : undefined
}

/** Whether `json: () => Promise.reject(new SyntaxError())` stands for a text that is no JSON, which rejects here by itself. */
export function failsToParse(source: Source, json: ts.Expression, text: ts.Expression | undefined): boolean {
  const { ts } = source
  if (!ts.isCallExpression(json) || json.expression.getText(source.file) !== 'Promise.reject') return false
  const isSyntax = /^new SyntaxError\(/.test(json.arguments[0]?.getText(source.file) ?? '')
  if (isSyntax && text && ts.isStringLiteralLike(text) && !isJson(text.text)) return true
  return leaveByHand('answer a text that is no JSON: json() rejects with a SyntaxError')
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
