import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { expectationOn } from '../read/assertions.ts'
import { constantText } from '../read/constants.ts'
import { calleeOf, isAssignment, isDeclarationName, otherUses, outerOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { dropType } from './call-lists.ts'
import { followReturn } from './followed.ts'

const BY_HAND = 'ask for each header by its name in lower case: call.request.headers has no other names'

const ALWAYS = 'a request always has headers: compare the one that the test is about'

/** Headers that are read: one of them, or all in an assertion, which writes their names as the old library had them. */
export function lowerCaseNames(source: Source, headers: ts.Node): void {
  const { ts } = source
  const { parent } = outerOf(source, headers)
  dropType(source, headers)
  if (followReturn(source, headers, 'headers', lowerCaseNames)) return
  if (ts.isReturnStatement(parent) || ts.isArrowFunction(parent)) leaveByHand(BY_HAND)
  if (ts.isVariableDeclaration(parent)) lowerCaseVariable(source, parent.name)
  const found = expectationOn(source, headers)
  if (!found) {
    lowerCaseName(source, headers)
    return
  }
  const { isNot, call } = found
  const matcher = found.name.text
  const [expected] = call.arguments
  if (matcher === 'toHaveProperty' && expected && ts.isStringLiteralLike(expected)) lowerCase(source, expected)
  else if (/^to(?:MatchObject|Equal|StrictEqual)$/.test(matcher) && expected) lowerCaseKeys(source, expected, isNot)
  else if (isNot ? /^toBe(?:Undefined|Null|Falsy)$/.test(matcher) : /^toBe(?:Defined|Truthy)$/.test(matcher))
    source.note(headers, ALWAYS)
  else if (isNot && !/^toBe(?:Undefined|Null|Defined)$/.test(matcher)) leaveByHand(BY_HAND)
}

/** A variable that holds the headers, or takes them apart. */
function lowerCaseVariable(source: Source, name: ts.BindingName): void {
  const { ts } = source
  for (const use of otherUses(source, name)) lowerCaseNames(source, use)
  if (!ts.isObjectBindingPattern(name)) return
  for (const { propertyName, name: local } of name.elements) {
    const key = propertyName ?? local
    if (ts.isIdentifier(key) || ts.isStringLiteral(key)) lowerCase(source, key)
  }
}

/** The keys of `{ 'X-Id': '1' }`, also in `expect.objectContaining`. One that is not written inline may have capitals. */
function lowerCaseKeys(source: Source, expected: ts.Expression, isNot: boolean): void {
  const { ts } = source
  const isPart = ts.isCallExpression(expected) && /\.objectContaining$/.test(calleeOf(source, expected))
  const object = isPart ? expected.arguments[0] : expected
  const properties = object && ts.isObjectLiteralExpression(object) ? object.properties : undefined
  const names = properties?.map(({ name }) => name) ?? [undefined]
  if (isNot && names.some((name) => !name || ts.isComputedPropertyName(name))) leaveByHand(BY_HAND)
  for (const name of names) if (name && (ts.isStringLiteral(name) || ts.isIdentifier(name))) lowerCase(source, name)
}

function lowerCase(source: Source, name: ts.StringLiteralLike | ts.Identifier): void {
  const lower = name.text.toLowerCase()
  const { parent } = name
  const isShorthand =
    source.ts.isShorthandPropertyAssignment(parent) || (source.ts.isBindingElement(parent) && !parent.propertyName)
  if (lower === name.text) return
  if (isShorthand) source.replace(name, `${lower}: ${name.text}`)
  else source.replace(name, source.ts.isIdentifier(name) ? lower : source.quote(lower))
}

/** mynah's names of headers are in lower case. */
export function lowerCaseName(source: Source, headers: ts.Node): void {
  const { ts } = source
  const whole = outerOf(source, headers)
  const { parent: outer } = whole
  if (ts.isCallExpression(outer)) lowerCaseArgument(source, outer, whole)
  else if (ts.isBinaryExpression(outer)) lowerCaseOperand(source, outer, whole)
  else if (ts.isConditionalExpression(outer) && outer.condition !== whole) lowerCaseNames(source, outer)
  else if (
    ts.isShorthandPropertyAssignment(outer) ||
    ts.isPropertyAssignment(outer) ||
    ts.isSpreadAssignment(outer) ||
    ts.isArrayLiteralExpression(outer)
  )
    leaveByHand(BY_HAND)
  else if (ts.isElementAccessExpression(outer)) {
    const { argumentExpression: name } = outer
    const text = constantText(source, name)
    if (ts.isStringLiteral(name)) lowerCase(source, name)
    else if (text === undefined || text !== text.toLowerCase()) leaveByHand(BY_HAND)
  } else if (ts.isPropertyAccessExpression(outer)) {
    const { text } = outer.name
    if (ts.isCallExpression(outer.parent) && outer.parent.expression === outer)
      replaceMethod(source, outer, outer.parent)
    else if (text !== text.toLowerCase()) source.replace(outer.name, text.toLowerCase())
  }
}

/** `'X-Id' in headers`, `headers ?? {}`, and `seen = headers`, whose variable is read elsewhere. */
function lowerCaseOperand(source: Source, outer: ts.BinaryExpression, headers: ts.Node): void {
  const { ts } = source
  const { left, right } = outer
  const operator = outer.operatorToken.getText(source.file)
  const isSet = (use: ts.Node) => isAssignment(source, use.parent) && use.parent.left === use
  if (right !== headers) {
    if (/^(?:\?\?|\|\|)$/.test(operator)) lowerCaseNames(source, outer)
  } else if (operator === 'in' && ts.isStringLiteralLike(left)) lowerCase(source, left)
  else if (operator === '=' && ts.isIdentifier(left)) {
    for (const use of otherUses(source, left)) if (!isDeclarationName(use) && !isSet(use)) lowerCaseNames(source, use)
  } else if (/^(?:in|=)$/.test(operator)) leaveByHand(BY_HAND)
}

/** `Object.keys(headers)`, `assert.deepEqual(headers, { 'X-Id': '1' })` */
function lowerCaseArgument(source: Source, call: ts.CallExpression, headers: ts.Node): void {
  const [first, second, ...others] = call.arguments
  const expected = first === headers ? second : first
  const callee = calleeOf(source, call)
  if (
    /(?:^|\.)(?:deepEqual|deepStrictEqual|partialDeepStrictEqual|same)$/.test(callee) &&
    expected &&
    others.length < 2
  )
    lowerCaseKeys(source, expected, false)
  else if (!/^(?:console\.\w+|(?:assert|t)(?:\.(?:ok|truthy|exists|isOk|isDefined))?)$/.test(callee))
    leaveByHand(BY_HAND)
}

/** `headers.get('X-Id')` and `headers.has('X-Id')`: headers are an object here, which has no `null`. */
function replaceMethod(source: Source, access: ts.PropertyAccessExpression, call: ts.CallExpression): void {
  const { text } = access.name
  const name = call.arguments[0] && constantText(source, call.arguments[0])
  const { parent } = outerOf(source, call)
  const isWhole = source.ts.isCallExpression(parent) || source.ts.isVariableDeclaration(parent)
  if (name === undefined || !isWhole || !/^(?:get|has)$/.test(text))
    leaveByHand(`write headers.${text}() by hand: headers are an object, with names in lower case`)
  const [key, headers] = [source.quote((name ?? '').toLowerCase()), source.code(access.expression)]
  source.replace(call, text === 'has' ? `${key} in ${headers}` : `${headers}[${key}] ?? null`)
}
