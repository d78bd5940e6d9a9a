import type ts from 'typescript'
import { nodesIn } from './walk.ts'

type TypeScript = typeof ts

/** The modules that a rewritten file imports from. */
const MODULES = ['mynah', 'mynah/graphql']

/** The exports that are not of mynah itself. */
const OTHERS: Readonly<Record<string, string>> = {
  getResponse: 'msw',
  graphql: 'mynah/graphql',
}

/** Returns the module that has an export which a rewritten file imports. */
export function moduleOfExport(name: string): string {
  return OTHERS[name] ?? 'mynah'
}

/** Returns what a file that was rewritten before calls the exports of mynah, and its `mocks`. */
export function namesOfMynah(typescript: TypeScript, file: ts.SourceFile): Map<string, string> {
  const names = new Map<string, string>()
  for (const statement of file.statements) {
    const lists = MODULES.flatMap((module) => namesFrom(typescript, file, statement, module) ?? [])
    for (const element of lists.flatMap(({ elements }) => [...elements])) {
      names.set((element.propertyName ?? element.name).getText(file), element.name.getText(file))
    }
  }
  const setup = names.get('setupMocks')
  if (setup === undefined) return names
  for (const { name, initializer } of nodesIn(typescript, file, typescript.isVariableDeclaration)) {
    const isCall = initializer && typescript.isCallExpression(initializer)
    const isSetup = isCall && initializer.expression.getText(file) === setup
    if (isSetup && /^(?:mocks|mynahMocks)$/.test(name.getText(file))) names.set('mocks', name.getText(file))
  }
  return names
}

/** The list of names that a statement imports, or takes out of a `require`, of a module. */
export function namesFrom(
  typescript: TypeScript,
  file: ts.SourceFile,
  statement: ts.Node,
  module = 'mynah',
): ts.NamedImports | ts.ObjectBindingPattern | undefined {
  const list = listIn(typescript, statement)
  const owner = list && typescript.isVariableDeclaration(list.parent) ? list.parent.initializer : undefined
  const call = owner && typescript.isCallExpression(owner) ? owner : undefined
  const from = typescript.isImportDeclaration(statement) ? statement.moduleSpecifier : call?.arguments[0]
  const isOfModule = from && typescript.isStringLiteralLike(from) && from.text === module
  return isOfModule && (!call || call.expression.getText(file) === 'require') ? list : undefined
}

/** The names that a statement imports, or takes out of a `require`. */
export function listIn(
  typescript: TypeScript,
  statement: ts.Node,
): ts.NamedImports | ts.ObjectBindingPattern | undefined {
  if (typescript.isImportDeclaration(statement)) {
    const names = statement.importClause?.namedBindings
    return names && typescript.isNamedImports(names) ? names : undefined
  }
  const name = typescript.isVariableStatement(statement) ? statement.declarationList.declarations[0]?.name : undefined
  return name && typescript.isObjectBindingPattern(name) ? name : undefined
}

/** The names that are declared in a file, or in a part of it, each as often as it is declared. */
export function namesDeclared(typescript: TypeScript, root: ts.Node): string[] {
  const isName = (node: ts.Node): node is ts.Identifier =>
    typescript.isIdentifier(node) &&
    (node.parent as { name?: ts.Node }).name === node &&
    isDeclaration(typescript, node.parent)
  return nodesIn(typescript, root, isName).map(({ text }) => text)
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
