import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { bindingsOf, OWN_MODULE } from '../read/imports.ts'
import { hookAround, isOncePerFile, usesOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { convertEvents } from './events.ts'
import type { MemberCall } from './handlers/uses.ts'
import { declareRoutes, type Listed, listedBy } from './listed-handlers.ts'
import { convertMember, convertNext } from './members.ts'
import { checkPolicy, policyOf } from './policy.ts'
import { removeFromHook, startByRunner, startHook } from './server-hooks.ts'

/** A server of msw that a file sets up, or imports from a module that does. */
export interface Server {
  readonly name: ts.Identifier
  readonly setup: ts.CallExpression | undefined
}

/** Returns the names that a file gives to servers. */
export function serversOf(source: Source): Server[] {
  const { ts, checker } = source
  const found: Server[] = []
  const visit = (node: ts.Node): void => {
    const declared = ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) ? node.name : undefined
    const setup = declared && setupOf(source, node as ts.VariableDeclaration)
    if (declared && setup) found.push({ name: declared, setup })
    ts.forEachChild(node, visit)
  }
  visit(source.file)
  for (const { name, symbol } of bindingsOf(source, OWN_MODULE)) {
    const original = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
    const declaration = original.valueDeclaration
    if (!declaration || !ts.isVariableDeclaration(declaration)) continue
    const isConverted = setupOf(source, declaration, isOfMynah) && isUsedAsServer(source, name, symbol)
    if (isConverted || setupOf(source, declaration)) found.push({ name, setup: undefined })
  }
  return found
}

/** Whether a file still calls msw's members on the mocks that it imports: their module was rewritten before. */
function isUsedAsServer(source: Source, name: ts.Identifier, symbol: ts.Symbol): boolean {
  const { ts } = source
  const members = usesOf(source, symbol, name.text).map(({ parent }) =>
    ts.isPropertyAccessExpression(parent) ? parent.name.text : '',
  )
  return members.some((member) => /^(?:listen|resetHandlers|restoreHandlers|close)$/.test(member))
}

function isOfMynah(module: string, exported: string): boolean {
  return module === 'mynah' && exported === 'setupMocks'
}

function isOfMsw(module: string, exported: string): boolean {
  return (/^msw\/(?:node|native)$/.test(module) && exported === 'setupServer') || `${module} ${exported}` === WORKER
}

const WORKER = 'msw/browser setupWorker'

/** The call of msw's `setupServer` or `setupWorker` that a variable is declared by. */
function setupOf(
  source: Source,
  { initializer }: ts.VariableDeclaration,
  isSetup = isOfMsw,
): ts.CallExpression | undefined {
  const { ts, checker } = source
  if (!initializer || !ts.isCallExpression(initializer) || !ts.isIdentifier(initializer.expression)) return undefined
  const [declaration] = checker.getSymbolAtLocation(initializer.expression)?.declarations ?? []
  if (!declaration || !ts.isImportSpecifier(declaration)) return undefined
  const { moduleSpecifier } = declaration.parent.parent.parent
  const module = ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : ''
  const exported = (declaration.propertyName ?? declaration.name).text
  return isSetup(module, exported) ? initializer : undefined
}

/** mynah's names for the members of a server and of a worker. */
const MEMBERS: ReadonlyMap<string, string> = new Map([
  ['listen', 'start'],
  ['start', 'start'],
  ['resetHandlers', 'reset'],
  ['close', 'stop'],
  ['stop', 'stop'],
])

/** Rewrites a server, its hooks, and what a file does with it. */
export function convertServer(source: Source, { name, setup }: Server): void {
  const symbol = source.checker.getSymbolAtLocation(name)
  if (!symbol) return
  const uses = usesOf(source, symbol, name.text)
  const calls = uses.flatMap((use) => callOn(source, use))
  const starts = calls.filter(({ member }) => MEMBERS.get(member) === 'start')
  const policies = new Map(starts.map((one) => [one, policyOf(source, one)]))
  const known = [...policies.values()]
  const [policy] = known.flatMap(({ option }) => option ?? [])
  const isForgiving =
    setup?.expression.getText(source.file) === 'setupWorker' && !known.some(({ kind }) => kind === 'same')
  const passing = isForgiving ? `{ onUnmatched: ${source.quote('warn')} }` : undefined
  const listed = listedBy(source, setup, uses, calls)
  if (setup) source.attempt(setup, () => convertSetup(source, setup, policy ?? passing, listed))
  convertEvents(
    source,
    uses.flatMap((use) => eventsOf(source, use)),
    setup,
  )
  const isHooked = starts.some(({ call }) => startHook(source, call))
  for (const one of calls) {
    source.attempt(one.call, () => {
      checkPolicy(source, one.call, policies.get(one), setup !== undefined)
      if (one.member === 'listHandlers' && listed) source.replace(one.call, listed.name)
      else convertCall(source, one, isHooked)
    })
  }
}

function eventsOf({ ts }: Source, { parent }: ts.Identifier): ts.PropertyAccessExpression[] {
  return ts.isPropertyAccessExpression(parent) && parent.name.text === 'events' ? [parent] : []
}

function callOn(source: Source, use: ts.Identifier): MemberCall[] {
  const { ts } = source
  const access = use.parent
  if (!ts.isPropertyAccessExpression(access) || access.expression !== use) return []
  const call = access.parent
  if (ts.isCallExpression(call) && call.expression === access) {
    return [{ use, member: access.name.text, name: access.name, call }]
  }
  if (eventsOf(source, use).length === 0)
    source.leave(use, `${use.text}.${access.name.text} of msw: see "From MSW" in migrating.md`)
  return []
}

/** `setupServer(a, b)` takes handlers, `setupMocks([a, b])` a list of them. */
function convertSetup(source: Source, setup: ts.CallExpression, policy: string | undefined, listed?: Listed): void {
  const { ts } = source
  const [first, ...others] = setup.arguments
  const end = policy ? `, ${policy}` : ''
  if (listed?.isKnown === false) {
    declareRoutes(source, setup, end)
    return
  }
  source.replace(setup.expression, source.name('setupMocks'))
  if (first && others.length === 0 && ts.isSpreadElement(first)) {
    source.edits.replace(first.getStart(source.file), first.expression.getStart(source.file), '')
    source.edits.insert(first.end, end)
    return
  }
  source.edits.insert(setup.arguments.pos, '[')
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
    return
  }
  if (convertMember(source, one)) return
  const replacement = MEMBERS.get(member)
  if (replacement === undefined) leaveByHand(`${use.text}.${member}() of msw: see "From MSW" in migrating.md`)
  if (member === 'resetHandlers' && call.arguments.length > 0) {
    convertNext(source, one)
    return
  }
  const hook = isHooked && hookAround(source, call)
  if (hook && replacement === 'start' && startHook(source, call)) startByRunner(source, one, hook.call)
  else if (hook) removeFromHook(source, call, hook.call)
  // Outside of the hooks that the runner's own replaces, a call keeps its place.
  else {
    source.replace(name, replacement)
    if (replacement === 'start') source.edits.replace(call.arguments.pos, call.end - 1, '')
  }
}
