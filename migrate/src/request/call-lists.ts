import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { expectationOn } from '../read/assertions.ts'
import { calleeOf, functionAround, otherUses, outerOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { isInline } from './resolver.ts'

/** How one call of an old library is read. */
export interface CallReader {
  /** Rewrites what a file reads of a call, whose `parent` is around it. Returns whether it could. `isSure` tells that there is a call. */
  readonly readMember: (call: ts.Node, parent: ts.Node, isSure: boolean) => boolean
  /** Rewrites a pattern that takes a call apart. */
  readonly readPattern?: (pattern: ts.BindingPattern) => void
  /** Rewrites a function of each call in another way. Returns whether it did. */
  readonly readEach?: (each: ts.CallExpression) => boolean
  /** Why all else stays. */
  readonly reason: string
}

const EACH = /^(?:map|flatMap|forEach|some|every|filter|find(?:Last)?)$/
const COUNTED =
  /^(?:not\.)?(?:toHaveLength|toBe(?:Undefined|Defined|Truthy|Falsy|Null)?|to\.(?:not\.)?(?:have\.)?length(?:Of)?)$/

const EMPTY = /^(?:\.(?:to|not|be))+\.empty\b/

/** Whether an assertion is about there being a call, or their number. */
export function isCounted(source: Source, node: ts.Node): boolean {
  const subject = outerOf(source, node).parent
  const isEmpty = calleeOf(source, subject) === 'expect' && EMPTY.test(source.file.text.slice(subject.end))
  return isEmpty || COUNTED.test(expectationOn(source, node)?.path ?? '')
}

/** Removes a type that says what a call or its options were: `as RequestInit`. */
export function dropType(source: Source, node: ts.Node): void {
  const { ts, file } = source
  const outer = outerOf(source, node)
  const { parent } = outer
  if (/\bas\b[^()]*\b(?:RequestInit|Headers)\b/.test(file.text.slice(node.end, outer.end))) {
    source.edits.replace(outer.getStart(file), node.getStart(file), '')
    source.edits.replace(node.end, outer.end, '')
  }
  if (ts.isVariableDeclaration(parent) && parent.type && /\b(?:RequestInit|Headers)\b/.test(parent.type.getText(file)))
    source.edits.replace(parent.name.end, parent.type.end, '')
}

/** A list of calls: their number, one of them, or what a function makes of each. */
export function readList(source: Source, list: ts.Node, reader: CallReader): void {
  const { ts } = source
  dropType(source, list)
  const around = outerOf(source, list)
  const { parent } = around
  const member = ts.isPropertyAccessExpression(parent) ? parent.name.text : ''
  if (member === 'length' || isCounted(source, list) || isComparedWithNone(source, list)) return
  if (ts.isVariableDeclaration(parent)) readHolder(source, parent, reader)
  else if (ts.isForOfStatement(parent) && ts.isVariableDeclarationList(parent.initializer))
    for (const { name } of parent.initializer.declarations) readName(source, name, reader, true)
  else if (ts.isElementAccessExpression(parent) && parent.expression === around) readOne(source, parent, reader)
  else if (/^(?:at|pop|shift)$/.test(member)) readOne(source, parent.parent, reader)
  else if (EACH.test(member) && ts.isCallExpression(parent.parent)) {
    const each = parent.parent
    if (!reader.readEach?.(each)) readCallback(source, each.arguments[0], reader)
    if (member === 'filter') readList(source, each, reader)
    if (member.startsWith('find')) readOne(source, each, reader)
  } else leaveByHand(reader.reason)
}

function isComparedWithNone(source: Source, list: ts.Node): boolean {
  const { path = '', call } = expectationOn(source, list) ?? {}
  return /(?:^|\.)(?:to(?:Strict)?Equal|equal|eql)$/.test(path) && call?.arguments[0]?.getText(source.file) === '[]'
}

/** The variable that holds a list, or the names of its calls. */
function readHolder(source: Source, declaration: ts.VariableDeclaration, reader: CallReader): void {
  const { ts, file } = source
  const { name } = declaration
  if (ts.isArrayBindingPattern(name)) {
    for (const one of name.elements) {
      if (ts.isOmittedExpression(one)) continue
      if (one.dotDotDotToken || one.initializer) leaveByHand(reader.reason)
      readName(source, one.name, reader)
    }
    return
  }
  const uses = otherUses(source, name)
  // Calls that come later are in the list of the old library, and not in that of mynah.
  const between = file.text.slice(declaration.end, Math.max(declaration.end, ...uses.map(({ end }) => end)))
  const isSame = uses.every((use) => functionAround(source, use) === functionAround(source, declaration))
  if (!ts.isIdentifier(name) || !isSame || /\bawait\b|\bthen\(/.test(between)) leaveByHand(reader.reason)
  for (const use of uses) readList(source, use, reader)
}

/** One call: a variable that holds it, whether it is there, or what is read of it. */
export function readOne(source: Source, call: ts.Node, reader: CallReader, isSure = false): void {
  dropType(source, call)
  const { parent } = outerOf(source, call)
  if (source.ts.isVariableDeclaration(parent)) readName(source, parent.name, reader)
  else if (/length/i.test(expectationOn(source, call)?.path ?? '')) leaveByHand(reader.reason)
  else if (!isCounted(source, call) && !reader.readMember(call, parent, isSure)) leaveByHand(reader.reason)
}

/** A function of a call, by its parameter. */
export function readCallback(source: Source, callback: ts.Expression | undefined, reader: CallReader): void {
  const [parameter, , ...others] = isInline(source, callback) ? callback.parameters : []
  if (!parameter || others.length > 0) leaveByHand(reader.reason)
  else readName(source, parameter.name, reader, true)
}

/** A variable or a parameter that holds a call. */
function readName(source: Source, name: ts.BindingName, reader: CallReader, isSure = false): void {
  if (source.ts.isIdentifier(name)) for (const use of otherUses(source, name)) readOne(source, use, reader, isSure)
  else if (reader.readPattern) reader.readPattern(name)
  else leaveByHand(reader.reason)
}
