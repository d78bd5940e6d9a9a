import type ts from 'typescript'
import { bindingsOf, originalOf, packageOf } from '../../read/imports.ts'
import { listIn } from '../../read/known-names.ts'
import { calleeOf, innerOf, isInVariable, isTypeScript, nodesIn, symbolAt, usesIn } from '../../read/nodes.ts'
import { anyPath } from '../../read/path.ts'
import { leaveByHand, type Source } from '../../read/source.ts'
import { isInline } from '../../request/resolver.ts'
import { httpMaker } from './handlers.ts'
import { type Key, keyOfPath } from './path.ts'
import type { Handled } from './uses.ts'

const ASK = 'askMsw'

/**
 * Has mynah ask a handler that stays with msw, at its place in the order of all stubs, if it can: then the other handlers of its list
 * do not stay with it.
 */
export function askHandler(source: Source, call: ts.CallExpression, maker: string, { uses, kept }: Handled): void {
  const { ts } = source
  const [path, resolver] = call.arguments
  const method = ts.isPropertyAccessExpression(call.expression) ? call.expression.name.text : undefined
  const known = maker === 'http' && path ? knownKey(source, path) : undefined
  const key = known ?? { code: anyPath(source) }
  // Only msw's own server knows what it is to let a request pass.
  const isPassing = nodesIn(ts, call, ts.isIdentifier).some((one) =>
    /^(?:passthrough|bypass)$/.test(uses.get(one) ?? ''),
  )
  // A resolver that another handler has too is rewritten for that.
  const isNamed = resolver && ts.isIdentifier(resolver) && usesIn(source, source.file, resolver).length <= 2
  const isOwn = isInline(source, resolver) || isNamed
  // Operations of a subscription come over a WebSocket.
  if (!path || method === 'subscription' || !isOwn || isPassing) {
    kept.push(call)
    return
  }
  const verb = maker === 'http' && method !== undefined && httpMaker(source).methods.test(method) ? method : 'all'
  if (maker === 'http' && !known) source.note(call, LAST)
  const match = key.match ? `, { match: ${key.match} }` : ''
  source.edits.insert(call.getStart(source.file), `${source.name('rest')}.${verb}(${key.code}, ${ASK}(`)
  source.edits.insert(call.end, `)${match})`)
}

const LAST =
  'msw asks these handlers at their place in the list, and mynah where no stub of a path answers: check what both take'

/** Whether a node is what an earlier run has mynah ask for, or in the function that asks. */
export function isAsked(source: Source, node: ts.Node): boolean {
  const { ts } = source
  const isAsking = (one: ts.Node) => calleeOf(source, one) === ASK
  return isInVariable(source, node, ASK) || ts.findAncestor(node, isAsking) !== undefined
}

/** The path, and a condition on the rest of the URL; nothing if they cannot be told. */
function knownKey(source: Source, path: ts.Expression): Key | undefined {
  const restore = source.edits.snapshot()
  let key: Key | undefined
  source.refusalOf(() => {
    key = keyOfPath(source, path)
  })
  restore()
  return key
}

/** Has mynah ask for an item of a list that is of a module which stays with msw, behind all stubs of a path. */
export function askListed(source: Source, item: ts.Expression): void {
  const kept = keptOf(source, item)
  if (kept === 'in part')
    leaveByHand('a module has handlers of msw and of mynah in one list: take those that stay from their own module')
  if (kept === undefined) return
  source.note(item, LAST)
  source.edits.insert(item.getStart(source.file), `${source.name('rest')}.all(${anyPath(source)}, ${ASK}(`)
  source.edits.insert(item.end, '))')
}

/** The items of a module's arrays by which a package makes handlers of msw, as `toHandlers()` of @mswjs/data does. */
export function madeByPackages(source: Source): ts.Expression[] {
  const { ts, file } = source
  return nodesIn(ts, file, ts.isCallExpression, ts.isFunctionLike)
    .filter(({ parent }) => ts.isArrayLiteralExpression(ts.isSpreadElement(parent) ? parent.parent : parent))
    .filter((call) => isMadeByPackage(source, call) && !isAsked(source, call))
    .map((call) => (ts.isSpreadElement(call.parent) ? call.parent : call))
}

function isMadeByPackage({ checker }: Source, call: ts.CallExpression): boolean {
  const type = checker.getTypeAtLocation(call)
  const handler = type.getNumberIndexType() ?? type
  const isOfMsw = /^(?:Http|GraphQL|Request)Handler$/.test(handler.symbol?.name ?? '')
  return isOfMsw && !/^(?:msw|typescript)?$/.test(packageOf(checker.getResolvedSignature(call)?.declaration))
}

/** How much of the module stays with msw whose handlers an item of a list has; nothing if it does not. */
export function keptOf(source: Source, item: ts.Expression): 'whole' | 'in part' | undefined {
  const { ts, rulings } = source
  const inner = innerOf(source, ts.isSpreadElement(item) ? item.expression : item)
  if (ts.isPropertyAccessExpression(inner)) return keptOf(source, inner.expression)
  if (ts.isCallExpression(inner)) {
    if (isMadeByPackage(source, inner)) return 'whole'
    const [first] = /^Object\.values$|^\w+\.from$/.test(calleeOf(source, inner)) ? inner.arguments : []
    return keptOf(source, first ?? inner.expression)
  }
  const [declaration] = (ts.isIdentifier(inner) && originalOf(source, symbolAt(source, inner))?.declarations) || []
  return declaration && rulings.asked.get(declaration.getSourceFile().fileName)
}

/** Declares the function behind the imports, if the file asks by it. Returns whether it does. */
export function declareAsking(source: Source): boolean {
  const { file, style } = source
  if (file.text.includes(`const ${ASK} =`) || !source.edits.toString().includes(`, ${ASK}(`)) return false
  const get = importGetResponse(source)
  const [handlers, context] = isTypeScript(source)
    ? [`...handlers: Parameters<typeof ${get}>[0]`, `{ request, next }: ${source.name('ResolverContext')}`]
    : ['...handlers', '{ request, next }']
  const code = `/** Asks handlers that stay with msw. */
const ${ASK} =
${style.indent}(${handlers}) =>
${style.indent}async (${context}) =>
${style.indent}${style.indent}(await ${get}(handlers, request.raw)) ?? next()${style.semicolon}`
  source.behind.add(code)
  return true
}

function importGetResponse(source: Source): string {
  const { ts } = source
  const of = bindingsOf(source, /^msw$/)
  const known = of.find(({ exported }) => exported === 'getResponse')
  if (known) return known.name.text
  const [first] = of.flatMap(({ statement }) => listIn(ts, statement)?.elements[0] ?? [])
  if (!first || source.localName('getResponse') !== 'getResponse') return source.name('getResponse')
  source.edits.insert(first.getStart(source.file), 'getResponse, ')
  return 'getResponse'
}
