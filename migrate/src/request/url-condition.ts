import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { constantText, isHanded, isMadeOf } from '../read/constants.ts'
import { kindOf } from '../read/payload.ts'
import type { Source } from '../read/source.ts'
import { isInline, thisIn } from './resolver.ts'

/** Prints what a function of one text returns for the text that `code` stands for: `uri === '/a'`, or `isUsers(uri)`. */
export function conditionOn(source: Source, node: ts.Expression, code: string): string {
  const { ts } = source
  if (isInline(source, node) && thisIn(source, node).length > 0)
    leaveByHand('write this function without this: match: ({ url }) => …')
  const callee = ts.isIdentifier(node) ? source.code(node) : `(${source.code(node)})`
  return `${callee}(${takesNone(source, node) ? '' : code})`
}

/** Whether a function has no parameter: an argument would be a type error. */
function takesNone(source: Source, node: ts.Expression): boolean {
  const signatures = source.checker.getTypeAtLocation(node).getCallSignatures()
  return signatures.length > 0 && signatures.every(({ parameters }) => parameters.length === 0)
}

export function isAlwaysTrue(source: Source, node: ts.Node): boolean {
  return (
    source.ts.isArrowFunction(node) &&
    node.parameters.length === 0 &&
    node.body.kind === source.ts.SyntaxKind.TrueKeyword
  )
}

export const WHOLE_PATH = 'url.slice(new URL(url).origin.length)'

/** Prints a test of the path and its query, which no path of mynah holds: for a function, a RegExp that reads the query, or a text that may have one. */
export function testOf(source: Source, path: ts.Expression, base = '', whole = WHOLE_PATH): string | undefined {
  const code = source.code(path)
  if (source.ts.isRegularExpressionLiteral(path))
    return /\\\?|\[[^\]]*\?/.test(path.text) ? `${code}.test(${whole})` : undefined
  if (isInline(source, path) || kindOf(source, path) === 'function') return conditionOn(source, path, whole)
  const isKnown = whole !== WHOLE_PATH || constantText(source, path) !== undefined
  if (isKnown || !(isHanded(source, path, /\?/) || isMadeOf(source, path, /\?/))) return undefined
  return `${whole} === ${base && `${source.quote(base)} + `}${code}`
}
