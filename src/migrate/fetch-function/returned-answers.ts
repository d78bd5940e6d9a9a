import type ts from 'typescript'
import { functionAround } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'

/** A statement at the end of a named function, which returns an answer that it declares. */
export interface ReturnedAnswer {
  readonly statement: ts.ReturnStatement
  readonly name: string
}

/** Finds the statement that returns a call, if other files can use the function by its name alone. */
export function returnedAnswer(source: Source, call: ts.Node): ReturnedAnswer | undefined {
  const { ts } = source
  const statement = call.parent
  const around = functionAround(source, call)
  if (!around || around.type || !ts.isReturnStatement(statement)) return undefined
  const isFunction = ts.isFunctionDeclaration(around) || ts.isArrowFunction(around) || ts.isFunctionExpression(around)
  const body = isFunction ? around.body : undefined
  if (!body || !ts.isBlock(body) || body.statements.at(-1) !== statement) return undefined
  const declaration = ts.isFunctionDeclaration(around) ? around : around.parent
  const isDefault =
    ts.isFunctionDeclaration(around) && around.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword)
  if (isDefault || !(ts.isFunctionDeclaration(declaration) || ts.isVariableDeclaration(declaration))) return undefined
  const { name } = declaration
  return name && ts.isIdentifier(name) ? { statement, name: name.text } : undefined
}

/** Drops `return`. */
export function endWith(source: Source, { statement, name }: ReturnedAnswer): void {
  const start = statement.getStart(source.file)
  source.edits.replace(start, statement.expression?.getStart(source.file) ?? start, '')
  source.returning.push({ name, construct: source.construct.getStart(source.file) })
}
