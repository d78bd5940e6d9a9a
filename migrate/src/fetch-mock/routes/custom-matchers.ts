import type ts from 'typescript'
import { leaveByHand } from '../../layout/by-hand.ts'
import { statementOfCall } from '../../read/assertions.ts'
import { constantText } from '../../read/constants.ts'
import { nodesIn, propertyOf, usesIn } from '../../read/nodes.ts'
import type { Source } from '../../read/source.ts'
import { runsTests } from '../../read/tests.ts'
import { type Inline, isInline, returnsOf } from '../../request/resolver.ts'
import { calledWithRequest } from './read-response.ts'

export const DEFINE = /^(?:define|add)Matcher$/
const BY_HAND = 'write this matcher as match: (request) => … where it is used'

/** A method that is compared with anything but a text of the file, whose letters are known. */
const OTHER_METHOD = /\bmethod\b(?!\s*[!=]==?\s*['"])/

/** `defineMatcher({ name: 'isOf', matcher: ({ isOf }) => ({ url }) => … })`. */
interface Definition {
  readonly call: ts.CallExpression
  readonly factory: ts.Expression | undefined
}

/** The matchers that the file defines, by their names, which are options of a route. */
export function matchersOf(source: Source): Map<string, Definition> {
  const { ts, file } = source
  const found = new Map<string, Definition>()
  if (!/\.(?:define|add)Matcher\(/.test(file.text)) return found
  for (const call of nodesIn(ts, file, ts.isCallExpression)) {
    const isDefining = ts.isPropertyAccessExpression(call.expression) && DEFINE.test(call.expression.name.text)
    const [argument] = isDefining ? call.arguments : []
    const object = argument && ts.isObjectLiteralExpression(argument) ? argument : undefined
    const named = object && propertyOf(source, object, 'name')
    const name = named && constantText(source, named)
    if (object && name !== undefined) found.set(name, { call, factory: propertyOf(source, object, 'matcher') })
  }
  return found
}

/** A definition becomes the function itself, in a constant of its name. */
export function convertDefinition(source: Source, call: ts.Node): void {
  const [name, definition] = [...matchersOf(source)].find(([, one]) => one.call === call) ?? []
  const statement = statementOfCall(source, call)
  if (name === undefined || !definition || !statement) leaveByHand(BY_HAND)
  const uses = usesOfOption(source, name, definition)
  if (uses.length === 0 && runsTests(source.file.text)) {
    source.remove(statement)
    return
  }
  const isInScope = uses.every((use) => use.pos >= statement.end && use.end <= statement.parent.end)
  const { factory } = definition
  const isTaken = new RegExp(String.raw`\b(?:const|let|var|function|class|import)\s[^=;(]*\b${name}\b`).test(
    source.file.text,
  )
  if (uses.length === 0 || !isInScope || isTaken || !/^\w+$/.test(name) || !isInline(source, factory))
    leaveByHand(BY_HAND)
  const matcher = matcherIn(source, factory, name)
  source.replace(matcher, calledWithRequest(source, matcher))
  source.replace(statement, `const ${name} = ${source.code(factory)}${source.style.semicolon}`)
}

/** Prints the matcher that a route names among its options. */
export function customMatch(source: Source, options: ReadonlyMap<string, ts.Expression>): string | undefined {
  const [found, ...others] = [...matchersOf(source)].filter(([name]) => options.has(name))
  if (!found) return undefined
  const [name, { call }] = found
  const isLeft = source.left.some(({ node }) => node.getStart(source.file) === call.getStart(source.file))
  if (isLeft || others.length > 0) leaveByHand(BY_HAND)
  return `${name}({ ${name}: ${source.code(options.get(name) as ts.Expression)} })`
}

/** The properties of that name, outside of the definition. */
function usesOfOption({ ts, file }: Source, name: string, { call }: Definition): ts.Node[] {
  const isNamed = (node: ts.Node) => ts.isObjectLiteralElement(node) && node.name?.getText(file) === name
  return nodesIn(ts, file, isNamed, (node) => node === call)
}

/** The function of the request that a factory returns. The factory may read its own option alone. */
function matcherIn(source: Source, factory: Inline, name: string): Inline {
  const { ts } = source
  const { body } = factory
  const [returned, ...others] = ts.isBlock(body) ? returnsOf(source, body) : [body]
  const matcher = returned && ts.isParenthesizedExpression(returned) ? returned.expression : returned
  const [parameter, ...rest] = factory.parameters
  const readsOthers = parameter && !namesRead(source, factory, parameter.name).every((one) => one === name)
  if (!isInline(source, matcher) || others.length > 0 || rest.length > 0 || readsOthers) return leaveByHand(BY_HAND)
  // A promise matches there, whatever it resolves to.
  if (matcher.modifiers) leaveByHand(BY_HAND)
  if (OTHER_METHOD.test(matcher.body.getText(source.file)))
    leaveByHand('request.method is in capitals here: compare it with a text in capitals')
  return matcher
}

/** What a function reads of its parameter. */
function namesRead(source: Source, { body }: Inline, name: ts.BindingName): (string | undefined)[] {
  const { ts, file } = source
  if (!ts.isIdentifier(name))
    return name.elements.map((one) =>
      ts.isBindingElement(one) ? (one.propertyName ?? one.name).getText(file) : undefined,
    )
  return usesIn(source, body, name).map(({ parent }) =>
    ts.isPropertyAccessExpression(parent) ? parent.name.text : undefined,
  )
}
