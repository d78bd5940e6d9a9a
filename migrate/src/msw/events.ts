import type ts from 'typescript'
import { removeCall } from '../declare/remove-call.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import { statementOfCall } from '../read/assertions.ts'
import { bindingsOf, moduleOf, OWN_MODULE } from '../read/imports.ts'
import { isTypeScript, propertyOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { convertListener, type Listener, listenerOf } from './event-listener.ts'

/** msw's events, and those of mynah that come at the same time. */
const EVENTS: Readonly<Record<string, readonly [string, string?]>> = {
  'request:start': ['request'],
  'request:match': ['answered'],
  'request:unhandled': ['unmatched'],
  'request:end': ['answered', 'unmatched'],
  'response:mocked': ['answered'],
}
const NO_EVENT: Readonly<Record<string, string>> = {
  'response:bypass': "no event comes with a real response: read mocks.calls() after it, whose outcome is 'passed'",
  unhandledException: 'a resolver that throws fails the call and its test: expect the failure there',
}

/** A call of a member of `server.events`. */
interface EventCall {
  readonly use: ts.Identifier
  readonly member: string
  readonly call: ts.CallExpression | undefined
}

/** Rewrites what a file does with `server.events`. `setup` is the call that declares the server, if the file does. */
export function convertEvents(
  source: Source,
  all: readonly ts.PropertyAccessExpression[],
  setup: ts.CallExpression | undefined,
): void {
  const calls = all.map((events) => eventCall(source, events))
  const listeners = new Set<Listener>()
  const removals = calls.filter(({ member }) => /^remove/.test(member))
  const added = calls.filter(({ member }) => /^(?:on|once)$/.test(member))
  const isKept = removals.length > 0 && added.length > 0 && removals.every((one) => removesAll(source, one, added))
  if (isKept) declareUndos(source, all[0] as ts.Node, setup)
  for (const one of calls) {
    source.attempt(one.use, () => {
      if (one.member === 'on' || one.member === 'once') convertAdding(source, one, listeners, isKept)
      else convertRemoval(source, one, added.length === 0 && setup !== undefined, isKept)
    })
  }
}

function eventCall({ ts }: Source, events: ts.PropertyAccessExpression): EventCall {
  const access = events.parent
  const isMember = ts.isPropertyAccessExpression(access) && access.expression === events
  const call = isMember && ts.isCallExpression(access.parent) ? access.parent : undefined
  return { use: events.expression as ts.Identifier, member: isMember ? access.name.text : '', call }
}

/** Whether a removal is of all that the file has added: `removeAllListeners()`, or the only listener. */
function removesAll(source: Source, { member, call }: EventCall, added: readonly EventCall[]): boolean {
  const text = (one: EventCall['call']) => one?.arguments.map((arg) => arg.getText(source.file)).join() ?? ''
  if (/\bundos\b/.test(source.file.text) || !call || !(isBody(source, call) || statementOfCall(source, call)))
    return false
  return member === 'removeAllListeners' ? text(call) === '' : added.every((one) => text(one.call) === text(call))
}

/** Whether a call is all that an arrow function does. */
function isBody({ ts }: Source, { parent, pos }: ts.CallExpression): boolean {
  return ts.isArrowFunction(parent) && parent.body.pos === pos
}

/** The list of what takes the listeners off stands behind the server, or behind the imports. */
function declareUndos(source: Source, use: ts.Node, setup: ts.CallExpression | undefined): void {
  const { file, style } = source
  const type = isTypeScript(source) ? ': (() => void)[]' : ''
  const code = `const undos${type} = []${style.semicolon}`
  if (setup) source.edits.insert(source.statementOf(setup).end, `\n${source.indentOf(setup)}${code}`)
  else {
    const first = file.statements.find((one) => moduleOf(source, one) === undefined) ?? file
    source.edits.insert(first.getStart(file), `${code}\n\n`)
    source.note(use, 'this takes off the listeners of this file, and none that another has added')
  }
}

function convertAdding(source: Source, one: EventCall, listeners: Set<Listener>, isKept: boolean): void {
  const { call, use } = one
  const [name, value, ...others] = call?.arguments ?? []
  const signal = others.length === 1 && isKept === false ? signalOf(source, others[0]) : undefined
  if (!call || !name || others.length > (signal ? 1 : 0)) leaveByHand(`write ${use.text}.on(name, listener)`)
  const statement = statementOfCall(source, call)
  const listener = listenerOf(source, value)
  const event = source.ts.isStringLiteralLike(name) ? name.text : ''
  if (event === 'unhandledException' && statement && listener && printsOnly(source, listener)) {
    source.remove(statement)
    return
  }
  const own = EVENTS[event]
  if (!own) leaveByHand(NO_EVENT[event] ?? 'mocks.on(name, listener) knows request, answered and unmatched')
  const [first, other] = own
  const isOnce = one.member === 'once'
  if (!statement && (isOnce || isKept || other)) leaveByHand(`write ${use.text}.on(…) as a statement`)
  if (isOnce && listener !== value)
    leaveByHand('write the listener inline: const undo = mocks.on(name, () => { undo() })')
  if (/^request:(?:match|end)$/.test(event)) checkPassing(source, call)
  const undo = isOnce ? nameOfUndo(source, use) : undefined
  const begin = [event === 'response:mocked' && listener ? guardOf(source, listener) : '', undo ? `${undo}()` : '']
  if (listener && !listeners.has(listener)) convertListener(source, listener, begin.filter(Boolean).join('; '))
  if (listener) listeners.add(listener)
  source.edits.replace(use.end, call.expression.end, '.on')
  source.replace(name, other ? 'event' : source.quote(first))
  const [start, end] = [call.getStart(source.file), call.end]
  if (signal && value) {
    if (other || isOnce) leaveByHand(`take the listener off by the undo that ${use.text}.on(…) returns`)
    source.edits.insert(start, `${signal}.addEventListener(${source.quote('abort')}, `)
    source.edits.replace(value.end, end, '))')
  }
  if (other) source.edits.insert(start, loopOver(source, call, [first, other], isOnce))
  if (undo) source.edits.insert(start, `const ${undo} = `)
  if (undo && isKept) source.edits.insert(end, `${source.style.semicolon}\n${source.indentOf(call)}undos.push(${undo})`)
  else if (isKept) {
    source.edits.insert(start, 'undos.push(')
    source.edits.insert(end, ')')
  }
}

/** The signal that takes a listener off. */
function signalOf(source: Source, options: ts.Expression | undefined): string | undefined {
  const { ts } = source
  const isAlone = options && ts.isObjectLiteralExpression(options) && options.properties.length === 1
  const signal = isAlone ? propertyOf(source, options, 'signal') : undefined
  return signal && source.code(signal)
}

/** A network error is answered here, without a response. */
function guardOf(source: Source, { parameters: [parameter], body }: Listener): string {
  const { ts, file } = source
  const name = parameter?.name
  const isWhole = name && ts.isIdentifier(name) && body?.getText(file).includes(`${name.text}.response`)
  const elements = name && ts.isObjectBindingPattern(name) ? name.elements : []
  const element = elements.find((one) => (one.propertyName ?? one.name).getText(file) === 'response')
  const response = isWhole ? `${name.text}.response` : element?.name.getText(file)
  if (!response && /Response\.error\(/.test(file.text))
    leaveByHand("leave network errors out: mocks.on('answered', ({ response }) => { if (response) … })")
  return response ? `if (!${response}) return` : ''
}

/** The failing call and its test print the error here. */
function printsOnly({ ts, file }: Source, { body }: Listener): boolean {
  const all = body && ts.isBlock(body) ? [...body.statements] : body ? [body] : []
  return all.every((one) => /^console\.\w+\([^()]*\);?$/.test(one.getText(file)))
}

/** No event comes for a request that a stub lets pass. */
function checkPassing(source: Source, call: ts.CallExpression): void {
  if (/\bpassthrough\(/.test(source.file.text)) leaveByHand(`${PASSING}: read mocks.calls()`)
  if (bindingsOf(source, OWN_MODULE).length > 0) source.note(call, PASSING)
}

const PASSING = 'no event comes for a request that passthrough() lets pass'

function loopOver(source: Source, call: ts.CallExpression, events: readonly string[], isOnce: boolean): string {
  if (isOnce || /\bevent\b/.test(call.arguments[1]?.getText(source.file) ?? ''))
    leaveByHand(`write ${events.map((one) => `mocks.on('${one}', …)`).join(' and ')}`)
  const list = events.map((one) => source.quote(one)).join(', ')
  return `for (const event of [${list}]${isTypeScript(source) ? ' as const' : ''}) `
}

/** A name that the file does not have yet. */
function nameOfUndo(source: Source, use: ts.Identifier): string {
  const { text } = source.file
  const before = text.slice(0, use.pos).split('.events.once(').length
  if (/\bundo\d*\b/.test(text))
    leaveByHand(`let the listener remove itself: const stop = ${use.text}.on(name, () => stop())`)
  return before === 1 ? 'undo' : `undo${before}`
}

function convertRemoval(source: Source, { use, call, member }: EventCall, isNeedless: boolean, isKept: boolean): void {
  const isAll = member === 'removeAllListeners' && call?.arguments.length === 0
  if (call && isAll && isNeedless && removeCall(source, call)) return
  if (!call || !isKept) leaveByHand(`call the undo that ${use.text}.on(…) returns`)
  const code = 'for (const undo of undos.splice(0)) undo()'
  source.replace(call, isBody(source, call) ? `{ ${code} }` : code)
}
