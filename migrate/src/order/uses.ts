import type ts from 'typescript'
import { nodesIn } from '../read/nodes.ts'
import { callOf, isDefault } from '../read/passed.ts'
import type { TypeScript } from '../read/source.ts'

/** The name of a default export: each file that imports it has its own. */
export const DEFAULT = 'default'

/** The names by which a file calls a function or hands it on: its own, and others. */
export function aliasesOf(ts: TypeScript, file: ts.SourceFile, name: string): string[] {
  const isNamed = (node: ts.Node): node is ts.Identifier => ts.isIdentifier(node) && node.text === name
  const aliases = nodesIn(ts, file, isNamed).flatMap((node) => aliasBy(ts, node) ?? [])
  return [...new Set([name, ...aliases])]
}

/** The other name that a use of a name gives to its value. */
function aliasBy(ts: TypeScript, node: ts.Identifier): string | undefined {
  const { parent } = node
  if (isDefault(ts, parent)) return DEFAULT
  if (ts.isBinaryExpression(parent) && parent.right === node) {
    const { left } = parent
    return ts.isPropertyAccessExpression(left) ? left.name.text : undefined
  }
  const isNamed =
    (ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent) || ts.isBindingElement(parent)) &&
    parent.propertyName === node
  const isValue = (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) && parent.initializer === node
  if (!isNamed && !isValue) return undefined
  const { name } = parent
  return ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : undefined
}

/** The calls of a function in a file, and its other uses: a hook, or a callback. */
export function usesOfFunction(ts: TypeScript, file: ts.SourceFile, name: string): ts.Node[] {
  const isUse = (node: ts.Node) =>
    ts.isIdentifier(node) && node.text === name && !isName(ts, node) && aliasBy(ts, node) === undefined
  return nodesIn(ts, file, isUse).map((node) => callOf(ts, node) ?? node)
}

/** Whether an identifier only names something: in a declaration, an import, an export or a type. */
function isName(ts: TypeScript, node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent)) return parent.name !== node
  const named = (parent as { name?: ts.Node }).name === node || ts.isExportSpecifier(parent)
  return named || ts.isTypeQueryNode(parent) || ts.isQualifiedName(parent) || ts.isTypeReferenceNode(parent)
}

/** The names under which a file imports what another file exports by default, and the places at which it may take that in another way. */
export function usesOfDefault(
  ts: TypeScript,
  checker: ts.TypeChecker,
  file: ts.SourceFile,
  path: string,
): { readonly names: string[]; readonly others: ts.Node[] } {
  const names: string[] = []
  const others: ts.Node[] = []
  const isThat = (node: ts.Node) =>
    ts.isStringLiteralLike(node) &&
    checker.getSymbolAtLocation(node)?.declarations?.[0]?.getSourceFile().fileName === path
  for (const module of nodesIn(ts, file, isThat)) {
    const { parent } = module
    const { importClause: clause } = ts.isImportDeclaration(parent) ? parent : {}
    const named = clause?.namedBindings
    const holder = ts.isCallExpression(parent) && parent.expression.getText() === 'require' ? parent.parent : undefined
    if (clause?.name) names.push(clause.name.text)
    if (named && ts.isNamedImports(named))
      for (const one of named.elements) if (one.propertyName?.text === DEFAULT) names.push(one.name.text)
    if (holder && ts.isVariableDeclaration(holder) && ts.isIdentifier(holder.name)) names.push(holder.name.text)
    else if (!ts.isImportDeclaration(parent) || (named && ts.isNamespaceImport(named))) others.push(module)
  }
  return { names, others }
}
