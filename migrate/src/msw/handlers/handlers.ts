import type ts from 'typescript'
import { printStub } from '../../layout/print-stub.ts'
import { constantOf } from '../../read/constants.ts'
import { calleeOf, nodesIn, propertyOf } from '../../read/nodes.ts'
import { shorten } from '../../read/payload.ts'
import { leaveByHand, type Source } from '../../read/source.ts'
import { isOncePerFile, testsIn } from '../../read/tests.ts'
import { type Inline, isInline } from '../../request/resolver.ts'
import { type Key, keyOfPath } from './path.ts'
import { convertResolver } from './resolver.ts'
import { isResolver } from './resolver-parameter.ts'
import { convertResponse, dropTypes, fixedResponse, type Takes } from './responses.ts'
import { exportOf, type Handled, type Uses, usesInside } from './uses.ts'

export interface Maker {
  readonly methods: RegExp
  /** What stands in the place of the maker; `undefined` if it stays. */
  readonly caller: string | undefined
  /** What its resolvers are handed in mynah under the same name. */
  readonly handed: readonly string[]
  keyOf(source: Source, node: ts.Expression): Key
  readonly takes: Takes
}

export function httpMaker(source: Source): Maker {
  return {
    methods: /^(?:get|head|post|put|patch|delete|options|all)$/,
    caller: source.localName('rest'),
    handed: [],
    keyOf: keyOfPath,
    takes: () => true,
  }
}

const SUBSCRIPTION =
  'write it as api.subscription(name, [{ data }]), with graphql(endpoint, { websocket }) if the client opens a WebSocket'

export function convertHandler(source: Source, maker: Maker, call: ts.CallExpression, handled: Handled): void {
  const { ts } = source
  const { uses, resolvers } = handled
  const { expression: owner } = call.expression as ts.PropertyAccessExpression | ts.ElementAccessExpression
  // A method that is a value, http[method], is called the same here.
  const method = ts.isPropertyAccessExpression(call.expression) ? call.expression.name.text : undefined
  const [key, resolver, options] = method === 'operation' ? [undefined, ...call.arguments] : call.arguments
  const isKnown = (method === undefined || maker.methods.test(method)) && (key || method === 'operation')
  if (method === 'subscription') leaveByHand(SUBSCRIPTION)
  if (!isKnown || !resolver) leaveByHand(`write ${owner.getText(source.file)}.${method} as rest.get(path, payload)`)
  if (maker.caller === source.localName('rest')) source.name('rest')
  const times = options && timesOf(source, options)
  // One of a list that serves all tests.
  const isListed = isOncePerFile(source, call) && !/\.use$/.test(calleeOf(source, call.parent))
  if (times && isListed && testsIn(source).length !== 1) source.note(call, COUNTED)
  const { code, match } = (key && maker.keyOf(source, key)) ?? {}
  const caller = maker.caller ?? source.code(owner)
  const fixed = method && fixedResponse(source, resolver, uses)
  if (fixed && maker.takes(fixed)) {
    const types = call.typeArguments && maker.handed.length > 0 ? call.typeArguments.map((one) => source.code(one)) : []
    const typed = types.length > 0 ? `${method}<${types.join(', ')}>` : method
    const stub = { method: typed, path: code ?? '', match, times, ...fixed }
    source.replace(call, printStub(stub, caller, source, source.style, source.indentOf(call)))
    return
  }
  const isPassing = ts.isIdentifier(resolver) && uses.get(resolver) === 'passthrough'
  const inline = isPassing ? undefined : inlineOf(source, resolver)
  if (isPassing) source.edits.insert(resolver.end, '()')
  // What another function or file has as a resolver by its type is rewritten there.
  else if (!inline && !isResolver(source, source.checker.getTypeAtLocation(resolver)))
    leaveByHand(`rewrite ${shorten(resolver.getText(source.file))} as a resolver: ({ request }) => payload`)
  if (inline && !resolvers.has(inline)) convertInline(source, maker, inline, uses, match ? undefined : code)
  if (inline) resolvers.add(inline)
  if (maker.handed.length === 0) dropTypes(source, call)
  if (maker.caller !== undefined) source.replace(owner, maker.caller)
  if (key && code !== undefined) source.replace(key, code)
  const settings = [...(match ? [`match: ${match}`] : []), ...(times ? [`times: ${times}`] : [])].join(', ')
  if (options) source.replace(options, settings ? `{ ${settings} }` : '{}')
  else if (match) source.edits.insert(resolver.end, `, { ${settings} }`)
}

export function convertInline(source: Source, maker: Maker, node: Inline, uses: Uses, path?: string): void {
  convertResolver(source, node, uses, maker.handed, path)
  for (const use of usesInside(uses, 'HttpResponse', node)) convertResponse(source, use, node, maker.takes)
}

export function typedResolvers(source: Source): Inline[] {
  const isTyped = (node: ts.Node): node is Inline =>
    isInline(source, node as ts.Expression) && isResolver(source, source.checker.getContextualType(node as Inline))
  return nodesIn(source.ts, source.file, isTyped)
}

const COUNTED = 'times counts anew in each test; msw counts until restoreHandlers()'

function timesOf(source: Source, options: ts.Expression): string | undefined {
  const { SyntaxKind } = source.ts
  const object = source.ts.isObjectLiteralExpression(options) ? options : undefined
  const once = object && propertyOf(source, object, 'once')
  if (object?.properties.length === 1 && once?.kind === SyntaxKind.TrueKeyword) return '1'
  const isNone = object && (object.properties.length === 0 || once?.kind === SyntaxKind.FalseKeyword)
  return isNone ? undefined : leaveByHand('write { times: 1 } if the handler answers once')
}

/** The function of a resolver: written here, or in a constant of the file. */
function inlineOf(source: Source, node: ts.Expression): Inline | undefined {
  const { ts } = source
  if (isInline(source, node)) return node
  const value = ts.isIdentifier(node) ? constantOf(source, node) : undefined
  if (!value || value.getSourceFile() !== source.file) return undefined
  // A type of msw goes with the parameter that has it.
  const types = isInline(source, value) ? [...value.parameters.map(({ type }) => type), value.type] : []
  const isOwn = (type: ts.Node) => nodesIn(ts, type, ts.isIdentifier).every((name) => !exportOf(source, name))
  if (types.some((type) => type && isOwn(type)))
    leaveByHand('write the types of this resolver as those of mynah: ({ request }: ResolverContext) => payload')
  return inlineOf(source, value)
}
