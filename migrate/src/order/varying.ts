import type ts from 'typescript'
import { expressionOf } from '../layout/model.ts'
import { replaces } from '../read/declared.ts'
import { namesIn, nodesIn } from '../read/nodes.ts'
import { nameOfFunction } from '../read/passed.ts'
import type { Source, TypeScript } from '../read/source.ts'
import type { Placed } from './placements.ts'
import { mayBeOneUrl, type Route } from './urls.ts'
import { type Given, literalOf, namesGiven, type Piece, piecesOf, textOf } from './values.ts'

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
  const handedOver = [...argumentsOf(source, placed)]
  return placement.loops.some((loop) => {
    const inLoop = namesSetIn(ts, loop)
    const isVarying = (node: ts.Node) => namesIn(ts, node).some((name) => inLoop.includes(name))
    const names = [...inLoop, ...handedOver.flatMap(([name, node]) => (isVarying(node) ? [name] : []))]
    if (!ofAnswer.some((name) => names.includes(name))) return false
    const rounds = routesInLoop(source, route, loop)
    return rounds.some((one, index) =>
      rounds
        .slice(index + 1)
        .some((other) => mayBeOneUrl(source, one, other) && !haveOtherConditions(source, one, other)),
    )
  })
}

/** A stub in the rounds of a loop. */
function routesInLoop(source: Source, route: Route, loop: ts.Node): Route[] {
  return roundsOf(source, loop, route.given).map((round) => {
    const given = [...route.given].map(([name, value]) => [name, textOfGiven(source, value, round) ?? value] as const)
    return { ...route, given: new Map([...round, ...given]) }
  })
}

/** What the names of a loop stand for in its rounds: in all of a list that is written out, else in two of them. */
export function roundsOf(source: Source, loop: ts.Node, given: Given): Given[] {
  const { ts } = source
  const { item, list, index } = headOf(source, loop)
  const written = list && literalOf(source, given, list)
  if (item && written && ts.isArrayLiteralExpression(written) && !written.elements.some(ts.isSpreadElement))
    return written.elements.map(
      (one, at) =>
        new Map<string, ts.Expression | Piece>([
          ...namesGiven(source, item, one),
          ...(index ? [[index, String(at)] as const] : []),
        ]),
    )
  const counted = new Set([...countersOf(ts, loop), ...keysOf(source, item, list), index])
  return [0, 1].map(
    (round) =>
      new Map(
        namesSetIn(ts, loop).map((name) => [name, counted.has(name) ? `${round}` : { code: `${name}#${round}` }]),
      ),
  )
}

/** The item of a loop over a list, the list, and the name of the index. */
function headOf(
  { ts }: Source,
  loop: ts.Node,
): { item?: ts.BindingName | undefined; list?: ts.Expression | undefined; index?: string | undefined } {
  if (ts.isForOfStatement(loop) || ts.isForInStatement(loop)) {
    const { initializer, expression } = loop
    const name = ts.isVariableDeclarationList(initializer) ? initializer.declarations[0]?.name : undefined
    return ts.isForInStatement(loop) ? { index: name?.getText() } : { item: name, list: expression }
  }
  if (!ts.isFunctionLike(loop) || !ts.isCallExpression(loop.parent)) return {}
  const { expression } = loop.parent
  const [item, index] = loop.parameters
  return {
    item: item?.name,
    list: ts.isPropertyAccessExpression(expression) ? expression.expression : undefined,
    index: index?.name.getText(),
  }
}

/** The variables that a loop counts. */
function countersOf(ts: TypeScript, loop: ts.Node): string[] {
  return nodesIn(ts, loop, () => true).flatMap((node) => {
    const isCount = ts.isPostfixUnaryExpression(node) || ts.isPrefixUnaryExpression(node)
    const set = isCount || /^[+-]=$/.test((node as ts.BinaryExpression).operatorToken?.getText() ?? '')
    return set ? [setBy(ts, node)?.getText() ?? ''] : []
  })
}

/** The names of a loop's item that no two rounds have the same of: `Object.keys(routes)`, `Object.entries(routes)`. */
function keysOf({ ts }: Source, item: ts.BindingName | undefined, list: ts.Expression | undefined): string[] {
  const [, kind] = /(?:^Object)?\.(keys|entries)\(/.exec(list?.getText() ?? '') ?? []
  if (!item || kind === undefined) return []
  if (kind === 'keys') return [item.getText()]
  const first = ts.isArrayBindingPattern(item) ? item.elements[0] : undefined
  return first ? [first.getText()] : []
}

/** Whether one request may be for two stubs, each in one round of the loops around it. */
export function mayBeOneRoute(source: Source, one: Placed, other: Placed): boolean {
  const [routes, others] = [one, other].map((placed) =>
    placed.placement.loops.reduce(
      (found, loop) => found.flatMap((route) => routesInLoop(source, route, loop)),
      [routeOf(source, placed)],
    ),
  ) as [Route[], Route[]]
  return routes.some((first) =>
    others.some((second) => mayBeOneUrl(source, first, second) && !haveOtherConditions(source, first, second)),
  )
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
