import type ts from 'typescript'
import { variableOf } from './known-names.ts'
import { calleeOf } from './nodes.ts'
import type { Source } from './source.ts'

export interface Binding {
  /** The export's name: `default`, `*` for the whole module, or a name. */
  readonly exported: string
  readonly name: ts.Identifier
  readonly symbol: ts.Symbol
  readonly statement: ts.Node
  readonly module: string
}

export interface Conversion {
  readonly bindings: readonly Binding[]
  readonly needsSetup: boolean
  readonly options: string
  readonly isOpened?: boolean
  readonly isHarmless?: boolean
  readonly stays?: string | undefined
}

export interface Reader {
  readonly modules: RegExp
  readonly convert: (source: Source) => Conversion | undefined
}

export function bindingsOf(source: Source, modules: RegExp): Binding[] {
  const { ts, checker } = source
  const found: Binding[] = []
  const add = (exported: string, name: ts.Node | undefined, statement: ts.Node, module: string): void => {
    const symbol = name && checker.getSymbolAtLocation(name)
    if (name && symbol && ts.isIdentifier(name)) found.push({ exported, name, symbol, statement, module })
  }
  for (const statement of declaredAtTop(source)) {
    const module = moduleOf(source, statement)
    if (module === undefined || !modules.test(module)) continue
    if (ts.isImportEqualsDeclaration(statement)) add('*', statement.name, statement, module)
    if (ts.isImportDeclaration(statement)) {
      const clause = statement.importClause
      add('default', clause?.name, statement, module)
      const names = clause?.namedBindings
      if (names && ts.isNamespaceImport(names)) add('*', names.name, statement, module)
      if (names && ts.isNamedImports(names)) {
        for (const one of names.elements) add((one.propertyName ?? one.name).text, one.name, statement, module)
      }
    }
    const { name, initializer } = variableOf(ts, statement) ?? {}
    const isMember = initializer !== undefined && ts.isPropertyAccessExpression(initializer)
    if (name && ts.isIdentifier(name)) add(isMember ? initializer.name.text : '*', name, statement, module)
    if (name && ts.isObjectBindingPattern(name)) {
      for (const one of name.elements)
        add((one.propertyName ?? one.name).getText(source.file), one.name, statement, module)
    }
  }
  return found
}

const OWN_MODULE = /^[./#@~]/

/** Returns the names of a library that a file imports from modules of the project, which hand them on. */
export function handedOn(source: Source, modules: RegExp): Binding[] {
  return bindingsOf(source, OWN_MODULE).flatMap((binding) => {
    const exported = originOf(source, binding.symbol, modules)
    return exported === undefined ? [] : [{ ...binding, exported }]
  })
}

export function originalOf({ ts, checker }: Source, symbol: ts.Symbol | undefined): ts.Symbol | undefined {
  return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
}

/** The package that declares something; empty if the project does. */
export function packageOf(declaration: ts.Node | undefined): string {
  return /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(declaration?.getSourceFile().fileName ?? '')?.[1] ?? ''
}

/** What a library calls an export that an import or an export of the project stands for. */
export function originOf(source: Source, symbol: ts.Symbol, modules: RegExp): string | undefined {
  const { ts, checker } = source
  const [declaration] = symbol.declarations ?? []
  // A module of the project exports all of the library.
  if (modules.test(packageOf(declaration))) return symbol.name
  if (declaration && ts.isBindingElement(declaration)) {
    const statement = ts.findAncestor(declaration, ts.isVariableStatement)
    const isOfModule = modules.test((statement && moduleOf(source, statement)) ?? '')
    return isOfModule ? (declaration.propertyName ?? declaration.name).getText() : undefined
  }
  if (!declaration || !(ts.isImportSpecifier(declaration) || ts.isExportSpecifier(declaration))) return undefined
  const { moduleSpecifier } = ts.isImportSpecifier(declaration)
    ? declaration.parent.parent.parent
    : declaration.parent.parent
  const exported = (declaration.propertyName ?? declaration.name).text
  if (modules.test(textOf(ts, moduleSpecifier) ?? '')) return exported
  const module = moduleSpecifier && checker.getSymbolAtLocation(moduleSpecifier)
  const next = moduleSpecifier
    ? module && checker.getExportsOfModule(module).find(({ name }) => name === exported)
    : checker.getExportSpecifierLocalTargetSymbol(declaration as ts.ExportSpecifier)
  return next && originOf(source, next, modules)
}

/** The statements at the top of a file; of a list of variables each one. */
export function declaredAtTop({ ts, file }: Source): ts.Node[] {
  return file.statements.flatMap((one): ts.Node | readonly ts.Node[] => {
    const list = ts.isVariableStatement(one) ? one.declarationList.declarations : []
    return list.length > 1 ? list : one
  })
}

export function moduleOf(source: Source, statement: ts.Node): string | undefined {
  const { ts } = source
  if (ts.isImportDeclaration(statement)) return textOf(ts, statement.moduleSpecifier)
  if (ts.isImportEqualsDeclaration(statement) && ts.isExternalModuleReference(statement.moduleReference)) {
    return textOf(ts, statement.moduleReference.expression)
  }
  let value = variableOf(ts, statement)?.initializer
  // What compilers and loaders put around a `require`.
  const isInterop = (node: ts.Node) => /^_?_?import(?:Default|Star)$/.test(calleeOf(source, node))
  while (value && (ts.isPropertyAccessExpression(value) || isInterop(value))) {
    value = ts.isPropertyAccessExpression(value) ? value.expression : (value as ts.CallExpression).arguments[0]
  }
  if (!value || !ts.isCallExpression(value) || value.expression.getText() !== 'require') return undefined
  return textOf(ts, value.arguments[0])
}

function textOf(ts: Source['ts'], node: ts.Node | undefined): string | undefined {
  return node && ts.isStringLiteralLike(node) ? node.text : undefined
}

/** The statements at the top of a file that import or require, without those that were removed. */
export function importsOf(source: Source): ts.Node[] {
  const imports = declaredAtTop(source).filter((one) => moduleOf(source, one) !== undefined)
  return [...new Set(imports.map((one) => source.statementOf(one)))].filter((one) => !source.removed.has(one))
}
