import type ts from 'typescript'
import { expectationOn } from '../read/assertions.ts'
import { constantText } from '../read/constants.ts'
import { calleeOf, outerOf } from '../read/nodes.ts'
import { leaveByHand, type Source } from '../read/source.ts'

export const METHOD = /^(?:get|head|post|put|patch|delete|options)$/

/** Writes the text that a method is compared with in capitals, and returns it. */
export function compareInCapitals(source: Source, method: ts.Node): ts.Node[] {
  const { ts } = source
  const { parent } = outerOf(source, method)
  const call = expectationOn(source, method)?.call ?? parent
  const isEqual = call !== parent || /(?:[eE]qual|\bis|\bsame)$/.test(calleeOf(source, call))
  const isOperator = ts.isBinaryExpression(parent) && /^[!=]==?$/.test(parent.operatorToken.getText())
  const others = isOperator ? [parent.left, parent.right] : isEqual ? [...(call as ts.CallExpression).arguments] : []
  return others.filter((one) => {
    if (!ts.isStringLiteralLike(one) || !METHOD.test(one.text)) return false
    source.replace(one, source.quote(one.text.toUpperCase()))
    return true
  })
}

const BY_HAND = 'ask for each header by its name in lower case: call.request.headers has no other names'

/** mynah's headers are an object, whose names are in lower case: one that is read, or several that an assertion names. */
export function lowerCaseNames(source: Source, headers: ts.Node): void {
  const { ts } = source
  const { parent } = outerOf(source, headers)
  if (ts.isElementAccessExpression(parent)) {
    const { argumentExpression: name } = parent
    const text = constantText(source, name)
    if (ts.isStringLiteral(name)) lowerCase(source, name)
    else if (text === undefined || text !== text.toLowerCase()) leaveByHand(BY_HAND)
  } else if (ts.isPropertyAccessExpression(parent)) {
    if (ts.isCallExpression(parent.parent) && parent.parent.expression === parent) leaveByHand(BY_HAND)
    lowerCase(source, parent.name)
  } else lowerCaseExpected(source, headers)
}

/** `expect(headers).toEqual({ 'X-Id': '1' })`, also by `expect.objectContaining`. An object from elsewhere may have capitals. */
function lowerCaseExpected(source: Source, headers: ts.Node): void {
  const { path = '', call } = expectationOn(source, headers) ?? {}
  if (!/^to(?:MatchObject|(?:Strict)?Equal)$/.test(path)) leaveByHand(BY_HAND)
  const expected = call?.arguments[0]
  const isContaining = expected && calleeOf(source, expected) === 'expect.objectContaining'
  lowerCaseKeys(source, isContaining ? (expected as ts.CallExpression).arguments[0] : expected)
}

export function lowerCaseKeys(source: Source, object: ts.Node | undefined): void {
  const { ts } = source
  for (const { name } of object && ts.isObjectLiteralExpression(object) ? object.properties : [{ name: undefined }]) {
    if (name && (ts.isStringLiteral(name) || ts.isIdentifier(name))) lowerCase(source, name)
    else leaveByHand(BY_HAND)
  }
}

function lowerCase(source: Source, name: ts.StringLiteralLike | ts.MemberName): void {
  const lower = name.text.toLowerCase()
  if (lower === name.text) return
  if (source.ts.isShorthandPropertyAssignment(name.parent)) leaveByHand(BY_HAND)
  source.replace(name, source.ts.isStringLiteralLike(name) ? source.quote(lower) : lower)
}
