import { isBuiltin } from 'node:module'
import type ts from 'typescript'
import { constantText } from '../read/constants.ts'
import { moduleOf } from '../read/imports.ts'
import { majorOf } from '../read/installed.ts'
import { isTypeScript, propertyOf, subjectCode, usesOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'

/** What the URLs of a client stand behind: a text, which may be empty, or else the code of `rest.at(baseURL)`. */
export type Base = { readonly text: string; readonly isHandedOver?: boolean } | { readonly at: string }

/** The path that a client puts in front of what it asks for; `undefined` if it is not known. */
export function frontOf(base: Base): string | undefined {
  if (!('text' in base) || base.isHandedOver) return undefined
  const [, path = ''] = /^(?:https?:\/\/[^/]+)?(.*)$/.exec(base.text) ?? []
  return path === '' || path.startsWith('/') ? path : undefined
}

/** Tells the base of an axios instance: of `axios` itself, or of what `axios.create()` has made, here or in a module. */
export function baseOf(source: Source, client: ts.Expression): Base {
  const { ts, checker } = source
  const symbol = ts.isIdentifier(client) ? checker.getSymbolAtLocation(client) : undefined
  const created = symbol && createdBy(source, symbol)
  const assigned = ts.isIdentifier(client) && symbol ? assignedBase(source, client, symbol) : undefined
  const value = assigned ?? created?.base
  const isKnown = value === undefined && (created !== undefined || (symbol !== undefined && isAxios(source, symbol)))
  const text = isKnown ? '' : value && value !== 'several' ? textOf(source, value) : undefined
  const isFront = (one: ts.Symbol) =>
    isHandedOver(source, client as ts.Identifier, one) || (isAxios(source, one) && mayMakeClient(source))
  if (text === '' && value === undefined && symbol && isFront(symbol)) return { text, isHandedOver: true }
  if (text !== undefined) return { text: text.replace(/\/+$/, '') }
  return { at: `${source.name('rest')}.at(${atCode(source, client)})` }
}

/** TypeScript knows a client's `baseURL` as optional. */
function atCode(source: Source, client: ts.Expression): string {
  const code = `${subjectCode(source, client)}.defaults.baseURL`
  return isTypeScript(source) ? `String(${code})` : code
}

/** The configuration's `baseURL` of `axios.create({ baseURL })`; `undefined` if the client was made in another way. */
function createdBy(source: Source, symbol: ts.Symbol): { base: ts.Expression | undefined } | undefined {
  const { ts, checker } = source
  const original = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  let { valueDeclaration: found } = original
  // `export default client` stands for the client.
  const [first] = original.declarations ?? []
  if (first && ts.isExportAssignment(first) && ts.isIdentifier(first.expression))
    found = checker.getSymbolAtLocation(first.expression)?.valueDeclaration
  if (!found || !ts.isVariableDeclaration(found) || !found.initializer) return undefined
  const { initializer } = found
  if (!ts.isCallExpression(initializer) || !/\.create$/.test(initializer.expression.getText())) return undefined
  const [config] = initializer.arguments
  if (!config) return { base: undefined }
  if (!ts.isObjectLiteralExpression(config) || config.properties.some((one) => ts.isSpreadAssignment(one)))
    return undefined
  return { base: propertyOf(source, config, 'baseURL') }
}

/** A text in another file is read as it is written there. */
function textOf(source: Source, value: ts.Expression): string | undefined {
  const { ts } = source
  if (ts.isStringLiteralLike(value)) return value.text
  if (value.getSourceFile() === source.file) return constantText(source, value)
  const declaration = ts.isIdentifier(value) ? source.checker.getSymbolAtLocation(value)?.valueDeclaration : undefined
  const initializer = declaration && ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined
  const isConst = declaration && (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) !== 0
  return isConst && initializer && ts.isStringLiteralLike(initializer) ? initializer.text : undefined
}

/** What a file sets `client.defaults.baseURL` to. */
function assignedBase(source: Source, client: ts.Identifier, symbol: ts.Symbol): ts.Expression | 'several' | undefined {
  const { ts } = source
  const values = usesOf(source, symbol, client.text).flatMap((use) => {
    const access = use.parent?.parent
    const isBase = access && ts.isPropertyAccessExpression(access) && access.name.text === 'baseURL'
    const assignment = isBase ? access.parent : undefined
    return assignment && ts.isBinaryExpression(assignment) && assignment.left === access ? [assignment.right] : []
  })
  return values.length > 1 ? 'several' : values[0]
}

const OF_RUNNER = /^(?:(?:jest|vi|vitest)\.\w+|expect)$/

/** Whether a file hands the client to a function, which may make another one of it that has a base. */
function isHandedOver(source: Source, client: ts.Identifier, symbol: ts.Symbol): boolean {
  const { ts } = source
  return usesOf(source, symbol, client.text).some(
    ({ parent }) => ts.isCallExpression(parent) && !OF_RUNNER.test(parent.expression.getText(source.file)),
  )
}

/** Whether a name is `axios` itself. */
function isAxios(source: Source, symbol: ts.Symbol): boolean {
  const statement = source.ts.findAncestor(symbol.declarations?.[0], source.ts.isStatement)
  return statement !== undefined && moduleOf(source, statement) === 'axios'
}

/** Whether a module of the project that a file imports may make a client of axios, which has its adapter too. */
function mayMakeClient(source: Source): boolean {
  const { ts, checker } = source
  const seen = new Set<ts.SourceFile>()
  const visit = (module: ts.SourceFile): boolean => {
    if (seen.has(module)) return false
    seen.add(module)
    return module.statements.filter(ts.isImportDeclaration).some(({ moduleSpecifier }) => {
      const found = checker.getSymbolAtLocation(moduleSpecifier)?.valueDeclaration
      if (!found || !ts.isSourceFile(found)) return isAlias(module.fileName, (moduleSpecifier as ts.StringLiteral).text)
      if (found.isDeclarationFile) return !found.fileName.includes('/node_modules/')
      return /\baxios\.create\(/.test(found.text) || visit(found)
    })
  }
  return visit(source.file)
}

/** Whether a name is that of a module of the project, as its runner knows it: it is no package that is installed. */
function isAlias(file: string, name: string): boolean {
  if (name.startsWith('.') || isBuiltin(name) || majorOf(file, 'axios') === undefined) return false
  return majorOf(file, name.split('/', name.startsWith('@') ? 2 : 1).join('/')) === undefined
}
