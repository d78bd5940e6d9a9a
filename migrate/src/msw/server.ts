import type ts from 'typescript'
import { endsTest, removeCall, removeOrLeave } from '../declare/remove-call.ts'
import { commentsIn } from '../read/comments.ts'
import { constantText, isSetBy } from '../read/constants.ts'
import { functionAround, isTypeScript, usesIn } from '../read/nodes.ts'
import { leaveByHand, type Source } from '../read/source.ts'
import { hookAround, isOncePerFile } from '../read/tests.ts'
import { isInline } from '../request/resolver.ts'
import { askListed, keptOf } from './handlers/ask-msw.ts'
import { convertParameter } from './handlers/resolver-parameter.ts'
import type { MemberCall } from './handlers/uses.ts'
import { checkPolicy, type Policy, policyOf, type Server } from './servers.ts'

const MEMBERS: ReadonlyMap<string, string> = new Map([
  ['listen', 'start'],
  ['start', 'start'],
  ['resetHandlers', 'reset'],
  ['close', 'stop'],
  ['stop', 'stop'],
])

const OWN = /^(?:reset|on|calls|isolate)$/

export function convertServer(source: Source, { name, setup, module }: Server): void {
  const uses = name ? usesIn(source, source.file, name) : []
  const calls = uses.flatMap((use) => callOn(source, use))
  const starts = calls.filter(({ member }) => MEMBERS.get(member) === 'start')
  const policies = new Map(starts.map((one) => [one, policyOf(source, one)]))
  // The mocks of a server have one policy.
  const told = [...policies.values()].flatMap(({ kind, option }) => (kind === 'same' ? kind : (option ?? [])))
  if (new Set(told).size > 1) for (const one of starts) policies.set(one, { kind: 'unknown' })
  if (setup) source.attempt(setup, () => convertSetup(source, setup, optionsOf(source, setup, [...policies.values()])))
  // A hook of the runner cannot take what is made in another one.
  const isMadeBefore = !uses.some((use) => isSetBy(source, use))
  const isHooked = isMadeBefore && starts.some(({ call }) => startHook(source, call))
  for (const one of calls) {
    // An earlier run has written it.
    if (OWN.test(one.member)) continue
    source.attempt(one.call, () => {
      checkPolicy(source, one.call, policies.get(one), setup ? undefined : module)
      if (one.member === 'events.on') convertListener(source, one)
      // mynah counts anew in each test.
      else if (one.member === 'restoreHandlers' && endsTest(source, one.call)) removeOrLeave(source, one.call)
      else convertCall(source, one, isHooked)
    })
  }
}

/** The options of the mocks that a server becomes: what its start asks for, also in another file. */
function optionsOf(source: Source, setup: ts.CallExpression, known: readonly Policy[]): string | undefined {
  const [option] = known.flatMap((policy) => policy.option ?? [])
  const isWorker = setup.expression.getText(source.file) === 'setupWorker'
  const isForgiving = isWorker && !known.some(({ kind }) => kind === 'same')
  return option ?? source.rulings.policy ?? (isForgiving ? `{ onUnmatched: ${source.quote('warn')} }` : undefined)
}

function callOn(source: Source, use: ts.Identifier): MemberCall[] {
  const { ts } = source
  const access = use.parent
  if (!ts.isPropertyAccessExpression(access) || access.expression !== use) return []
  const isOfEvents = ts.isPropertyAccessExpression(access.parent) && access.name.text === 'events'
  const { parent: call, name } = isOfEvents ? access.parent : access
  if (ts.isCallExpression(call) && call.expression === name.parent) {
    return [{ use, member: isOfEvents ? `events.${name.text}` : name.text, name, call }]
  }
  source.leave(use, `${use.text}.${access.name.text} of msw: see "From MSW" in migrating.md`)
  return []
}

/** `setupServer(a, b)` takes handlers, `setupMocks([a, b])` a list of them. */
function convertSetup(source: Source, setup: ts.CallExpression, policy: string | undefined): void {
  const { ts } = source
  const [first, ...others] = setup.arguments
  const end = policy ? `, ${policy}` : ''
  source.replace(setup.expression, source.name('setupMocks'))
  if (first && others.length === 0 && ts.isSpreadElement(first) && !keptOf(source, first)) {
    source.edits.replace(first.getStart(source.file), first.expression.getStart(source.file), '')
    source.edits.insert(first.end, end)
    return
  }
  source.edits.insertFirst(setup.arguments.pos, '[')
  for (const item of setup.arguments) askListed(source, item)
  source.edits.insert(setup.end - 1, `]${end}`)
}

function convertCall(source: Source, one: MemberCall, isHooked: boolean): void {
  const { use, member, name, call } = one
  if (member === 'use') {
    if (isOncePerFile(source, call)) {
      leaveByHand(
        'declare these by beforeEach(() => { server.use(…) }), or as routes, setupMocks([…]): overrides are removed after each test',
      )
    }
    for (const item of call.arguments) askListed(source, item)
    return
  }
  const replacement = MEMBERS.get(member)
  if (replacement === undefined) leaveByHand(`${use.text}.${member}() of msw: see "From MSW" in migrating.md`)
  if (member === 'resetHandlers' && call.arguments.length > 0)
    leaveByHand(`write ${use.text}.reset() and ${use.text}.use(…): the routes still answer what these do not`)
  const hook = isHooked && hookAround(source, call)
  if (hook && replacement === 'start' && startHook(source, call)) startByRunner(source, one, hook.call)
  else if (hook) removeFromHook(source, call)
  // Outside of the hooks that the runner's own replaces, a call keeps its place.
  else {
    source.replace(name, replacement)
    if (replacement === 'start') source.edits.replace(call.arguments.pos, call.end - 1, '')
  }
}

const EVENTS: Readonly<Record<string, string>> = { 'request:start': 'request', 'request:unhandled': 'unmatched' }

function convertListener(source: Source, { use, call }: MemberCall): void {
  const [name, listener] = call.arguments
  const event = EVENTS[(name && constantText(source, name)) ?? '']
  if (!name || !event || !isInline(source, listener))
    leaveByHand(`write ${use.text}.on('request', ({ request }) => …), which returns its undo`)
  convertParameter(source, listener, [], false)
  source.replace(call.expression, `${use.text}.on`)
  source.replace(name, source.quote(event))
}

/** Leaves the uses of a server that hand it to a function. TypeScript checks what that does with it, JavaScript does not. */
export function leaveHandedOn(source: Source, { name }: Server): boolean {
  const { ts, file } = source
  const uses = name && !isTypeScript(source) ? usesIn(source, file, name) : []
  const handed = uses.filter((use) => ts.isCallExpression(use.parent) && use.parent.arguments.includes(use))
  for (const use of handed) source.leave(use, `write ${use.text}.start(), reset() and stop() in what it is handed to`)
  return handed.length > 0
}

function startHook(source: Source, call: ts.CallExpression): ts.CallExpression | undefined {
  const hook = hookAround(source, call)
  const isOnce = hook && /^(?:before|beforeAll|suiteSetup)$/.test(hook.call.expression.getText(source.file))
  return isOnce ? hook.call : undefined
}

/** Starts mocks by the hook itself: `beforeAll(server)`. */
function startByRunner(source: Source, { use, call }: MemberCall, hook: ts.CallExpression): void {
  const code = `${hook.expression.getText(source.file)}(${use.text})`
  if (isOnly(source, call, hook)) {
    source.replace(hook, code)
    return
  }
  source.edits.insert(hook.getStart(source.file), `${code}${source.style.semicolon}\n${source.indentOf(hook)}`)
  removeFromHook(source, call)
}

function removeFromHook(source: Source, call: ts.CallExpression): void {
  if (!removeCall(source, call)) leaveByHand('take this call out of its hook: the hook of the runner does it')
}

function isOnly(source: Source, call: ts.CallExpression, hook: ts.CallExpression): boolean {
  const { ts } = source
  const callback = functionAround(source, call)
  if (!callback || callback.parent !== hook || !('body' in callback) || !callback.body) return false
  const { body } = callback
  if (!ts.isBlock(body)) return body === call || body === call.parent
  return body.statements.length === 1 && commentsIn(ts, source.file, body).length === 0
}
