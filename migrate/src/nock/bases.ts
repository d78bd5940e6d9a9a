import type ts from 'typescript'
import { isReturned, ownerOf } from '../declare/override.ts'
import { given } from '../layout/model.ts'
import { printCall } from '../layout/print-stub.ts'
import { originalOf } from '../read/imports.ts'
import { type Chain, callOf, chainFrom, functionAround, isAssignment, nodesIn } from '../read/nodes.ts'
import type { MadeBase } from '../read/rulings.ts'
import { leaveByHand, type Source } from '../read/source.ts'
import { matchCode } from '../request/conditions.ts'
import { baseOf, isBase, scopeOf } from './interceptors/chains.ts'
import { inURL, readScopeLink } from './interceptors/links.ts'
import { scopeUses } from './scopes.ts'

export function callsOfBases(source: Source): ts.CallExpression[] {
  return nodesIn(source.ts, source.file, source.ts.isCallExpression).filter((call) => baseOf(source, call))
}

/** The calls that make the scopes of a file, those first whose scope a function returns: `nock(base)`, and the calls of such a function. */
export function findRoots(source: Source, calls: readonly ts.CallExpression[]): ts.CallExpression[] {
  const { bases } = source.rulings
  for (;;) {
    const { size } = bases
    const roots = [...calls, ...callsOfBases(source)]
    for (const root of roots) {
      const around = functionReturning(source, chainFrom(source, root))
      if (around && !bases.has(around)) bases.set(around, { root })
    }
    const made = [...bases.values()].flatMap(({ root }) => (roots.includes(root) ? root : []))
    if (bases.size === size) return [...new Set([...made, ...roots])]
  }
}

/** The function that returns a scope without an interceptor as it is, and does nothing else with it. */
function functionReturning(source: Source, chain: Chain): ts.SignatureDeclaration | undefined {
  const owner = ownerOf(source, chain.node)
  const symbol = owner && source.checker.getSymbolAtLocation(owner)
  const uses = owner && symbol && scopeUses(source, owner, symbol)
  const [returned, ...others] = uses ? uses.others : [chain.node]
  const isUsed = uses && [...others, ...uses.roots, ...uses.demands, ...uses.questions].length > 0
  if (!returned || isUsed || !isBase(chain.links) || !isReturned(source, returned)) return undefined
  const around = functionAround(source, returned)
  return around && isOnlyCalled(source, around) ? around : undefined
}

/** Whether a function has a name or is exported, returns at one place, and is handed to nothing. */
function isOnlyCalled(source: Source, around: ts.SignatureDeclaration): boolean {
  const { ts, file, rulings, checker } = source
  const { parent } = around
  const isNameOf = (symbol?: ts.Symbol) => [around, parent].some((one) => one === symbol?.valueDeclaration)
  const isExport = (node: ts.Node) =>
    ts.isExportAssignment(node) || (isAssignment(source, node) && /^(?:module\.)?exports\b/.test(node.left.getText()))
  if (!(ts.isFunctionDeclaration(around) || ts.isVariableDeclaration(parent) || isExport(parent))) return false
  const isOwn = (node: ts.Node) => ts.isReturnStatement(node) && functionAround(source, node) === around
  if (nodesIn(ts, around, isOwn).length > 1) return false
  const isHanded = (node: ts.Node) =>
    ts.isIdentifier(node) &&
    callOf(ts, node) === undefined &&
    (ts.isCallExpression(node.parent) || (isAssignment(source, node.parent) && !isExport(node.parent))) &&
    isNameOf(originalOf(source, checker.getSymbolAtLocation(node)))
  return [file, ...rulings.importers()].every((one) => nodesIn(ts, one, isHanded).length === 0)
}

/** What returns a scope stays with all that its callers add to it. */
export function refuseBases(source: Source): void {
  const { kept, left, rulings } = source
  for (const { node, made, makes } of kept) {
    const { reason = '' } = left.find((one) => one.node === node) ?? left[0] ?? {}
    if (makes) makes.refused ??= reason
    if (made) made.refused ??= `${rulings.placeOf(node)} adds to this: ${reason}`
  }
}

/** Writes a scope that gets its interceptors where the function is called that returns it. */
export function convertBase(source: Source, { root, node, links }: Chain, made: MadeBase): void {
  if (made.refused !== undefined) leaveByHand(made.refused)
  const scope = scopeOf(source, root)
  for (const link of links) readScopeLink(source, scope, link)
  const { base, conditions, isOpen, filter, anyBody, replyHeaders } = scope
  if (isOpen || filter || anyBody !== undefined || (scope.made && links.length > 0)) leaveByHand(BY_CALLERS)
  const settings = given({ match: matchCode(conditions), headers: replyHeaders })
  made.scope = scope.made ?? { ...scope, isAsking: settings.length > 0 }
  if (scope.made) return
  const args = [source.code(inURL(source, base)), ...(settings.length > 0 ? [settings] : [])]
  source.replace(node, printCall(`${source.name('rest')}.at`, args, source.style, source.indentOf(node)))
}

const BY_CALLERS = 'write rest.at(base, settings) here, and declare the stubs of its callers by mocks.use(stub)'
