import type ts from 'typescript'
import { constantText } from '../read/constants.ts'
import { replaces } from '../read/declared.ts'
import { expressionOf } from '../read/fields.ts'
import { functionAround, nodesIn, propertyOf } from '../read/nodes.ts'
import type { Source, TypeScript } from '../read/source.ts'
import { nameOf, type Placed } from './placements.ts'

/** Whether two calls of a helper hand it other texts for a condition of its stub. */
export function haveOtherConditions(source: Source, first: Placed, second: Placed): boolean {
  if (functionAround(source, first.declared.chain) !== functionAround(source, second.declared.chain)) return false
  const [one, other] = [first, second].map((placed) => argumentsOf(source, placed))
  const names = namesInCode(source.ts, first.interceptor.stub.match)
  return [...(one ?? [])].some(([name, node]) => {
    const given = names.has(name) ? other?.get(name) : undefined
    const [text, text2] = [node, given].map((value) => value && constantText(source, value))
    return text !== undefined && text2 !== undefined && text !== text2
  })
}

/** Whether each round of a loop declares another answer for one route. */
export function isReversedByLoop(source: Source, placed: Placed): boolean {
  const { declared, interceptor, placement } = placed
  if (placement.loops.length === 0 || declared.isExpected || replaces(interceptor, interceptor)) return false
  const inLoops = placement.loops.flatMap((loop) => namesSetIn(source.ts, loop))
  const handedOver = [...argumentsOf(source, placed)].flatMap(([name, node]) =>
    inLoops.some((one) => namesIn(source.ts, node).has(one)) ? [name] : [],
  )
  const names = new Set([...inLoops, ...handedOver])
  const { response, settings } = interceptor.stub
  const codes = [response.code, response.status, ...settings.map(([, code]) => code)]
  const ofAnswer = codes.flatMap((code) => [...namesInCode(source.ts, code)])
  const uses = (code: Iterable<string>) => [...code].some((name) => names.has(name))
  return !uses(namesOfRoute(source.ts, placed)) && uses(ofAnswer)
}

/** What the call of the function around a stub hands to its parameters. */
export function argumentsOf(source: Source, { declared, placement: { trail } }: Placed): Map<string, ts.Expression> {
  const { ts } = source
  let helper = ts.findAncestor(declared.chain.parent, ts.isFunctionLike)
  while (helper && !nameOf(ts, helper)) helper = ts.findAncestor(helper.parent, ts.isFunctionLike)
  const call = trail.at(-2)
  const handed = call && (ts.isCallExpression(call) || ts.isNewExpression(call)) ? (call.arguments ?? []) : []
  return new Map(
    (helper?.parameters ?? []).flatMap(({ name }, index) => {
      const given = handed[index]
      if (!given || ts.isArrayBindingPattern(name)) return []
      if (ts.isIdentifier(name)) return [[name.text, given] as const]
      return name.elements.flatMap((part) => {
        const field = (part.propertyName ?? part.name).getText()
        const value = ts.isObjectLiteralExpression(given) ? propertyOf(source, given, field) : given
        return value ? [[part.name.getText(), value] as const] : []
      })
    }),
  )
}

function namesOfRoute(ts: TypeScript, { interceptor: { stub } }: Placed): Set<string> {
  return new Set([stub.at, stub.path, stub.match].flatMap((code) => [...namesInCode(ts, code)]))
}

function namesInCode(ts: TypeScript, code: string | undefined): Set<string> {
  const node = code === undefined ? undefined : expressionOf(ts, code)
  return node ? namesIn(ts, node) : new Set()
}

/** The variables that an expression reads. */
function namesIn(ts: TypeScript, node: ts.Node): Set<string> {
  const isRead = (one: ts.Node): one is ts.Identifier => {
    const { parent } = one
    const isField =
      parent &&
      ((ts.isPropertyAccessExpression(parent) && parent.name === one) ||
        (ts.isPropertyAssignment(parent) && parent.name === one))
    return ts.isIdentifier(one) && !isField
  }
  return new Set(nodesIn(ts, node, isRead).map(({ text }) => text))
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
