import type ts from 'typescript'
import { bindingsOf, originalOf } from '../read/imports.ts'
import { nodesIn } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { exportOf } from './handlers/uses.ts'

/** A server of msw that a file sets up, imports from a module that does, or takes as a parameter. */
export interface Server {
  /** Nothing if the file does nothing but export it. */
  readonly name: ts.Identifier | undefined
  readonly setup: ts.CallExpression | undefined
  /** The module that sets it up, if it is known. */
  readonly module: string
}

/** Returns the servers of a file. */
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
  for (const { name, type } of nodesIn(ts, file, ts.isParameter))
    if (type && ts.isIdentifier(name) && SERVER.test(type.getText())) found.push({ name, setup: undefined, module: '' })
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

/** The types of a server, as they are written. */
const SERVER = /^(?:SetupServer(?:Api)?|SetupWorker(?:Api)?|ReturnType<typeof setup(?:Server|Worker)>)$/

/** Whether a node is a call of a maker of servers. */
function isSetup(source: Source, node: ts.Node): boolean {
  const maker = source.ts.isCallExpression(node) ? node.expression : undefined
  return /^setup(?:Server|Worker)$/.test(exportOf(source, maker) ?? '')
}
