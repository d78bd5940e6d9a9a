import type ts from 'typescript'

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

/** What stands before a node in its line. */
export function lineBefore(node: ts.Node): string {
  const { text } = node.getSourceFile()
  const start = node.getStart()
  return text.slice(text.lastIndexOf('\n', start - 1) + 1, start)
}

function beginsLine(node: ts.Node): boolean {
  return lineBefore(node).trim() === ''
}
