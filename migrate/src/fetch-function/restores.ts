import type ts from 'typescript'
import { dropDeclaration } from '../declare/override.ts'
import { removeCall } from '../declare/remove-call.ts'
import { isLastInTest } from '../declare/resets.ts'
import { otherUses } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { isInAfterHook } from '../read/tests.ts'
import { assignmentsTo, isGlobalFetch } from './roots.ts'

/**
 * Takes `globalThis.fetch = originalFetch` away at the end of a test or of a file, and what keeps the real fetch with
 * its last use. Returns whether it could.
 */
export function removeRestore(source: Source, restore: ts.Expression, value: ts.Expression): boolean {
  const { ts, checker } = source
  const isAtEnd = isInAfterHook(source, restore) || isLastInTest(source, restore)
  const symbol = ts.isIdentifier(value) ? checker.getSymbolAtLocation(value) : undefined
  const declaration = symbol?.valueDeclaration
  if (!isAtEnd || !symbol || !declaration || !ts.isVariableDeclaration(declaration)) return false
  const sets = assignmentsTo(source, symbol)
  const kept = [declaration.initializer, ...sets.map(({ right }) => right)]
  const isReal = kept.every((one) => one === undefined || isRealFetch(source, one))
  if (!isReal || !removeCall(source, restore)) return false
  const reads = otherUses(source, declaration.name).filter((use) => !sets.some(({ left }) => left === use))
  const isLast = reads.every((use) => [...source.removed].some((one) => use.pos >= one.pos && use.end <= one.end))
  if (!isLast || !sets.every((one) => removeCall(source, one))) return true
  dropDeclaration(source, declaration)
  return true
}

/** `global.fetch`, `globalThis.fetch.bind(globalThis)` */
function isRealFetch(source: Source, value: ts.Expression): boolean {
  const { ts, file } = source
  const isBound = ts.isCallExpression(value) && /\.bind$/.test(value.expression.getText(file))
  const inner = isBound && ts.isPropertyAccessExpression(value.expression) ? value.expression.expression : value
  return isGlobalFetch(source, inner)
}
