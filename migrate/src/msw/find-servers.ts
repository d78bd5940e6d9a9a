import type ts from 'typescript'
import { bindingsOf, originalOf } from '../read/imports.ts'
import { nodesIn } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { exportOf } from './handlers/uses.ts'

/** A server of msw that a file sets up, or imports from a module that does. */
export interface Server {
  /** Nothing if the file does nothing but export it. */
  readonly name: ts.Identifier | undefined
  readonly setup: ts.CallExpression | undefined
  /** The module that sets it up, if it is known. */
  readonly module: string
}

/** Returns the servers that a file sets up or imports. */
export function serversOf(source: Source): Server[] {
  const { ts, file } = source
  const found = nodesIn(ts, file, ts.isCallExpression).flatMap((setup): Server[] => {
    const owner = isSetup(source, setup) ? ownerOf(source, setup) : undefined
    return owner ? [{ name: owner.name, setup, module: file.fileName }] : []
  })
  for (const { name, symbol } of bindingsOf(source, /./)) {
    const original = originalOf(source, symbol)
    const setup = declaredValue(source, original?.valueDeclaration ?? original?.declarations?.[0])
    if (setup && isSetup(source, setup)) found.push({ name, setup: undefined, module: setup.getSourceFile().fileName })
  }
  return found
}

/** What holds a server: a variable, or an export without a name in the file. Nothing if it goes elsewhere. */
function ownerOf({ ts }: Source, { parent }: ts.Node): { readonly name?: ts.Identifier } | undefined {
  if (ts.isExportAssignment(parent)) return {}
  if (ts.isVariableDeclaration(parent)) return ts.isIdentifier(parent.name) ? { name: parent.name } : undefined
  if (!ts.isBinaryExpression(parent) || parent.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return undefined
  if (ts.isIdentifier(parent.left)) return { name: parent.left }
  return /^(?:module\.)?exports\b/.test(parent.left.getText()) ? {} : undefined
}

/** The value that a name is declared with. */
function declaredValue({ ts }: Source, declaration: ts.Node | undefined): ts.Expression | undefined {
  if (!declaration) return undefined
  if (ts.isVariableDeclaration(declaration)) return declaration.initializer
  if (ts.isExportAssignment(declaration)) return declaration.expression
  const assignment = ts.isBinaryExpression(declaration) ? declaration : declaration.parent
  return assignment && ts.isBinaryExpression(assignment) ? assignment.right : undefined
}

/** The modules of the makers of servers, by their names. */
const OF_MSW: Readonly<Record<string, RegExp>> = {
  setupServer: /^msw\/(?:node|native)$/,
  setupWorker: /^msw\/browser$/,
}

/** Whether a node is a call of a maker of servers. */
function isSetup(source: Source, node: ts.Node): boolean {
  const maker = source.ts.isCallExpression(node) ? node.expression : undefined
  return Object.entries(OF_MSW).some(([name, modules]) => exportOf(source, maker, modules) === name)
}
