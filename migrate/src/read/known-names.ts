import type ts from 'typescript'
import type { TypeScript } from '../layout/model.ts'
import { nodesIn } from './walk.ts'

const MODULES = ['mynah', 'mynah/graphql']

const OTHERS: Readonly<Record<string, string>> = {
  getResponse: 'msw',
  graphql: 'mynah/graphql',
}

export function moduleOfExport(name: string): string {
  return OTHERS[name] ?? 'mynah'
}

/** Returns what a file that was rewritten before calls the exports of mynah, and its `mocks`. */
export function namesOfMynah(ts: TypeScript, file: ts.SourceFile): Map<string, string> {
  const names = new Map<string, string>()
  for (const statement of file.statements) {
    const lists = MODULES.flatMap((module) => namesFrom(ts, file, statement, module) ?? [])
    for (const element of lists.flatMap(({ elements }) => [...elements])) {
      names.set((element.propertyName ?? element.name).getText(file), element.name.getText(file))
    }
  }
  const setup = names.get('setupMocks')
  if (setup === undefined) return names
  for (const { name, initializer } of nodesIn(ts, file, ts.isVariableDeclaration)) {
    const isCall = initializer && ts.isCallExpression(initializer)
    const isSetup = isCall && initializer.expression.getText(file) === setup
    if (isSetup && /^(?:mocks|mynahMocks)$/.test(name.getText(file))) names.set('mocks', name.getText(file))
  }
  return names
}

type NameList = ts.NamedImports | ts.ObjectBindingPattern

/** The list of names that a statement imports, or takes out of a `require`, of a module. */
export function namesFrom(
  ts: TypeScript,
  file: ts.SourceFile,
  statement: ts.Node,
  module = 'mynah',
): NameList | undefined {
  const list = listIn(ts, statement)
  const owner = list && ts.isVariableDeclaration(list.parent) ? list.parent.initializer : undefined
  const call = owner && ts.isCallExpression(owner) ? owner : undefined
  const from = ts.isImportDeclaration(statement) ? statement.moduleSpecifier : call?.arguments[0]
  const isOfModule = from && ts.isStringLiteralLike(from) && from.text === module
  return isOfModule && (!call || call.expression.getText(file) === 'require') ? list : undefined
}

export function listIn(ts: TypeScript, statement: ts.Node): NameList | undefined {
  if (ts.isImportDeclaration(statement)) {
    const names = statement.importClause?.namedBindings
    return names && ts.isNamedImports(names) ? names : undefined
  }
  const name = variableOf(ts, statement)?.name
  return name && ts.isObjectBindingPattern(name) ? name : undefined
}

/** The variable of a statement that declares one, or an item of a list of them. */
export function variableOf(ts: TypeScript, statement: ts.Node): ts.VariableDeclaration | undefined {
  if (ts.isVariableDeclaration(statement)) return statement
  const [first, ...others] = ts.isVariableStatement(statement) ? statement.declarationList.declarations : []
  return others.length === 0 ? first : undefined
}

/** The names that are declared in a file, or in a part of it, each as often as it is declared. */
export function namesDeclared(ts: TypeScript, root: ts.Node): string[] {
  const isName = (node: ts.Node): node is ts.Identifier =>
    ts.isIdentifier(node) && (node.parent as { name?: ts.Node }).name === node && isDeclaration(ts, node.parent)
  return nodesIn(ts, root, isName).map(({ text }) => text)
}

function isDeclaration(ts: TypeScript, node: ts.Node): boolean {
  return (
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isBindingElement(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isImportClause(node) ||
    ts.isImportSpecifier(node) ||
    ts.isNamespaceImport(node)
  )
}
