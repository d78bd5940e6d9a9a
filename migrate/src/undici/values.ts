import type ts from 'typescript'
import { hostOption, openOption } from '../declare/allowed-hosts.ts'
import { UNDECLARED } from '../declare/differences.ts'
import { endsTest, removeCall, removeOrLeave, replaceByUnused } from '../declare/remove-call.ts'
import { objectOf } from '../declare/reply-value.ts'
import { keptRoute, testsOf } from '../order/beneath.ts'
import { constantText, memberRead, onlyValueOf, valuesOf, valuesOfMember } from '../read/constants.ts'
import type { Binding } from '../read/imports.ts'
import { type Chain, callsNamed, functionAround, nameOf, nodesIn, propertyOf, usesOf } from '../read/nodes.ts'
import type { Kept } from '../read/rulings.ts'
import { leaveByHand, type Source } from '../read/source.ts'
import { hookAround, testAround } from '../read/tests.ts'

/** What an expression of a file holds, as far as it comes from undici. */
type Value = 'agent' | 'pool' | 'dispatcher'

export const VALUES: Readonly<Record<string, Value>> = {
  MockAgent: 'agent',
  MockPool: 'pool',
  MockClient: 'pool',
  Interceptable: 'pool',
  Dispatcher: 'dispatcher',
}

/** Tells by the type of an expression, or by what its variable or its property is set to where there are no types. */
export function heldBy(source: Source, node: ts.Expression): Value | undefined {
  const isUntyped = (source.checker.getTypeAtLocation(node).flags & source.ts.TypeFlags.Any) !== 0
  const given = isUntyped ? valuesOfMember(source, memberRead(source, node)) : []
  const [value, ...others] = new Set(given.map((one) => heldByVariable(source, one)))
  return heldByVariable(source, node) ?? (others.length === 0 ? value : undefined)
}

function heldByVariable(source: Source, node: ts.Expression): Value | undefined {
  const { ts, checker } = source
  const type = checker.getTypeAtLocation(node)
  const [byType, ...others] = new Set(
    (type.isUnion() ? type.types : [type]).map((one) => VALUES[one.symbol?.name ?? '']),
  )
  if (byType && others.length === 0) return byType
  if (!ts.isIdentifier(node)) return madeValue(source, node)
  const symbol = checker.getSymbolAtLocation(node)
  const made = symbol ? valuesOf(source, symbol).map((value) => madeValue(source, value)) : []
  return made.find((one) => one !== undefined)
}

function madeValue(source: Source, node: ts.Expression): Value | undefined {
  const { ts } = source
  if (ts.isNewExpression(node)) return /\bMockAgent$/.test(node.expression.getText(source.file)) ? 'agent' : undefined
  const isGet =
    ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && node.expression.name.text === 'get'
  return isGet && heldBy(source, node.expression.expression) === 'agent' ? 'pool' : undefined
}

export function isAgentValue(source: Source, node: ts.Expression): boolean {
  const { ts } = source
  const { parent } = node
  const isName = (parent as { name?: ts.Node }).name === node && !ts.isShorthandPropertyAssignment(parent)
  const isSet = ts.isBinaryExpression(parent) && parent.left === node
  const others = [ts.isTypeReferenceNode, ts.isQualifiedName, ts.isBindingElement, ts.isNewExpression]
  return !isName && !isSet && !others.some((is) => is(parent)) && heldBy(source, node) === 'agent'
}

export function originOfGet({ ts }: Source, node: ts.Expression): ts.Expression | undefined {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined
  return node.expression.name.text === 'get' ? node.arguments[0] : undefined
}

export interface Reference {
  readonly exported: string
  readonly node: ts.Node
  readonly binding: Binding
}

export function referencesOf(source: Source, binding: Binding): Reference[] {
  const { ts } = source
  const { symbol, name, exported } = binding
  return usesOf(source, symbol, name.text).flatMap((use): Reference[] => {
    if (use === name || ts.isImportSpecifier(use.parent)) return []
    if (exported !== '*' && exported !== 'default') return [{ exported, node: use, binding }]
    const { parent } = use
    if (ts.isPropertyAccessExpression(parent)) return [{ exported: parent.name.text, node: parent, binding }]
    if (ts.isQualifiedName(parent)) return [{ exported: parent.right.text, node: parent, binding }]
    return []
  })
}

export function membersNamed({ ts, file }: Source, name: RegExp): ts.PropertyAccessExpression[] {
  return nodesIn(ts, file, ts.isPropertyAccessExpression).filter((one) => name.test(one.name.text))
}

export function keptBy(source: Source, pool: ts.Expression, { node, links }: Chain): Kept {
  const origin = originOfPool(source, pool)
  const at = origin && constantText(source, origin)
  const tests = links.some(({ name }) => name === 'persist') ? undefined : testsOf(source, node)
  const [first] = links[0]?.args ?? []
  const options = first && objectOf(source, first)
  if (at === undefined || !options) return { node, host: at && hostOf(at), tests, routes: undefined }
  const [path, method] = ['path', 'method'].map((name) => propertyOf(source, options, name))
  const isAny = options.properties.some((one) => /^(?:\.\.\.|method$)/.test(nameOf(source.ts, one)))
  const name = method ? constantText(source, method) : isAny ? undefined : 'get'
  const stub = keptRoute(source, source.quote(at), path, name)
  return { node, host: hostOf(at), tests, routes: [{ stub, chain: node }] }
}

function hostOf(at: string): string | undefined {
  return URL.canParse(at) ? new URL(at).origin : undefined
}

export function originOfPool(source: Source, pool: ts.Expression): ts.Expression | undefined {
  const member = memberRead(source, pool)
  const [held, ...others] = member === undefined ? [pool] : valuesOfMember(source, member)
  if (!held || others.length > 0) return undefined
  const value = source.ts.isIdentifier(held) ? onlyValueOf(source, held) : held
  return value && originOfGet(source, value)
}

const IMPLIED = /^(?:disableNetConnect|enableNetConnect|close|activate|deactivate)$/

export function reasonOf(member: string): string {
  return `mynah has no ${member}(): write what it does with mocks.use(stub)`
}

export function convertMember(source: Source, member: string, call: ts.CallExpression): string | undefined {
  if (IMPLIED.test(member)) return convertImplied(source, member, call)
  // A stub that took one of two requests is in no list of mynah.
  if (member === 'pendingInterceptors') replaceByUnused(source, call, callsNamed(source, /\.times$/).length === 0)
  else if (member !== 'assertNoPendingInterceptors') leaveByHand(reasonOf(member))
  // A stub of a hook is for tests that do not send its request too.
  else if (testAround(source, call) && source.declared.some(({ chain }) => hookAround(source, chain)))
    source.replace(call, `${source.localName('mocks')}.verify({ unused: true })`)
  else if (!removeCall(source, call)) leaveByHand('write mocks.verify({ unused: true }), which throws')
  return undefined
}

export function convertPoolMember(source: Source, access: ts.PropertyAccessExpression): void {
  const { ts } = source
  const { name, expression, parent } = access
  if (!POOL.test(name.text) || heldBy(source, expression) !== 'pool') return
  source.attempt(access, () => {
    const isEnd = ts.isCallExpression(parent) && /^(?:close|destroy)$/.test(name.text) && endsTest(source, parent)
    if (isEnd) removeOrLeave(source, parent)
    else leaveByHand(`a pool has no ${name.text}() here: send by fetch(url), and reset by mocks.reset()`)
  })
}

const POOL = /^(?:close|destroy|cleanMocks|request|stream|pipeline|dispatch|connect|upgrade)$/

/** What the hooks of the runner do is removed, but for what a test changes for its next requests. */
function convertImplied(source: Source, member: string, call: ts.CallExpression): string | undefined {
  const [host] = call.arguments
  if (member === 'disableNetConnect') source.notes.push({ line: source.lineOf(call), reason: UNDECLARED })
  const isInTest = functionAround(source, call) !== undefined && hookAround(source, call) === undefined
  const isMade =
    /^(?:de)?activate$/.test(member) ||
    (member === 'close' && testAround(source, call) !== undefined && !endsTest(source, call))
  // Without `disableNetConnect()` it is so for all tests of the file.
  const isSpan = member === 'enableNetConnect' && callsNamed(source, /\.disableNetConnect$/).length > 0
  if (isInTest && (isMade || isSpan)) leaveByHand(OF_TEST)
  // What a hook enables after the tests is for those of other files.
  const isLate = /^after|eardown$/.test(hookAround(source, call)?.name ?? '')
  const isOption = member === 'enableNetConnect' && !isLate
  const option = isOption ? (host ? hostOption(source, host, 'exact') : openOption(source)) : undefined
  removeOrLeave(source, call)
  return option
}

const OF_TEST = 'write what this is for as a stub of the test: mocks.use.all(/.*/, passthrough()), or networkError()'
