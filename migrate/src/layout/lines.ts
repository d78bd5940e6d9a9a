import type ts from 'typescript'
import { linesOf } from './edits.ts'

type TypeScript = typeof ts

/** What takes a list without brackets. */
const SETUP = /^setup(?:Server|Worker)$/

/** The nearest statement around a node that begins a line. */
export function statementAround(typescript: TypeScript, node: ts.Node): ts.Node {
  let current = node
  while (current.parent && !(typescript.isStatement(current) && beginsLine(current))) current = current.parent
  return current
}

/** The nearest statement around a node that begins a line, or a call that does as an item of a list: other items may be a part of a reply, which is taken apart. */
export function itemAround(typescript: TypeScript, node: ts.Node): ts.Node {
  const statement = statementAround(typescript, node)
  for (let item = node; item !== statement; item = item.parent) {
    const { parent } = item
    const isSetup = typescript.isCallExpression(parent) && SETUP.test(parent.expression.getText())
    const isListed = typescript.isCallExpression(item) && typescript.isArrayLiteralExpression(parent)
    if ((isSetup || isListed) && beginsLine(item)) return item
  }
  return statement
}

/** The lines that go with a statement. The `if` that it is the body of keeps an empty block. */
export function removalOf(typescript: TypeScript, statement: ts.Node): { start: number; end: number; text: string } {
  const range = { start: statement.getStart(), end: statement.end }
  if (typescript.isIfStatement(statement.parent)) return { ...range, text: '{}' }
  return { ...linesOf(statement.getSourceFile().text, range), text: '' }
}

/** What stands before a node in its line. */
export function lineBefore(node: ts.Node): string {
  const { text } = node.getSourceFile()
  const start = node.getStart()
  return text.slice(text.lastIndexOf('\n', start - 1) + 1, start)
}

function beginsLine(node: ts.Node): boolean {
  return lineBefore(node).trim() === ''
}
