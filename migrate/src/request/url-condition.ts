import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { usesIn } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { isInline } from './resolver.ts'

/** Prints what a function of one text returns for the text that `code` stands for: `uri === '/a'`, or `isUsers(uri)`. */
export function conditionOn(source: Source, node: ts.Expression, code: string): string {
  const { ts } = source
  if (/\bthis\b/.test(node.getText(source.file))) leaveByHand('write this function without this: match: ({ url }) => …')
  const args = takesNone(source, node) ? '' : code
  if (!isInline(source, node))
    return ts.isIdentifier(node) ? `${source.code(node)}(${args})` : `(${source.code(node)})(${args})`
  if (args === '' && ts.isArrowFunction(node) && !ts.isBlock(node.body)) return operand(source, node.body)
  const [parameter] = node.parameters
  const name = parameter?.name
  if (name && ts.isIdentifier(name) && !ts.isBlock(node.body)) {
    const uses = usesIn(source, node.body, name)
    const [only] = uses
    if (uses.length === 1 && only && !ts.isShorthandPropertyAssignment(only.parent)) {
      source.replace(only, code)
      return operand(source, node.body)
    }
  }
  return `(${source.code(node)})(${args})`
}

/** Whether a function has no parameter: an argument would be a type error. */
function takesNone(source: Source, node: ts.Expression): boolean {
  const signatures = source.checker.getTypeAtLocation(node).getCallSignatures()
  return signatures.length > 0 && signatures.every(({ parameters }) => parameters.length === 0)
}

/** Whether a function takes no argument, and returns `true`. */
export function isAlwaysTrue(source: Source, node: ts.Node): boolean {
  return (
    source.ts.isArrowFunction(node) &&
    node.parameters.length === 0 &&
    node.body.kind === source.ts.SyntaxKind.TrueKeyword
  )
}

/** Parentheses for what binds less than `&&` does. */
function operand(source: Source, body: ts.Expression): string {
  const { ts } = source
  const isLoose =
    ts.isConditionalExpression(body) ||
    (ts.isBinaryExpression(body) && /^(?:\|\||\?\?|=|,)$/.test(body.operatorToken.getText(source.file)))
  return isLoose ? `(${source.code(body)})` : source.code(body)
}

/** The path of a URL and its query, as code. */
export const WHOLE_PATH = 'url.slice(new URL(url).origin.length)'

/** Whether a RegExp reads the query too, which mynah's paths do not have. */
export function readsQuery({ text }: ts.RegularExpressionLiteral): boolean {
  return /\\\?|\[[^\]]*\?/.test(text)
}
