import type ts from 'typescript'
import { originOf } from '../../read/imports.ts'
import { isInside, nodesIn } from '../../read/nodes.ts'
import type { Source, TypeScript } from '../../read/source.ts'

export const MODULES = /^msw(?:\/.+|-storybook-addon)?$/

/** Whether the stories of a file take handlers of msw, by the parameter `msw` of its addon. */
export function areOfAddon(ts: TypeScript, file: ts.SourceFile): boolean {
  const isParameter = (node: ts.Node) => ts.isPropertyAssignment(node) && node.name.getText(file) === 'msw'
  return /\.stories\.[cm]?[jt]sx?$/.test(file.fileName) && nodesIn(ts, file, isParameter).length > 0
}

/** The identifiers in a file that stand for exports of msw, and what these are called there. */
export type Uses = ReadonlyMap<ts.Identifier, string>

export interface Handled {
  readonly uses: Uses
  readonly nodes: ts.Node[]
  readonly kept: ts.Node[]
  /** Two handlers may share a resolver, which is rewritten once. */
  readonly resolvers: Set<ts.Node>
}

export function exportOf(source: Source, name: ts.Node | undefined): string | undefined {
  const symbol = name && source.ts.isIdentifier(name) ? source.checker.getSymbolAtLocation(name) : undefined
  return symbol && originOf(source, symbol, MODULES)
}

export function declaredValue({ ts }: Source, declaration: ts.Node | undefined): ts.Expression | undefined {
  if (!declaration) return undefined
  if (ts.isVariableDeclaration(declaration)) return declaration.initializer
  if (ts.isExportAssignment(declaration)) return declaration.expression
  const assignment = ts.isBinaryExpression(declaration) ? declaration : declaration.parent
  return assignment && ts.isBinaryExpression(assignment) ? assignment.right : undefined
}

export function usesInside(uses: Uses, exported: string, outer: ts.Node): ts.Identifier[] {
  return [...uses].filter(([use, name]) => name === exported && isInside(use, outer)).map(([use]) => use)
}

export interface MemberCall {
  readonly use: ts.Identifier
  readonly member: string
  readonly name: ts.MemberName
  readonly call: ts.CallExpression
}
