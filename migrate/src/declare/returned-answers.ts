import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { DEFAULT } from '../order/uses.ts'
import { statementOfCall } from '../read/assertions.ts'
import { functionAround, otherUses, outerOf } from '../read/nodes.ts'
import { isDefault, nameOfFunction } from '../read/passed.ts'
import type { Source } from '../read/source.ts'

/** What a function returns at its end: an answer that it declares, or what makes answers. */
export interface ReturnedAnswer {
  readonly maker: ts.SignatureDeclaration
  /** The statement that returns it, or the body of an arrow function. */
  readonly returning: ts.Node
  readonly name: string
}

/** Finds what returns an expression, if other files can use the function by its name alone, or as a default export. */
export function returnedAnswer(source: Source, node: ts.Node): ReturnedAnswer | undefined {
  const maker = functionAround(source, node)
  const returning = maker && returningOf(source.ts, maker)
  if (!maker || !returning || returnedValue(source.ts, returning) !== node) return undefined
  if (maker.type && !/^(?:nock\.)?Scope$/.test(maker.type.getText(source.file))) return undefined
  const { ts } = source
  const isInline = ts.isArrowFunction(maker) || ts.isFunctionExpression(maker)
  const isByDefault = isDefault(ts, isInline ? maker.parent : maker)
  const name = isByDefault ? DEFAULT : nameOfFunction(ts, maker)?.text
  return name === undefined ? undefined : { maker, returning, name }
}

/** The last statement of a function, if it returns, or the body of an arrow function. */
export function returningOf(typescript: Source['ts'], maker: ts.SignatureDeclaration): ts.Node | undefined {
  const body = 'body' in maker ? maker.body : undefined
  if (!body || !typescript.isBlock(body)) return body
  const last = body.statements.at(-1)
  return last && typescript.isReturnStatement(last) ? last : undefined
}

export function returnedValue(typescript: Source['ts'], returning: ts.Node): ts.Node | undefined {
  return typescript.isReturnStatement(returning) ? returning.expression : returning
}

/** Drops `return`, or puts the body into braces. Its callers may use what the function returned. */
export function dropReturn(source: Source, { maker, returning, name }: ReturnedAnswer, isWhole = false): void {
  const start = returning.getStart(source.file)
  if (isWhole) source.remove(returning)
  else if (source.ts.isReturnStatement(returning))
    source.edits.replace(start, returning.expression?.getStart(source.file) ?? start, '')
  else putInBraces(source, returning)
  if (maker.type) source.replace(maker.type, 'void')
  source.answering.push({ name, maker, construct: source.construct.getStart(source.file) })
}

/** Has a function return nothing whose body is an expression. */
export function putInBraces(source: Source, body: ts.Node): void {
  source.edits.insert(body.getStart(source.file), '{ ')
  source.edits.insert(body.end, ' }')
}

/** Refuses an expression that is handed on: what gets it would get an undo. */
export function checkNotHandedOn(source: Source, node: ts.Node): void {
  const { ts } = source
  const { parent } = outerOf(source, node)
  const isDefault = ts.isArrowFunction(parent) && ts.isExportAssignment(parent.parent)
  const isPart = ts.isPropertyAssignment(parent) || ts.isArrayLiteralExpression(parent) || ts.isCallExpression(parent)
  if (isDefault || isPart)
    leaveByHand('write mocks.use(stub) in a statement of its own, and hand on the stub: rest.get(path, payload)')
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
  const isIgnored = otherUses(source, declaration.name).every((use) => statementOfCall(source, use.parent))
  if (!isIgnored || /\bexport\b/.test(source.file.text))
    leaveByHand(
      'declare this answer in a statement, and read mocks.calls() where the function is read that this returns',
    )
}
