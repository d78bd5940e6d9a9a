import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { statementOfCall } from '../read/assertions.ts'
import { functionAround, outerOf, usesOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'

/** What a named function returns at its end: an answer that it declares. */
interface ReturnedAnswer {
  /** The statement that returns it, or the body of an arrow function. */
  readonly returning: ts.Node
  readonly name: string
}

/** Finds what returns a call, if other files can use the function by its name alone. */
export function returnedAnswer(source: Source, call: ts.Node): ReturnedAnswer | undefined {
  const { ts } = source
  const around = functionAround(source, call)
  if (!around || around.type) return undefined
  const isFunction = ts.isFunctionDeclaration(around) || ts.isArrowFunction(around) || ts.isFunctionExpression(around)
  const body = isFunction ? around.body : undefined
  const last = body && ts.isBlock(body) ? body.statements.at(-1) : body
  const returning =
    last && ts.isReturnStatement(last)
      ? last.expression
      : ts.isArrowFunction(around) && last === body
        ? body
        : undefined
  if (!last || returning !== call) return undefined
  const declaration = ts.isFunctionDeclaration(around) ? around : around.parent
  const isDefault =
    ts.isFunctionDeclaration(around) && around.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword)
  if (isDefault || !(ts.isFunctionDeclaration(declaration) || ts.isVariableDeclaration(declaration))) return undefined
  const { name } = declaration
  return name && ts.isIdentifier(name) ? { returning: last, name: name.text } : undefined
}

/** Drops `return`, or puts the body into braces. Callers in other files may use what the function returned. */
export function dropReturn(source: Source, { returning, name }: ReturnedAnswer): void {
  const start = returning.getStart(source.file)
  if (source.ts.isReturnStatement(returning))
    source.edits.replace(start, returning.expression?.getStart(source.file) ?? start, '')
  else {
    source.edits.insert(start, '{ ')
    source.edits.insert(returning.end, ' }')
  }
  if (/\bexports?\b/.test(source.file.text))
    source.answering.push({ name, construct: source.construct.getStart(source.file) })
}

/** The function of a helper that returns the mock: here its callers would get an undo. */
export function checkResult(source: Source, node: ts.Node): void {
  const { ts } = source
  const { parent } = outerOf(source, node)
  const around = functionAround(source, node)
  const isReturned = ts.isReturnStatement(parent) || ts.isArrowFunction(parent)
  const declaration = around && (ts.isFunctionDeclaration(around) ? around : around.parent)
  if (!isReturned || !declaration || !(ts.isFunctionDeclaration(declaration) || ts.isVariableDeclaration(declaration)))
    return
  const { name } = declaration
  const symbol = name && source.checker.getSymbolAtLocation(name)
  const uses = name && symbol && ts.isIdentifier(name) ? usesOf(source, symbol, name.text) : []
  const isIgnored = uses.every((use) => use === name || statementOfCall(source, use.parent))
  if (!isIgnored || /\bexport\b/.test(source.file.text))
    leaveByHand(
      'declare this answer in a statement, and read mocks.calls() where the function is read that this returns',
    )
}
