import type ts from 'typescript'
import { removeAssertion } from '../declare/assertion-counts.ts'
import { assertionOf, isToThrow, statementOfCall } from '../read/assertions.ts'
import { type Chain, nodesIn, usesOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { HELD, HOLDER } from './hold-scope.ts'
import { isBase } from './interceptors/chains.ts'
/** What a file does with a variable that holds a scope. */
export interface ScopeUses {
  readonly name: ts.Identifier
  readonly symbol: ts.Symbol
  /** Declarations without a value: `let scope`. */
  readonly declarations: readonly ts.VariableDeclaration[]
  /** Statements that demand its requests: `scope.done()`, `assert(scope.isDone())`. */
  readonly demands: readonly ts.Statement[]
  /** `scope.isDone()` that is not asserted to be true. */
  readonly questions: readonly ts.CallExpression[]
  /** The roots of further chains: `scope.get(…)`. */
  readonly roots: readonly ts.Identifier[]
  /** `scope.done()` in a function that is asserted to throw. */
  readonly throwing: readonly ts.CallExpression[]
  /** Uses that are not known. */
  readonly others: readonly ts.Identifier[]
}

const INTERCEPTOR =
  /^(?:get|post|put|patch|delete|head|options|merge|intercept|persist|matchHeader|defaultReplyHeaders|replyContentLength|replyDate|filtering(?:Path|RequestBody))$/

/** Why a use of a scope stays that holds these chains. */
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
  const throwing: ts.CallExpression[] = []
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
    const around = demandAround(source, use)
    if (around) {
      if (!demands.includes(around)) demands.push(around)
    } else if (demand && demands.some((one) => one.pos < demand.pos && one.end >= demand.end)) continue
    else if (demand) demands.push(demand)
    else if (call && member === 'done' && isToThrow(source, call)) throwing.push(call)
    else if (call && member === 'isDone') questions.push(call)
    else if (INTERCEPTOR.test(member)) roots.push(use)
    else others.push(use)
  }
  return { name, symbol, declarations, demands, questions, roots, throwing, others }
}

/** How many constructs a variable has beside its chains. */
export function countOfUses({ demands, questions, throwing }: ScopeUses): number {
  return demands.length + questions.length + throwing.length
}

export function replaceDemands(source: Source, { demands, throwing }: ScopeUses, isPersisted: boolean): void {
  for (const call of throwing) source.replace(call, verifyCode(source))
  for (const statement of demands) replaceDemand(source, statement, isPersisted)
}

/** What always answers cannot be used up: whether it was asked is looked at where nock was asked. */
export function replaceDemand(source: Source, statement: ts.Statement, isPersisted: boolean): void {
  if (isPersisted) source.replace(statement, verifyCode(source) + source.style.semicolon)
  else removeAssertion(source, statement)
}

function verifyCode(source: Source): string {
  return `${source.localName('mocks')}.verify({ unused: true })`
}

/** The statement that does nothing but demand the requests of scopes: `if (scope) scope.done()`, `scopes.forEach((one) => one.done())`. */
function demandAround({ ts }: Source, use: ts.Identifier): ts.Statement | undefined {
  const isCondition = ts.isIfStatement(use.parent) || ts.isForOfStatement(use.parent)
  const member = ts.isPropertyAccessExpression(use.parent) ? use.parent.name.text : ''
  if (!isCondition && member !== 'forEach') return undefined
  const statement = ts.findAncestor(use, ts.isStatement)
  const calls = statement ? nodesIn(ts, statement, ts.isCallExpression) : []
  const names = calls.map(({ expression }) => (ts.isPropertyAccessExpression(expression) ? expression.name.text : ''))
  return names.includes('done') && names.every((name) => /^(?:done|forEach)$/.test(name)) ? statement : undefined
}

/** The statement that demands a scope's requests, if a call is its centre. */
function demandOf(source: Source, member: string, call: ts.CallExpression): ts.Statement | undefined {
  if (member === 'done') return statementOfCall(source, call)
  const asserted = member === 'isDone' ? assertionOf(source, call) : undefined
  return asserted?.isTrue ? asserted.statement : undefined
}

/**
 * Writes out the types of a body before the chains, which take the text of their functions with them, and drop the type of `this`. Returns
 * the other uses.
 */
export function replaceBodyTypes(source: Source, uses: readonly ts.Identifier[]): ts.Identifier[] {
  const { ts } = source
  return uses.filter(({ parent }) => {
    const type = ts.isQualifiedName(parent) ? parent : ts.isTypeReferenceNode(parent) ? parent.typeName : undefined
    const around = type && parent.parent.parent
    if (around && ts.isParameter(around) && around.name.getText() === 'this') return false
    const name = type && (ts.isQualifiedName(type) ? type.right : type).text
    if (!type || !name || !/^(?:(?:Reply)?Body|RequestBodyMatcher)$/.test(name)) return true
    source.replace(type, name === 'RequestBodyMatcher' ? 'any' : 'string | Record<string, any>')
    source.converted += 1
    return false
  })
}

/** What a variable holds now whose chains were read. */
export type Held = 'dropped' | 'held' | 'base' | 'left'

/** Whether a use reads a member of a scope, or exports the scope. */
export function isMember({ ts }: Source, { parent }: ts.Identifier): boolean {
  return ts.isPropertyAccessExpression(parent) || ts.isVariableDeclaration(parent)
}

export const HANDED_OVER =
  'write what gets nock here with mynah: rest.at(base) makes the stubs, and mocks.use(stub) declares them'

/** Whether something gets nock itself. */
export function isHandedOver({ ts }: Source, use: ts.Identifier): boolean {
  const { parent } = use
  const isCall = ts.isCallExpression(parent) && parent.expression === use
  return !(
    isCall ||
    ts.isPropertyAccessExpression(parent) ||
    ts.isQualifiedName(parent) ||
    ts.isTypeReferenceNode(parent)
  )
}

/** Rewrites a use of nock that is no call of it and none of its members. */
export function convertOther(source: Source, use: ts.Identifier, done: ReadonlyMap<ts.Symbol, Held>): void {
  const { ts } = source
  const { parent } = use
  if (ts.isQualifiedName(parent)) convertType(source, parent, done)
  else if (ts.isTypeReferenceNode(parent)) convertType(source, use, done)
  else if (isHandedOver(source, use)) source.leave(use, HANDED_OVER)
}

/** `let scope: nock.Scope` goes with its variable, or has the type of what the variable holds now. */
function convertType(source: Source, name: ts.EntityName, done: ReadonlyMap<ts.Symbol, Held>): void {
  const declaration = name.parent.parent
  const isVariable = source.ts.isVariableDeclaration(declaration)
  const symbol = isVariable ? source.checker.getSymbolAtLocation(declaration.name) : undefined
  const isScope = (source.ts.isQualifiedName(name) ? name.right : name).text === 'Scope'
  const isConverted = isScope && source.left.length === 0
  const outcome = (symbol && done.get(symbol)) ?? (isConverted ? returnedNow(source, declaration) : undefined)
  if (outcome === undefined)
    source.leave(name, 'write the type of what this variable holds now: Stub or RestMethods of mynah')
  if (outcome === undefined || outcome === 'left') return
  if (outcome !== 'dropped') source.replace(name, CODE_OF[outcome] ?? source.name('RestMethods'))
  source.converted += 1
}

const CODE_OF: Readonly<Record<string, string>> = { held: HELD, returned: HELD, nothing: 'void' }

/** What the functions of a file return in place of scopes, or take. */
function returnedNow({ ts, behind }: Source, around: ts.Node): 'returned' | 'nothing' | undefined {
  if ([...behind].some((code) => code.includes(HOLDER))) return 'returned'
  return ts.isFunctionLike(around) ? 'nothing' : undefined
}
