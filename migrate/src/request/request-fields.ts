import type ts from 'typescript'
import { isSetBy } from '../read/constants.ts'
import { isTypeScript, namesIn, nodesIn, usesIn } from '../read/nodes.ts'
import { leaveByHand, type Source } from '../read/source.ts'
import { compareInCapitals, lowerCaseNames, METHOD } from './letter-case.ts'
import { bodyOf, type Inline, parametersOf, replaceUse, returnedValues, thisIn, wholePath } from './resolver.ts'

/** Prints what stands for a use of an argument; `field` adds a field of the request, and returns its name there. */
type UseCode = (use: ts.Expression, field: (name: string) => string, source: Source) => string

/** What an argument of an old library's function stands for: a field of mynah's request, an object whose members do, or code. */
export type Argument = string | UseCode | Members

export interface Members {
  readonly [member: string]: Argument
}

/** What the path of a request with its query is in mynah. */
export const PATH: UseCode = (_, field, source) => wholePath(source, field('url'))

/**
 * Rewrites the uses of a function's parameters, and of what its `this` has. Returns the fields of the request that it reads:
 * `url, text: body`.
 */
export function requestFields(source: Source, node: Inline, args: readonly Argument[], own: Members = {}): string[] {
  if (node.asteriskToken) leaveByHand('write a generator as sequence(first, second)')
  const isOfAll = node.parameters.some(({ dotDotDotToken }) => dotDotDotToken)
  if (isOfAll || namesIn(source.ts, node.body).includes('arguments'))
    leaveByHand('write the parameters of this function one by one, and then as ({ request }) => payload')
  const fields = new Map<string, string>()
  const reading = { source, node, fields }
  parametersOf(node).forEach((parameter, index) => {
    readName(reading, parameter.name, args[index])
  })
  for (const { parent } of thisIn(source, node)) {
    const member = source.ts.isPropertyAccessExpression(parent) ? own[parent.name.text] : undefined
    if (typeof member !== 'object') leaveByHand('a resolver has no this: write it as ({ request }) => payload')
    else replaceMember(reading, parent as ts.Expression, member)
  }
  return [...fields].map(([field, name]) => (field === name ? field : `${field}: ${name}`))
}

/** A function that is rewritten, and the fields of the request that it reads by now. */
interface Reading {
  readonly source: Source
  readonly node: Inline
  readonly fields: Map<string, string>
}

function readName(reading: Reading, name: ts.BindingName, argument: Argument | undefined): void {
  const { source, node } = reading
  const { ts } = source
  if (argument === undefined)
    leaveByHand(
      `a resolver is not handed ${name.getText(source.file)}: it gets ({ request, setHeader, setDelay, next, fetchReal })`,
    )
  if (!ts.isIdentifier(name) && !ts.isObjectBindingPattern(name)) leaveByHand('write the parameters as { request }')
  if (ts.isObjectBindingPattern(name)) {
    if (argument === 'raw') addField(reading, argument, source.code(name))
    else for (const element of name.elements) readElement(reading, element, argument)
    return
  }
  const uses = usesIn(source, node.body, name)
  if (uses.length === 0) return
  if (typeof argument === 'string') {
    addField(reading, argument, name.text)
    if (argument === 'headers') for (const use of uses) lowerCaseNames(source, use)
    if (argument === 'method') checkMethod(source, node, name)
  } else if (typeof argument === 'function') {
    if (uses.some((use) => isSetBy(source, use))) leaveByHand(`give what ${name.text} is set to another name`)
    // The name is of no more use, and free for the field.
    const fieldOf = (field: string) =>
      field === name.text ? addField(reading, field, field) : freeField(reading, field)
    for (const use of uses) replaceUse(source, use, argument(use, fieldOf, source))
  } else for (const use of uses) replaceMember(reading, use, argument)
}

function readElement(reading: Reading, element: ts.BindingElement, argument: Argument): void {
  const { source } = reading
  const property = (element.propertyName ?? element.name).getText(source.file)
  if (element.dotDotDotToken || typeof argument !== 'object')
    leaveByHand('write the parameters of this function as { request }')
  readName(reading, element.name, memberOf(argument, property))
}

function memberOf(argument: Members, name: string): Argument {
  const member = Object.hasOwn(argument, name) ? argument[name] : undefined
  return (
    member ??
    leaveByHand(`a request has no ${name}: it has method, url, params, queries, headers, cookies, text, body and raw`)
  )
}

/** `options.body` is the field itself. */
function replaceMember(reading: Reading, use: ts.Expression, argument: Members): void {
  const { source, node } = reading
  const { ts } = source
  const access = use.parent
  if (!ts.isPropertyAccessExpression(access) || access.expression !== use)
    leaveByHand(`take ${use.getText(source.file)} apart: mynah hands over the request`)
  const member = memberOf(argument, access.name.text)
  const fieldOf = (field: string) => freeField(reading, field)
  if (typeof member === 'object') replaceMember(reading, access, member)
  else if (typeof member === 'function') replaceUse(source, access, member(access, fieldOf, source))
  else {
    source.replace(access, freeField(reading, member, access.name.text))
    if (member === 'headers') lowerCaseNames(source, access)
    if (member === 'method') checkMethod(source, node, access)
  }
}

/** Reads a field under its name, or under another one if the function has that name itself, or the file imports it. */
function freeField(reading: Reading, field: string, name = field): string {
  const { source, node, fields } = reading
  const names = [name, `request${field[0]?.toUpperCase()}${field.slice(1)}`]
  const taken = namesIn(source.ts, node)
  const free = names.find((one) => !source.imports(one) && !taken.includes(one))
  if (free === undefined && !fields.has(field))
    leaveByHand(`the function has a ${name} of its own: take it from the request under another name`)
  return addField(reading, field, free ?? name)
}

function addField({ fields }: Reading, field: string, name: string): string {
  const known = fields.get(field) ?? name
  fields.set(field, known)
  return known
}

/** mynah's methods are in capitals, and each request has one. */
function checkMethod(source: Source, node: Inline, method: ts.Node): void {
  const { ts } = source
  const isSame = (one: ts.Node) => one.getText() === method.getText()
  const written = nodesIn(ts, node.body, isSame).flatMap((one) => compareInCapitals(source, one))
  const isLower = (one: ts.Node) => ts.isStringLiteralLike(one) && METHOD.test(one.text) && !written.includes(one)
  if (nodesIn(ts, node.body, isLower).length > 0) leaveByHand("a method is in capitals here: compare it with 'GET'")
}

/** Rewrites a value that a function returns. */
export type Returned = (source: Source, value: ts.Expression) => void

/** Prints a function of an old library whose parameter is mynah's request; of a resolver, whose returned values are rewritten, an object that holds it. */
export function withRequest(source: Source, node: Inline, fields: readonly string[], returned?: Returned): string {
  const { ts } = source
  if (returned) for (const value of returnedValues(source, node)) returned(source, value)
  if (fields.some((field) => /^text\b(?!:)/.test(field)) && source.imports('text'))
    leaveByHand('the function has a text of its own: take it from the request under another name')
  const pattern = fields.length === 0 ? '' : `{ ${fields.join(', ')} }`
  const parameter = pattern && returned ? `{ request: ${pattern} }` : pattern
  // Only a function that stands in a call gets the type of its parameter there.
  const isTyped = pattern && ts.isVariableDeclaration(node.parent) && isTypeScript(source)
  const name = isTyped ? source.name('RequestSnapshot') : ''
  const type = name && returned ? `: { request: ${name} }` : name && `: ${name}`
  const isAsync = node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword)
  return `${isAsync ? 'async ' : ''}(${parameter}${type}) => ${bodyOf(source, node)}`
}
