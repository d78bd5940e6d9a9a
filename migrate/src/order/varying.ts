import type ts from 'typescript'
import { expressionOf } from '../layout/model.ts'
import { constantOf } from '../read/constants.ts'
import { replaces } from '../read/declared.ts'
import { innerOf, namesIn, nodesIn } from '../read/nodes.ts'
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

/** Whether the rounds of a loop declare several answers for one route, or may, as far as is known. */
export function reversedByLoop(source: Source, placed: Placed): 'yes' | 'maybe' | 'no' {
  const { ts } = source
  const { declared, interceptor, placement } = placed
  if (placement.loops.length === 0 || declared.isExpected || replaces(interceptor, interceptor)) return 'no'
  const { response, settings } = interceptor.stub
  const codes = [response.code, response.status, ...settings.map(([, code]) => code)]
  const ofAnswer = codes.flatMap((code) => namesInCode(ts, code))
  const route = routeOf(source, placed)
  const handedOver = argumentsOf(source, placed)
  const ofRoute = [route.stub.path, route.stub.match].flatMap((code) => namesInCode(ts, code))
  const found = placement.loops.map((loop) => {
    const inLoop = namesSetIn(ts, loop)
    const isVarying = (node: ts.Node) => namesIn(ts, node).some((name) => inLoop.includes(name))
    const names = [...inLoop, ...handedOver.flatMap(([name, node]) => (isVarying(node) ? [name] : []))]
    if (!ofAnswer.some((name) => names.includes(name))) return 'no'
    const varying = ofRoute.filter((name) => names.includes(name))
    return varying.length === 0 ? 'yes' : repeats(source, loop, varying, route.given)
  })
  return found.includes('yes') ? 'yes' : found.includes('maybe') ? 'maybe' : 'no'
}

/** Whether two rounds of a loop give the same texts to the names of a route. */
function repeats(source: Source, loop: ts.Node, names: readonly string[], given: Given): 'yes' | 'maybe' | 'no' {
  const { ts } = source
  const head = headOf(source, loop)
  const isCounted = (name: string): boolean => {
    const value = given.get(name)
    const handed = value && typeof value !== 'string' && !('code' in value) ? namesIn(ts, value) : [name]
    return handed.some((one) => head.counters.includes(one))
  }
  if (names.some(isCounted)) return 'no'
  const list = head.list && (ts.isIdentifier(head.list) ? constantOf(source, head.list) : head.list)
  const written = list && innerOf(source, list)
  if (!head.item || !written || !ts.isArrayLiteralExpression(written)) return 'maybe'
  const { item } = head
  const rounds = written.elements.map((one) => {
    const round = new Map<string, ts.Expression | Piece>(namesGiven(source, item, one))
    const texts = names.map((name) => {
      const value = given.get(name) ?? round.get(name)
      return value && textOfGiven(source, value, round)
    })
    return texts.includes(undefined) ? undefined : texts.join('\n')
  })
  if (rounds.includes(undefined)) return 'maybe'
  return new Set(rounds).size < rounds.length ? 'yes' : 'no'
}

/** What a loop takes its items from, and the names that each round has another value for. */
interface Head {
  readonly item?: ts.BindingName | undefined
  readonly list?: ts.Expression | undefined
  readonly counters: readonly string[]
}

function headOf({ ts }: Source, loop: ts.Node): Head {
  if (ts.isForStatement(loop) && loop.initializer) return { counters: namesSetIn(ts, loop.initializer) }
  if (ts.isForInStatement(loop)) return { counters: namesSetIn(ts, loop.initializer) }
  if (ts.isForOfStatement(loop)) {
    const { initializer, expression } = loop
    const item = ts.isVariableDeclarationList(initializer) ? initializer.declarations[0]?.name : undefined
    return { item, list: expression, counters: keysIn(ts, item, expression) }
  }
  if (!ts.isFunctionLike(loop) || !ts.isCallExpression(loop.parent)) return { counters: [] }
  const { expression } = loop.parent
  const list = ts.isPropertyAccessExpression(expression) ? expression.expression : undefined
  const [item, index] = loop.parameters
  return {
    item: item?.name,
    list,
    counters: [...(index ? [index.name.getText()] : []), ...keysIn(ts, item?.name, list)],
  }
}

/** The name of the keys of an object: each comes once. */
function keysIn(ts: TypeScript, item: ts.BindingName | undefined, list: ts.Expression | undefined): string[] {
  const [, taken] = /^Object\.(entries|keys)\(/.exec(list?.getText() ?? '') ?? []
  if (taken === 'keys') return item ? [item.getText()] : []
  const [first] = taken && item && ts.isArrayBindingPattern(item) ? item.elements : []
  return first && ts.isBindingElement(first) ? [first.name.getText()] : []
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
