import type ts from 'typescript'
import { expressionOf } from '../layout/model.ts'
import { replaces } from '../read/declared.ts'
import { namesIn, nodesIn } from '../read/nodes.ts'
import { nameOfFunction } from '../read/passed.ts'
import type { Source, TypeScript } from '../read/source.ts'
import type { Placed } from './placements.ts'
import { mayBeOneUrl, type Route } from './urls.ts'
import { type Given, namesGiven, type Piece, piecesOf, textOf } from './values.ts'

/** Whether two calls of a helper, or two rounds of a loop, have other texts for a condition of a stub. */
function haveOtherConditions(source: Source, one: Route, other: Route): boolean {
  if (one.stub.match !== other.stub.match) return false
  const names = namesInCode(source.ts, one.stub.match)
  return [...one.given].some(([name, value]) => {
    const second = names.includes(name) ? other.given.get(name) : undefined
    const [text, text2] = [value, second].map((given) => given && textOfGiven(source, given))
    return text !== undefined && text2 !== undefined && text !== text2
  })
}

function textOfGiven(source: Source, value: ts.Expression | Piece, given: Given = new Map()): string | undefined {
  if (typeof value === 'string') return value
  return 'code' in value ? undefined : textOf(piecesOf(source, given, value))
}

/** Whether the rounds of a loop may declare several answers for one route. */
export function isReversedByLoop(source: Source, placed: Placed): boolean {
  const { ts } = source
  const { declared, interceptor, placement } = placed
  if (placement.loops.length === 0 || declared.isExpected || replaces(interceptor, interceptor)) return false
  const { response, settings } = interceptor.stub
  const codes = [response.code, response.status, ...settings.map(([, code]) => code)]
  const ofAnswer = codes.flatMap((code) => namesInCode(ts, code))
  const route = routeOf(source, placed)
  const handedOver = argumentsOf(source, placed)
  const ofRoute = [route.stub.path, route.stub.match].flatMap((code) => namesInCode(ts, code))
  return placement.loops.some((loop) => {
    const inLoop = namesSetIn(ts, loop)
    const isVarying = (node: ts.Node) => namesIn(ts, node).some((name) => inLoop.includes(name))
    const names = [...inLoop, ...handedOver.flatMap(([name, node]) => (isVarying(node) ? [name] : []))]
    // Each round has a route of its own, if a name of the loop is in it.
    return ofAnswer.some((name) => names.includes(name)) && !ofRoute.some((name) => names.includes(name))
  })
}

/** Whether one request may be for two stubs. */
export function mayBeOneRoute(source: Source, one: Placed, other: Placed): boolean {
  const [first, second] = [routeOf(source, one), routeOf(source, other)]
  return mayBeOneUrl(source, first, second) && !haveOtherConditions(source, first, second)
}

/** A stub with what the call of the function around it hands to the parameters. */
function routeOf(source: Source, placed: Placed): Route {
  const { declared, interceptor } = placed
  return { stub: interceptor.stub, chain: declared.chain, given: new Map(argumentsOf(source, placed)) }
}

function argumentsOf(source: Source, { declared, placement: { trail } }: Placed): (readonly [string, ts.Expression])[] {
  const { ts } = source
  let helper = ts.findAncestor(declared.chain.parent, ts.isFunctionLike)
  while (helper && !nameOfFunction(ts, helper)) helper = ts.findAncestor(helper.parent, ts.isFunctionLike)
  const call = trail.at(-2)
  const handed = call && (ts.isCallExpression(call) || ts.isNewExpression(call)) ? (call.arguments ?? []) : []
  return (helper?.parameters ?? []).flatMap(({ name, initializer }, index) => {
    const given = handed[index] ?? (call && initializer)
    return given ? namesGiven(source, name, given) : []
  })
}

function namesInCode(ts: TypeScript, code: string | undefined): string[] {
  const node = code === undefined ? undefined : expressionOf(ts, code)
  return node ? namesIn(ts, node) : []
}

/** The variables that a loop declares, counts, or takes items from. */
function namesSetIn(ts: TypeScript, loop: ts.Node): string[] {
  return nodesIn(ts, loop, () => true).flatMap((node) => {
    const set = setBy(ts, node)
    return set && ts.isIdentifier(set) ? [set.text] : []
  })
}

function setBy(ts: TypeScript, node: ts.Node): ts.Node | undefined {
  if (ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node)) return node.name
  if (ts.isPostfixUnaryExpression(node) || ts.isPrefixUnaryExpression(node)) return node.operand
  if (ts.isBinaryExpression(node)) return /^[^=!<>]*=$/.test(node.operatorToken.getText()) ? node.left : undefined
  const isTaken = ts.isPropertyAccessExpression(node) && /^(?:shift|pop|next)$/.test(node.name.text)
  return isTaken ? node.expression : undefined
}
