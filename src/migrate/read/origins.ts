import type ts from 'typescript'
import { namesDeclared } from './known-names.ts'
import type { TypeScript } from './source.ts'

/** The calls `rest.at(…)` of a file that have one and the same argument. */
export interface Origin {
  /** The URL, as far as it is written in the calls. */
  readonly text: string
  /** The calls that declare stubs at once: `rest.at(…).get(…)`. */
  readonly calls: readonly ts.CallExpression[]
  /** The `const` at the top of the file that holds one. */
  readonly shared: ts.VariableDeclaration | undefined
  /** The constants of functions that hold one each, if they have one name, which the file has for nothing else. */
  readonly locals: readonly ts.VariableDeclaration[]
  /** The statements at the top of the file that declare what the argument is made of. */
  readonly constants: readonly ts.Statement[]
}

/** Returns the origins of a file whose value is the same anywhere in it. */
export function originsOf(ts: TypeScript, tree: ts.SourceFile, rest: string): Origin[] {
  const found = new Map<string, ts.CallExpression[]>()
  const visit = (node: ts.Node): void => {
    const [argument, second] = ts.isCallExpression(node) ? node.arguments : []
    if (ts.isCallExpression(node) && argument && !second && node.expression.getText(tree) === `${rest}.at`) {
      const key = argument.getText(tree)
      found.set(key, [...(found.get(key) ?? []), node])
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  const declared = namesDeclared(ts, tree)
  const countOf = (name: string) => declared.filter((one) => one === name).length
  return [...found.values()].flatMap((all) => {
    const [argument] = all[0]?.arguments ?? []
    const parts = argument && partsOf(ts, argument)
    const used = parts?.flatMap((part) => (typeof part === 'string' ? [] : [part.text])) ?? []
    const constants = used.map((name) => (countOf(name) === 1 ? constantOf(ts, tree, name) : undefined))
    if (!parts || !constants.every((one) => one !== undefined)) return []
    const holders = all.flatMap(({ parent }) => (isHolder(ts, parent) ? [parent] : []))
    const locals = holders.filter((one) => !isAtTop(ts, one))
    const names = new Set(locals.map(({ name }) => name.getText(tree)))
    const isOneName = names.size === 1 && locals.length === countOf([...names].join())
    return [
      {
        text: parts.map((part) => (typeof part === 'string' ? part : '')).join(''),
        calls: all.filter(({ parent }) => ts.isPropertyAccessExpression(parent)),
        shared: holders.find((one) => isAtTop(ts, one)),
        locals: isOneName ? locals : [],
        constants,
      },
    ]
  })
}

/** The texts and names that a value is put together from; `undefined` if it is anything else. */
function partsOf(ts: TypeScript, node: ts.Expression): (string | ts.Identifier)[] | undefined {
  if (ts.isStringLiteralLike(node)) return [node.text]
  if (ts.isIdentifier(node)) return [node]
  const isSum = ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken
  if (isSum) return joined([partsOf(ts, node.left), partsOf(ts, node.right)])
  if (!ts.isTemplateExpression(node)) return undefined
  const spans = node.templateSpans.flatMap(({ expression, literal }) => [partsOf(ts, expression), [literal.text]])
  return joined([[node.head.text], ...spans])
}

function joined<T>(lists: readonly (readonly T[] | undefined)[]): T[] | undefined {
  const known = lists.flatMap((list) => (list ? [list] : []))
  return known.length === lists.length ? known.flat() : undefined
}

/** The `const` statement at the top of a file that declares a name. */
function constantOf(ts: TypeScript, tree: ts.SourceFile, wanted: string): ts.Statement | undefined {
  return tree.statements.find(
    (one) =>
      ts.isVariableStatement(one) &&
      isConst(ts, one.declarationList) &&
      one.declarationList.declarations.some(({ name }) => name.getText(tree) === wanted),
  )
}

/** Whether a call is all that a `const` statement declares. */
function isHolder(ts: TypeScript, node: ts.Node): node is ts.VariableDeclaration {
  if (!ts.isVariableDeclaration(node) || !ts.isIdentifier(node.name)) return false
  const { parent: list } = node
  return isConst(ts, list) && (list as ts.VariableDeclarationList).declarations.length === 1
}

function isConst(ts: TypeScript, list: ts.Node): boolean {
  return (list.flags & ts.NodeFlags.Const) !== 0
}

function isAtTop(ts: TypeScript, { parent: list }: ts.VariableDeclaration): boolean {
  return ts.isSourceFile(list.parent.parent)
}
