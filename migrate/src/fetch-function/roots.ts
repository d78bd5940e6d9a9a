import type ts from 'typescript'
import { bindingsOf } from '../read/imports.ts'
import { calleeOf, isAssignment, isDeclarationName, outerOf, usesOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'

export const MODULES = /^(?:jest|vitest)-fetch-mock(?:\/\w+)?$/
/** The names of the global object. */
const GLOBAL = /^(?:global|globalThis|window|self)$/
/** The methods that only jest-fetch-mock and vitest-fetch-mock have. */
const OWN =
  /^(?:(?:do|dont)?[mM]ock(?:Once)?(?:If)?|mock(?:Response(?:s|Once|If|OnceIf)?|Reject(?:Once)?|Abort(?:Once)?)|once|route(?:Once)?|clearRoutes|(?:reset|enable|disable)(?:Fetch)?Mocks|requests|isMocking)$/

/** What stands for the mocked fetch in a file, each where it is used: `fetch`, `global.fetch`, or a name that holds it. */
export function fetchesOf(source: Source, names: ReadonlySet<ts.Symbol>): ts.Expression[] {
  const { ts } = source
  const found: ts.Expression[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node)) return
    if (
      ts.isExpression(node) &&
      (isGlobalFetch(source, node) || isRequired(source, node) || isNamed(source, node, names))
    )
      found.push(node)
    else ts.forEachChild(node, visit)
  }
  for (const statement of source.file.statements) if (!ts.isImportDeclaration(statement)) visit(statement)
  return found
}

/** `require('jest-fetch-mock')`, where no name is given to it. */
export function isRequired({ ts, file }: Source, node: ts.Node): boolean {
  return ts.isCallExpression(node) && REQUIRED.test(node.getText(file)) && !ts.isVariableDeclaration(node.parent)
}

const REQUIRED = /^require\(['"]jest-fetch-mock['"]\)$/

export function isNamed(source: Source, node: ts.Node, names: ReadonlySet<ts.Symbol>): boolean {
  const { ts } = source
  if (!ts.isIdentifier(node) || isDeclarationName(node)) return false
  if (ts.isPropertyAccessExpression(node.parent) && node.parent.name === node) return false
  const symbol = source.checker.getSymbolAtLocation(node)
  return symbol !== undefined && names.has(symbol)
}

/** `fetch`, `global.fetch` and, of jest-fetch-mock, `fetchMock`, unless the file has names of its own for them. */
export function isGlobalFetch(source: Source, node: ts.Node): boolean {
  const { ts, checker } = source
  if (ts.isPropertyAccessExpression(node))
    return GLOBAL.test(node.expression.getText(source.file)) && /^fetch(?:Mock)?$/.test(node.name.text)
  if (!ts.isIdentifier(node) || !/^fetch(?:Mock)?$/.test(node.text) || isDeclarationName(node)) return false
  if (ts.isPropertyAccessExpression(node.parent) && node.parent.name === node) return false
  const declarations = checker.getSymbolAtLocation(node)?.declarations ?? []
  // In JavaScript `globalThis.fetch = value` declares the global.
  return declarations.every((one) => one.getSourceFile() !== source.file || ts.isExpression(one))
}

/** The names of jest-fetch-mock in a file: what it imports, and what `createFetchMock(vi)` makes. */
export function namesOfLibrary(source: Source): Set<ts.Symbol> {
  const { checker } = source
  const imported = bindingsOf(source, MODULES).filter(
    ({ module, exported }) => module === 'jest-fetch-mock' && /^(?:default|\*)$/.test(exported),
  )
  const made = madeMocks(source).flatMap(({ name }) => checker.getSymbolAtLocation(name) ?? [])
  return new Set([...imported.map(({ symbol }) => symbol), ...made])
}

/** The variables that `createFetchMock(vi)` is in. */
export function madeMocks(source: Source): ts.VariableDeclaration[] {
  const { ts } = source
  return bindingsOf(source, MODULES).flatMap(({ symbol, name }) =>
    usesOf(source, symbol, name.text).flatMap(({ parent }) => {
      const owner = ts.isCallExpression(parent) ? parent.parent : undefined
      return owner && ts.isVariableDeclaration(owner) ? [owner] : []
    }),
  )
}

/** A variable that holds the mocked fetch, and what gives it to the variable: its declaration, or one assignment. */
export interface Alias {
  readonly declaration: ts.VariableDeclaration
  readonly assignment: ts.BinaryExpression | undefined
}

/** Finds `const mocked = fetch as jest.Mock`, `vi.mocked(fetch)`: what only keeps the real fetch is none. */
export function aliasesOf(source: Source, names: ReadonlySet<ts.Symbol>): Alias[] {
  const { ts, checker } = source
  const found = new Map<ts.VariableDeclaration, Alias>()
  for (const fetch of fetchesOf(source, names)) {
    const root = rootOf(source, fetch)
    const { parent } = root
    const isAssigned = ts.isBinaryExpression(parent) && parent.right === root && ts.isExpressionStatement(parent.parent)
    const name = ts.isVariableDeclaration(parent) ? parent.name : isAssigned ? parent.left : undefined
    const symbol = name && ts.isIdentifier(name) ? checker.getSymbolAtLocation(name) : undefined
    const declaration = symbol?.valueDeclaration
    if (!symbol || !name || !declaration || !ts.isVariableDeclaration(declaration)) continue
    const uses = usesOf(source, symbol, name.getText(source.file)).filter((use) => !isDeclarationName(use))
    const isSetOnce = assignmentsTo(source, symbol).length === (isAssigned ? 1 : 0)
    if (isSetOnce && Boolean(declaration.initializer) !== isAssigned && uses.some((use) => isMock(source, use)))
      found.set(declaration, { declaration, assignment: isAssigned ? parent : undefined })
  }
  return [...found.values()]
}

/** The assignments to a variable. */
function assignmentsTo(source: Source, symbol: ts.Symbol): ts.BinaryExpression[] {
  return usesOf(source, symbol, symbol.name).flatMap(({ parent, pos }) =>
    isAssignment(source, parent) && parent.left.pos === pos ? [parent] : [],
  )
}

const OF_MOCK = /^mock(?:[A-Z]\w*)?$/

/** Whether a name is used as a mock, and not as a function that makes requests. */
function isMock(source: Source, use: ts.Node): boolean {
  const { ts } = source
  const { parent } = outerOf(source, use)
  if (ts.isPropertyAccessExpression(parent)) return OF_MOCK.test(parent.name.text) || OWN.test(parent.name.text)
  return calleeOf(source, parent) === 'expect'
}

/** The whole of `(fetch as jest.Mock)`, or of `vi.mocked(fetch)`. */
export function rootOf(source: Source, node: ts.Expression): ts.Expression {
  const outer = outerOf(source, node)
  const { parent } = outer
  const isTyped = /^\w+\.mocked$/.test(calleeOf(source, parent))
  return (isTyped ? outerOf(source, parent) : outer) as ts.Expression
}

/** Whether a file calls what only jest-fetch-mock adds to fetch, whose setup is in another file. */
export function callsLibrary(source: Source): boolean {
  const { ts } = source
  return fetchesOf(source, new Set()).some((node) => {
    const { parent } = outerOf(source, node)
    return ts.isPropertyAccessExpression(parent) && OWN.test(parent.name.text) && ts.isCallExpression(parent.parent)
  })
}
