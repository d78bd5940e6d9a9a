import type ts from 'typescript'
import { PASSTHROUGH } from '../../declare/allowed-hosts.ts'
import { leaveByHand } from '../../layout/by-hand.ts'
import { propertyOf, propertyValue, subjectCode } from '../../read/nodes.ts'
import { passedTo } from '../../read/passed.ts'
import { kindOf } from '../../read/payload.ts'
import type { Source } from '../../read/source.ts'
import type { Conditions } from '../../request/conditions.ts'
import { headerCondition } from '../../request/header-condition.ts'
import { isInline } from '../../request/resolver.ts'

/** Reads the options of a scope. Returns whether what is not mocked passes. */
export function readOptions(source: Source, conditions: Conditions, options: ts.Expression): boolean {
  const { ts } = source
  if (!ts.isObjectLiteralExpression(options)) return readHandedOn(source, conditions, options)
  let isOpen = false
  for (const property of options.properties) {
    const name = property.name?.getText(source.file) ?? '...'
    const value = propertyValue(ts, property)
    if (!value) leaveByHand(`write the option ${name} as match: (request) => …`)
    else if (name === 'reqheaders') readHeaders(source, conditions, value)
    else if (name === 'badheaders') readBadHeaders(source, conditions, value)
    else if (name === 'allowUnmocked') isOpen = readOpen(source, value)
    else if (name === 'conditionally') conditions.tests.push({ code: called(source, value), field: undefined })
    // One is a condition on the origin, the other about escapes in `query()` alone, which are decoded here.
    else if (!/^(?:filteringScope|encodedQueryParams)$/.test(name))
      leaveByHand(`the option ${name} has no counterpart: remove it, or write match: (request) => …`)
  }
  return isOpen
}

const OTHERS = /\b(?:badheaders|allowUnmocked|conditionally|filteringScope|encodedQueryParams)\b/

/** Options that are made elsewhere: they ask for headers alone if no file of the project names another option. */
function readHandedOn(source: Source, conditions: Conditions, options: ts.Expression): boolean {
  const code = subjectCode(source, options)
  if (isInProject(source, OTHERS) || !source.ts.isIdentifier(options))
    leaveByHand(`write the options as match: { headers: ${code}.reqheaders }`)
  const isSure = kindOf(source, options) === 'json' || passedTo(source, options)?.every(Boolean)
  conditions.headers.push(['...', `${code}${isSure ? '' : '?'}.reqheaders`])
  return false
}

function isInProject(source: Source, name: RegExp): boolean {
  return [source.file, ...source.rulings.files()].some(({ text }) => name.test(text))
}

/** Whether the options of an interceptor let what is not mocked pass. nock reads no other option of them. */
export function isOpenHere(source: Source, options: ts.Expression): boolean {
  const { ts } = source
  if (!ts.isObjectLiteralExpression(options) || options.properties.some((one) => ts.isSpreadAssignment(one)))
    return isInProject(source, /\ballowUnmocked\b/)
  const value = propertyOf(source, options, 'allowUnmocked')
  return value !== undefined && readOpen(source, value)
}

export function readHeaders(source: Source, conditions: Conditions, value: ts.Node): void {
  const { ts } = source
  if (!ts.isObjectLiteralExpression(value)) {
    conditions.headers.push(['...', source.code(value)])
    return
  }
  for (const header of value.properties) {
    const one = propertyValue(source.ts, header)
    if (!one || !header.name) leaveByHand('write reqheaders as match: { headers }')
    else headerCondition(source, conditions, header.name.getText(source.file), one)
  }
}

export function readBadHeaders(source: Source, conditions: Conditions, value: ts.Node): void {
  const absent = `${source.name('not')}(${source.name('exists')}())`
  if (source.ts.isArrayLiteralExpression(value))
    for (const one of value.elements) conditions.headers.push([source.code(one), absent])
  else leaveByHand(`write badheaders as match: { headers: { name: ${absent} } }`)
}

function readOpen({ ts }: Source, { kind }: ts.Node): boolean {
  if (kind === ts.SyntaxKind.FalseKeyword) return false
  return kind === ts.SyntaxKind.TrueKeyword || leaveByHand(PASSTHROUGH)
}

/** `() => isOn` is the condition `isOn`. */
function called(source: Source, value: ts.Node): string {
  const { ts } = source
  const isPlain = ts.isExpression(value) && isInline(source, value) && !ts.isBlock(value.body)
  if (isPlain) return source.code(value.body)
  return ts.isIdentifier(value) ? `${source.code(value)}()` : `(${source.code(value)})()`
}
