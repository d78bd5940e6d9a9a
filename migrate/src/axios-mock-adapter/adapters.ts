import type ts from 'typescript'
import { constantText } from '../read/constants.ts'
import type { Binding } from '../read/imports.ts'
import { calleeOf, functionAround, isAssignment, propertyOf, usesOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { isTest } from '../read/tests.ts'
import { type Base, baseOf } from './base.ts'

/** A variable that holds adapters, and what the file does with it. */
export interface Adapter {
  readonly name: ts.Identifier
  readonly declaration: ts.Declaration
  /** Each `new MockAdapter(client)` that the variable gets. */
  readonly made: readonly ts.NewExpression[]
  readonly uses: readonly ts.Identifier[]
  readonly base: Base
  /** The delay of all its answers, as code. */
  readonly delay: string | undefined
  readonly onNoMatch: string | undefined
}

/** Returns the adapters of a file. What a file does with the class otherwise is left. */
export function adaptersOf(source: Source, bindings: readonly Binding[]): Adapter[] {
  const { ts } = source
  const isImport = (one: ts.Node) => ts.isImportSpecifier(one) || ts.isImportClause(one) || ts.isBindingElement(one)
  const uses = bindings.flatMap(({ symbol, name }) =>
    usesOf(source, symbol, name.text).filter((use) => use !== name && !isImport(use.parent)),
  )
  const made = new Map<ts.Symbol, { name: ts.Identifier; calls: ts.NewExpression[] }>()
  for (const use of uses) {
    const call = callOf(source, use)
    const name = call && ownerOf(source, call)
    const symbol = name && source.checker.getSymbolAtLocation(name)
    if (call && name && symbol) {
      const known = made.get(symbol) ?? { name, calls: [] }
      known.calls.push(call)
      made.set(symbol, known)
    } else if (!isTypeOfVariable(source, use))
      source.leave(
        use,
        ts.findAncestor(use.parent, ts.isTypeNode)
          ? HANDED_ON
          : 'hold this adapter in a variable, const mock = new MockAdapter(axios), and run migrate again',
      )
  }
  const adapters = [...made].flatMap(([symbol, { name, calls }]) => adapterOf(source, symbol, name, calls) ?? [])
  if (standApart(source, adapters)) return adapters
  const reason = haveOneClient(source, adapters) ? ONE : TWO
  for (const { made } of adapters) for (const call of made) source.leave(call, reason)
  return []
}

/** What to do with an adapter that a function returns, or gets. */
export const HANDED_ON =
  'hold this adapter in a variable at the top of the file in place of handing it on, and run migrate again'
const ONE =
  'the last of these adapters answers the client: make one in beforeEach(), hold it in a variable at the top of the file, and run migrate again'
const TWO = 'two adapters answer one client each, and mynah any client: declare the stubs of each by rest.at(baseURL)'

/** The `new` of `new MockAdapter(client)`, or of `new MockAdapter.default(client)`. */
function callOf({ ts }: Source, use: ts.Identifier): ts.NewExpression | undefined {
  const isDefault = ts.isPropertyAccessExpression(use.parent) && use.parent.name.text === 'default'
  const callee = isDefault ? use.parent : use
  return ts.isNewExpression(callee.parent) && callee.parent.expression === callee ? callee.parent : undefined
}

function ownerOf(source: Source, { parent }: ts.NewExpression): ts.Identifier | undefined {
  const { ts } = source
  if (ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name)) return parent.name
  return isAssignment(source, parent) && ts.isIdentifier(parent.left) ? parent.left : undefined
}

function isTypeOfVariable({ ts }: Source, use: ts.Identifier): boolean {
  const type = ts.findAncestor(use.parent, (one) => !ts.isTypeNode(one) && !ts.isQualifiedName(one))
  return use.parent !== type && type !== undefined && ts.isVariableDeclaration(type)
}

/** Whether no two adapters can be in use at a time: there is one, or each is of a test of its own. */
function standApart(source: Source, adapters: readonly Adapter[]): boolean {
  if (adapters.length < 2) return true
  const around = adapters.flatMap(({ made }) => made.map((call) => functionAround(source, call)))
  const isInTest = around.every((one) => isTest(calleeOf(source, one?.parent)))
  return isInTest && new Set(around).size === around.length && haveOnePolicy(adapters)
}

function haveOneClient(source: Source, adapters: readonly Adapter[]): boolean {
  const clients = adapters.map(({ made: [call] }) => {
    const [client] = call?.arguments ?? []
    return client && source.ts.isIdentifier(client) ? source.checker.getSymbolAtLocation(client) : undefined
  })
  return clients[0] !== undefined && new Set(clients).size === 1
}

function haveOnePolicy(adapters: readonly Adapter[]): boolean {
  return adapters.every(({ onNoMatch }) => onNoMatch === adapters[0]?.onNoMatch)
}

function adapterOf(
  source: Source,
  symbol: ts.Symbol,
  name: ts.Identifier,
  made: readonly ts.NewExpression[],
): Adapter | undefined {
  const { ts } = source
  const [declaration] = symbol.declarations ?? []
  const [first, ...others] = made
  const leave = (reason: string) => {
    for (const call of made) source.leave(call, reason)
    return undefined
  }
  if (!first || !declaration || !ts.isVariableDeclaration(declaration)) return leave('hold this adapter in a variable')
  const isExported = /^export\b/.test(declaration.parent.parent.getText(source.file))
  if (isExported) return leave('other files use this adapter: convert them together, by hand')
  const args = first.arguments?.map((one) => one.getText(source.file)).join()
  if (others.some((one) => one.arguments?.map((two) => two.getText(source.file)).join() !== args))
    return leave('this variable holds adapters of two clients: give each one a variable of its own')
  const [client, options] = first.arguments ?? []
  if (!client) return leave('this adapter has no client')
  if (options && !ts.isObjectLiteralExpression(options)) return leave('write the options of this adapter inline')
  const delay = options && propertyOf(source, options, 'delayResponse')
  const onNoMatch = options && propertyOf(source, options, 'onNoMatch')
  const uses = usesOf(source, symbol, name.text).filter(
    ({ parent }) => parent !== declaration && !made.some((call) => call.parent === parent),
  )
  return {
    name,
    declaration,
    made,
    uses,
    base: baseOf(source, client),
    delay: delay && delay.getText(source.file) !== '0' ? source.code(delay) : undefined,
    onNoMatch: onNoMatch && constantText(source, onNoMatch),
  }
}
