import type ts from 'typescript'
import { isHandedOn } from '../declare/override.ts'
import { askedOf, removeAssertion } from '../declare/remove-call.ts'
import { countsAssertions } from '../declare/setup.ts'
import { assertionOf, statementOfCall } from '../read/assertions.ts'
import {
  type Chain,
  callsNamed,
  chainFrom,
  functionAround,
  isAssignment,
  isInside,
  nodesIn,
  usesOf,
} from '../read/nodes.ts'
import type { Source, TypeScript } from '../read/source.ts'
import { HELD, HOLDER } from './holder.ts'
import { isBase } from './interceptors/chains.ts'

export interface ScopeUses {
  readonly name: ts.Identifier
  /** Declarations without a value: `let scope`. */
  readonly declarations: readonly ts.VariableDeclaration[]
  /** Statements that demand its requests: `scope.done()`, `assert(scope.isDone())`. */
  readonly demands: readonly ts.Statement[]
  /** `scope.isDone()` that is not asserted to be true, `scope.done()` that is no statement, and lists whose items are not asked for. */
  readonly questions: readonly ts.CallExpression[]
  /** The roots of further chains: `scope.get(…)`. */
  readonly roots: readonly ts.Identifier[]
  readonly others: readonly ts.Identifier[]
}

const INTERCEPTOR =
  /^(?:get|post|put|patch|delete|head|options|merge|intercept|persist|matchHeader|defaultReplyHeaders|replyContentLength|replyDate|filtering(?:Path|RequestBody))$/

const LISTS = /^(?:pendingMocks|activeMocks)$/

export function otherUse({ name }: ScopeUses, chains: readonly Chain[]): string {
  return chains.some(({ links }) => isBase(links))
    ? `hold the base, const ${name.text} = rest.at(base, settings), and declare its stubs by mocks.use(${name.text}.get(path, payload))`
    : `hold the stub, const ${name.text} = rest.get(path, payload), declare it by mocks.use(${name.text}), and ask mocks.calls(${name.text})`
}

export function scopeUses(source: Source, name: ts.Identifier, symbol: ts.Symbol): ScopeUses {
  const { ts } = source
  const declarations: ts.VariableDeclaration[] = []
  const demands: ts.Statement[] = []
  const questions: ts.CallExpression[] = []
  const roots: ts.Identifier[] = []
  const others: ts.Identifier[] = []
  for (const use of usesOf(source, symbol, name.text)) {
    const { parent } = use
    if (ts.isVariableDeclaration(parent) && parent.name === use) {
      if (ts.getCombinedModifierFlags(parent) & ts.ModifierFlags.Export) others.push(use)
      if (!parent.initializer) declarations.push(parent)
      continue
    }
    if (ts.isBinaryExpression(parent) && parent.left === use) continue
    const access = ts.isPropertyAccessExpression(parent) && parent.expression === use ? parent : undefined
    const call =
      access && ts.isCallExpression(access.parent) && access.parent.expression === access ? access.parent : undefined
    const member = access?.name.text ?? ''
    const demand = call && demandOf(source, member, call)
    if (demand) demands.push(demand)
    else if (call && (/^(?:isDone|done)$/.test(member) || (LISTS.test(member) && askedOf(source, call))))
      questions.push(call)
    else if (INTERCEPTOR.test(member) || ts.isElementAccessExpression(parent)) roots.push(use)
    else others.push(use)
  }
  return { name, declarations, demands, questions, roots, others }
}

/** What always answers cannot be used up: whether it was asked is looked at where nock was asked. */
export function replaceDemand(source: Source, statement: ts.Statement, isPersisted: boolean): void {
  if (!isPersisted) removeAssertion(source, statement)
  else source.replace(statement, `${source.localName('mocks')}.verify({ unused: true })${source.style.semicolon}`)
}

/** The statement that demands a scope's requests, if a call is its centre. */
function demandOf(source: Source, member: string, call: ts.CallExpression): ts.Statement | undefined {
  if (countsAssertions(source)) return undefined
  if (member === 'done') return statementOfCall(source, call)
  // What is persisted or optional stays active.
  const isActive = member === 'activeMocks' && callsNamed(source, /\.(?:persist|optionally)$/).length === 0
  const asked = member === 'isDone' ? 'true' : member === 'pendingMocks' || isActive ? '[]' : undefined
  const asserted = asked && assertionOf(source, call)
  return asserted && asserted.is === asked ? asserted.statement : undefined
}

/** Whether a function returns a scope by its last interceptor, or a variable holds it so, whose callers or uses ask it. */
export function isAskedBy(source: Source, { name }: ScopeUses, root: ts.Identifier): boolean {
  const { node } = chainFrom(source, root)
  const { parent } = node
  const isOwn = isAssignment(source, parent) && parent.left.getText() === name.text
  return !isOwn && (source.ts.isVariableDeclaration(parent) || isHandedOn(source, node))
}

export type Held = 'dropped' | 'held' | 'left'

export const HANDED_OVER =
  'write what gets nock here with mynah: rest.at(base) makes the stubs, and mocks.use(stub) declares them'

export function isHandedOver({ ts }: Source, use: ts.Identifier): boolean {
  const { parent } = use
  const isCall = ts.isCallExpression(parent) && parent.expression === use
  return !(
    isCall ||
    ts.isPropertyAccessExpression(parent) ||
    ts.isQualifiedName(parent) ||
    ts.isTypeReferenceNode(parent) ||
    isCondition(ts, parent)
  )
}

function isCondition(ts: TypeScript, node: ts.Node): node is ts.IfStatement | ts.PrefixUnaryExpression {
  return ts.isIfStatement(node) || ts.isPrefixUnaryExpression(node)
}

/** Writes `if (mocks)` for `if (nock)`, which goes with what is inside of it. */
export function convertCondition(source: Source, use: ts.Identifier, hasStubs: boolean): void {
  const { ts } = source
  const { parent } = use
  if (!isCondition(ts, parent)) return
  const then = ts.isIfStatement(parent) && !parent.elseStatement ? parent.thenStatement : undefined
  const inside = then && ts.isBlock(then) ? then.statements : then ? [then] : []
  if (inside.length > 0 && inside.every((one) => source.removed.has(one))) source.remove(parent)
  else if (hasStubs) source.replace(use, source.localName('mocks'))
  else source.leave(use, HANDED_OVER)
}

const OF_SCOPE_ALONE = /^(?:on|once|clone)$/

/** Whether a file, or one that imports it, asks more of a scope of a name, beside some uses: what gets a scope may call it so too. */
export function isReadAsScope({ ts, file, rulings }: Source, name: string, own: readonly ts.Node[] = []): boolean {
  const isRead = (node: ts.Node) =>
    ts.isPropertyAccessExpression(node) &&
    node.expression.getText().split('.').at(-1) === name &&
    !own.includes(node.expression) &&
    (INTERCEPTOR.test(node.name.text) || OF_SCOPE_ALONE.test(node.name.text))
  return [file, ...rulings.importers()].some((one) => nodesIn(ts, one, isRead).length > 0)
}

export function convertOther(source: Source, use: ts.Identifier, done: ReadonlyMap<ts.Symbol, Held | undefined>): void {
  const { ts } = source
  const { parent } = use
  const name = ts.isQualifiedName(parent) ? parent : use
  // The types of a reply's parameters go with them.
  const around = ts.isParameter(name.parent.parent) ? name.parent.parent.parent.parent : undefined
  const isOfReply = around && ts.isCallExpression(around) && !/Scope$/.test(name.getText())
  if (ts.isTypeReferenceNode(name.parent)) {
    if (!isOfReply) convertType(source, name, done)
  } else if (isHandedOver(source, use)) source.leave(use, HANDED_OVER)
}

/** `let scope: nock.Scope` goes with its variable, or has the type of what the variable holds now. */
function convertType(source: Source, name: ts.EntityName, done: ReadonlyMap<ts.Symbol, Held | undefined>): void {
  const declaration = name.parent.parent
  const own = source.ts.isQualifiedName(name) ? name.right.text : name.text
  const plain = PLAIN_TYPES.get(own) ?? typeOfBase(source, name)
  if (plain !== undefined) {
    const isList = source.ts.isArrayTypeNode(declaration)
    source.replace(own === 'Options' ? declaration : name, isList ? `(${plain})` : plain)
    source.converted += 1
    return
  }
  const isVariable = source.ts.isVariableDeclaration(declaration)
  const symbol = isVariable ? source.checker.getSymbolAtLocation(declaration.name) : undefined
  const around = source.ts.isFunctionLike(declaration) ? declaration : source.file
  const isConverted = own === 'Scope' && !source.left.some(({ node }) => isInside(node, around))
  // What the functions of a file return in place of scopes, or take.
  const isHeld = [...source.behind].some((code) => code.includes(HOLDER))
  const returned = isHeld ? 'held' : around === source.file ? undefined : 'nothing'
  const outcome = (symbol && done.get(symbol)) ?? (isConverted ? returned : undefined)
  // A scope that stays, and what a function returns in place of one, can both be asked.
  const isPart = source.converted > 0 && source.kept.length + source.rulings.beneath.length > 0
  if (outcome === undefined && own === 'Scope' && isPart) {
    source.replace(name, `Pick<${name.getText()}, ${source.quote('done')} | ${source.quote('isDone')}>`)
    return
  }
  if (outcome === undefined) source.leave(name, OF_SCOPE)
  if (outcome === undefined || outcome === 'left') return
  if (outcome !== 'dropped') source.replace(name, outcome === 'nothing' ? 'void' : HELD)
  source.converted += 1
}

/** The type of what a function returns that makes a base, and of the headers that it gets. */
function typeOfBase(source: Source, name: ts.EntityName): string | undefined {
  const around = functionAround(source, name)
  const made = around && source.rulings.bases.get(around)
  if (!made || made.refused !== undefined) return undefined
  const isHeaders = /\.Options\[.reqheaders.\]$/.test(name.parent.parent.getText())
  if (isHeaders) return `Record<string, ${source.name('Expectation')}<string>>`
  return name.parent.parent === around ? source.name('RestMethods') : undefined
}

const OF_SCOPE = 'write the type of what this variable holds now: Stub or RestMethods of mynah'

const PLAIN_TYPES: ReadonlyMap<string, string> = new Map([
  ['Body', 'string | Record<string, any>'],
  ['DataMatcherMap', 'Record<string, unknown>'],
  ['StatusCode', 'number'],
])
