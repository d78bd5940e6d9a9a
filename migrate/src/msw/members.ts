import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { statementOfCall } from '../read/assertions.ts'
import { calleeOf, nodesIn, outerOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { isTest } from '../read/tests.ts'
import { isInline } from '../request/resolver.ts'
import { semicolonOf } from './handlers/ends-open.ts'
import type { MemberCall } from './handlers/uses.ts'

/** The code that does what a member of a server does, in other words. */
const BY_HAND: Readonly<Record<string, string>> = {
  listHandlers:
    'keep the routes in an array of your own: mocks list those alone that took no request, by mocks.unused()',
  restoreHandlers: 'mocks.reset() lets times count anew, and removes the overrides',
}

/** Rewrites the members of a server that have no member of their own here. Returns whether it is one of them. */
export function convertMember(source: Source, one: MemberCall): boolean {
  const { member, name } = one
  if (member === 'boundary') convertBoundary(source, one)
  else if (member === 'restoreHandlers' && !/\.use\(/.test(source.file.text)) source.replace(name, 'reset')
  else if (Object.hasOwn(BY_HAND, member)) leaveByHand(BY_HAND[member] as string)
  else return false
  return true
}

/** `resetHandlers(...next)`: the next handlers come before those of the setup. */
export function convertNext(source: Source, { use, call }: MemberCall): void {
  const statement = statementOfCall(source, call)
  if (!statement) leaveByHand(`write ${use.text}.reset() and ${use.text}.use(…) instead`)
  const next = call.arguments.map((one) => source.code(one)).join(', ')
  source.note(call, 'the routes of setupMocks still answer what these do not')
  const end = semicolonOf(source, statement)
  source.replace(statement, `${use.text}.reset()${end}\n${source.indentOf(call)}${use.text}.use(${next})${end}`)
}

/** `server.boundary(fn)()`, and `test(title, server.boundary(fn))`: a boundary starts from the routes here. */
function convertBoundary(source: Source, { use, name, call }: MemberCall): void {
  const { ts } = source
  const [fn] = call.arguments
  if (!isInline(source, fn) || fn.parameters.length > 0)
    leaveByHand(`run it by ${use.text}.isolate(() => fn(…)), which returns a promise`)
  if (usedOutside(source, use))
    leaveByHand(`${use.text}.isolate(fn) starts from the routes: declare in it what it needs from ${use.text}.use(…)`)
  const { parent } = outerOf(source, call)
  const isRun = ts.isCallExpression(parent) && parent.expression === call && parent.arguments.length === 0
  const isOfTest = isTest(calleeOf(source, parent))
  const isAwaited = isRun && (ts.isAwaitExpression(parent.parent) || ts.isReturnStatement(parent.parent))
  if (isAwaited) {
    source.replace(name, 'isolate')
    source.edits.replace(call.end, parent.end, '')
  } else if (isOfTest) {
    source.edits.insert(call.getStart(source.file), '() => ')
    source.replace(name, 'isolate')
  } else leaveByHand(`await ${use.text}.isolate(fn), which returns a promise`)
}

/** Whether the file overrides handlers outside of a boundary too. */
function usedOutside(source: Source, server: ts.Identifier): boolean {
  const { ts } = source
  const isCallOf = (member: string) => (node: ts.Node) =>
    ts.isCallExpression(node) && node.expression.getText(source.file) === `${server.text}.${member}`
  return nodesIn(ts, source.file, isCallOf('use'), isCallOf('boundary')).length > 0
}
