import type ts from 'typescript'
import { constantOf, constantText } from '../../read/constants.ts'
import { calleeOf, innerOf, namesIn, nodesIn } from '../../read/nodes.ts'
import { kindOf } from '../../read/payload.ts'
import { leaveByHand, type Source } from '../../read/source.ts'
import { majorOf } from '../../read/typescript.ts'
import { type Inline, isInline, returnStatements } from '../../request/resolver.ts'
import { convertParameter, isResolver } from './resolver-parameter.ts'
import { type Uses, usesInside } from './uses.ts'

/**
 * Rewrites the parameter of a resolver. Its body stays, but for what msw imports and mynah hands over. Members that are `handed` have
 * the same name in both.
 */
export function convertResolver(source: Source, node: Inline, uses: Uses, handed: readonly string[], path = ''): void {
  if (node.asteriskToken) leaveByHand('write a generator as sequence(first, second)')
  checkWildcards(source, node, path)
  for (const use of usesInside(uses, 'delay', node)) convertDelay(source, use)
  if (usesInside(uses, 'bypass', node).length > 0)
    leaveByHand('write fetch(bypass(request)) as fetchReal(request), which the resolver is handed')
  let hasNext = false
  convertEnds(source, node, () => {
    if (namesIn(source.ts, node).includes('next'))
      leaveByHand('the resolver has a next of its own: take next from its parameter under another name')
    hasNext = true
    return 'next()'
  })
  convertParameter(source, node, handed, hasNext)
}

/** A resolver that returns nothing leaves the request to the next handler there, and sends no body here. */
function convertEnds(source: Source, node: Inline, next: () => string): void {
  const { ts } = source
  const { body } = node
  if (!ts.isBlock(body)) {
    if (isVoid(source, body)) source.replace(body, `{ ${source.code(body)}; return ${next()} }`)
    else replaceNothing(source, body, next)
    return
  }
  for (const one of returnStatements(source, body)) {
    if (one.expression) replaceNothing(source, one.expression, next)
    else source.replace(one, `return ${next()}${semicolonOf(source, one)}`)
  }
  if (!endsOpen(source, body)) return
  const code = `return ${next()}${source.style.semicolon}`
  const last = body.statements.at(-1)
  if (!last) source.replace(body, `{ ${code} }`)
  else if (source.statementOf(last) === last) source.edits.insert(last.end, `\n${source.indentOf(last)}${code}`)
  else source.edits.insert(last.end, `${semicolonOf(source, last) ? '' : ';'} ${code}`)
}

function replaceNothing(source: Source, value: ts.Expression, next: () => string): void {
  const { ts } = source
  if (ts.isParenthesizedExpression(value)) replaceNothing(source, value.expression, next)
  else if (ts.isConditionalExpression(value)) {
    replaceNothing(source, value.whenTrue, next)
    replaceNothing(source, value.whenFalse, next)
  } else if (/^(?:undefined|null|void 0)$/.test(value.getText(source.file))) source.replace(value, next())
  else if (ts.isBinaryExpression(value) && value.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken) {
    leaveByHand('return next() if the condition does not hold: a resolver that returns nothing sends no body')
  } else if (mayBeNothing(source, value)) {
    if (isVoid(source, value))
      leaveByHand('call this, and return next() behind it: a resolver that returns nothing sends no body')
    const isSubject = ts.isAwaitExpression(value) || ts.isLeftHandSideExpression(value)
    const code = kindOf(source, value) === 'promise' ? `.then((response) => response ?? ${next()})` : ` ?? ${next()}`
    if (!isSubject) source.edits.insert(value.getStart(source.file), '(')
    source.edits.insert(value.end, isSubject ? code : `)${code}`)
  }
}

/** msw numbers its wildcards, or has the text of a list of segments; mynah's have names, and are lists. */
function checkWildcards(source: Source, node: Inline, path: string): void {
  const { ts } = source
  const list = /\*(?!rest)(\w+)\}?.?$/.exec(path)?.[1]
  const isList = list && majorOf(source.file.fileName, 'msw') === 3 && namesIn(ts, node).includes(list)
  const isNumbered = (one: ts.Node) =>
    ts.isElementAccessExpression(one) &&
    one.expression.getText() === 'params' &&
    !Number.isNaN(Number(constantText(source, one.argumentExpression)))
  if (isList || nodesIn(ts, node, isNumbered).length > 0)
    leaveByHand("a wildcard has a name here, and is a list of segments: write params.rest.join('/')")
}

/** msw waits for 5 ms in Node if it is not told how long. */
export function convertDelay(source: Source, use: ts.Identifier): void {
  const call = use.parent
  if (!source.ts.isCallExpression(call) || call.expression !== use)
    leaveByHand('write delay() as setDelay(ms), which the resolver is handed')
  const [time] = call.arguments
  const text = time && constantText(source, time)
  const isMode = text !== undefined && Number.isNaN(Number(text))
  const code = time && !isMode ? source.code(time) : '5'
  const wait = text === 'infinite' ? '() => {}' : `(resolve) => setTimeout(resolve, ${code})`
  source.replace(call, `new Promise(${wait})`)
}

/** Whether a body can end without a `return` or a `throw`. If in doubt it can: a `return` behind it does no harm. */
function endsOpen(source: Source, statement: ts.Statement | undefined): boolean {
  const { ts } = source
  if (statement === undefined) return true
  if (ts.isReturnStatement(statement) || ts.isThrowStatement(statement)) return false
  if (ts.isBlock(statement)) return endsOpen(source, statement.statements.at(-1))
  if (ts.isIfStatement(statement)) {
    return endsOpen(source, statement.thenStatement) || endsOpen(source, statement.elseStatement)
  }
  if (!ts.isTryStatement(statement)) return true
  const { tryBlock, catchClause, finallyBlock } = statement
  if (finallyBlock && !endsOpen(source, finallyBlock)) return false
  return endsOpen(source, tryBlock) || (catchClause !== undefined && endsOpen(source, catchClause.block))
}

function semicolonOf({ file }: Source, statement: ts.Node): string {
  return statement.getText(file).endsWith(';') ? ';' : ''
}

/** Whether a value may be nothing, or a promise of nothing. If neither its form nor its type tells, it may. */
function mayBeNothing(source: Source, value: ts.Expression): boolean {
  const { ts, checker } = source
  const inner = innerOf(source, value)
  if (isVoid(source, inner)) return true
  if (ts.isAwaitExpression(inner)) return mayBeNothing(source, inner.expression)
  if (ts.isConditionalExpression(inner))
    return [inner.whenTrue, inner.whenFalse].some((one) => mayBeNothing(source, one))
  if (ts.isBinaryExpression(inner)) return inner.operatorToken.getText() === '&&' || mayBeNothing(source, inner.right)
  if (ts.isCallExpression(inner) && isResolver(source, checker.getTypeAtLocation(inner.expression))) return false
  const [made] = calleeOf(source, inner) === 'Promise.resolve' ? (inner as ts.CallExpression).arguments : [inner]
  if (ts.isNewExpression(inner) || OF_MSW.test(calleeOf(source, made))) return false
  const [callback] = calleeOf(source, inner).endsWith('.then') ? (inner as ts.CallExpression).arguments : []
  if (isInline(source, callback) && !ts.isBlock(callback.body)) return mayBeNothing(source, callback.body)
  const held = ts.isIdentifier(inner) ? constantOf(source, inner) : undefined
  if (held && (ts.isCallExpression(held) || ts.isAwaitExpression(held))) return mayBeNothing(source, held)
  // The type of what is looked up may not say that it may be missing.
  return ts.isElementAccessExpression(inner) || isNothing(source, checker.getTypeAtLocation(inner))
}

const OF_MSW = /^(?:(?:Http)?Response\.\w+|passthrough|fetch)$/

function isNothing(source: Source, type: ts.Type): boolean {
  const { ts, checker } = source
  if (type.isUnion()) return type.types.some((one) => isNothing(source, one))
  const [fulfilled] = type.symbol?.name === 'Promise' ? checker.getTypeArguments(type as ts.TypeReference) : []
  if (fulfilled) return isNothing(source, fulfilled)
  const { Undefined, Void, Null, Any, Unknown } = ts.TypeFlags
  return (type.flags & (Undefined | Void | Null | Any | Unknown)) !== 0
}

/** Whether an expression returns nothing: `console.log(url)`, whose types a project may lack. */
function isVoid({ ts, checker }: Source, value: ts.Expression): boolean {
  return (
    calleeOf({ ts }, value).startsWith('console.') || (checker.getTypeAtLocation(value).flags & ts.TypeFlags.Void) !== 0
  )
}
