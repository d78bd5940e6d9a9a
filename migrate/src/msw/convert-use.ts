import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import type { Source } from '../read/source.ts'
import { convertDelay } from './handlers/resolver.ts'
import { fieldOf } from './handlers/resolver-parameter.ts'
import { convertResponse } from './handlers/responses.ts'

/** Rewrites a use of an export of msw outside of handlers, or says what to write in its place. */
export function convertUse(source: Source, use: ts.Identifier, exported: string): void {
  if (exported === 'HttpResponse') source.attempt(use, () => convertResponse(source, use))
  else if (exported === 'delay') source.attempt(use, () => convertDelay(source, use))
  else if (isType(source, use)) source.attempt(use, () => convertType(source, use, exported))
  else source.leave(use, BY_HAND[exported] ?? `${exported} of msw: see "From MSW" in migrating.md`)
}

export const MSW_1 = 'msw 1 is not converted'

export const STORIES =
  'msw-storybook-addon takes handlers of msw: use parameters: { mynah: { routes } } of mynah/storybook'

/** What to write in place of an export of msw that many files have. */
const BY_HAND: Readonly<Record<string, string>> = {
  setupServer: 'keep what setupServer() returns in a variable: mynah-migrate follows that',
  setupWorker: 'keep what setupWorker() returns in a variable: mynah-migrate follows that',
  ws: 'write rest.get(url, websocket({ open, message, close })), with websocket of mynah/websocket',
  bypass: 'outside of a resolver, let the origin pass: setupMocks(routes, { passthrough: [origin] })',
  '*': "import the names of msw one by one: import { http, HttpResponse } from 'msw'",
}

const TYPES: Readonly<Record<string, string>> = {
  HttpHandler: 'Stub',
  RequestHandler: 'Stub',
  SetupServer: 'Mocks',
  SetupServerApi: 'Mocks',
  SetupWorker: 'Mocks',
  GraphQLHandler: 'Stub',
  AnyHandler: 'Stub',
  ResponseResolverInfo: 'ResolverContext',
}

const PLAIN_TYPES: Readonly<Record<string, string>> = {
  StrictRequest: 'Request',
  StrictResponse: 'Response',
  HttpResponseInit: 'ResponseInit',
  DefaultBodyType: 'unknown',
  JsonBodyType: 'unknown',
  PathParams: 'Record<string, string | string[]>',
  Path: 'string | RegExp',
  ResponseResolverReturnType: 'unknown',
  AsyncResponseResolverReturnType: 'unknown',
}

export function isType({ ts }: Source, { parent }: ts.Identifier): boolean {
  return ts.isTypeReferenceNode(parent) || ts.isTypeQueryNode(parent)
}

export function convertType(source: Source, use: ts.Identifier, exported: string): void {
  const { ts } = source
  if (ts.isTypeQueryNode(use.parent)) {
    const type = use.parent.parent
    const isReturned = ts.isTypeReferenceNode(type) && type.typeName.getText() === 'ReturnType'
    if (!isReturned || !/^setup(?:Server|Worker)$/.test(use.text))
      leaveByHand(`the type of ${use.text} has no counterpart: write that of rest, or Mocks`)
    source.replace(type, source.name('Mocks'))
    return
  }
  const type = use.parent as ts.TypeReferenceNode
  const name = TYPES[exported]
  if (name !== undefined) source.replace(type, source.name(name))
  else if (/^(?:Http)?ResponseResolver$/.test(exported)) {
    const isOfParameters = ts.isTypeReferenceNode(type.parent) && type.parent.typeName.getText() === 'Parameters'
    const code = `(context: ${source.name('ResolverContext')}) => unknown`
    if (isOfParameters) convertHanded(source, type.parent)
    else source.replace(type, ts.isTypeNode(type.parent) ? `(${code})` : code)
  } else if (Object.hasOwn(PLAIN_TYPES, exported)) {
    const code = PLAIN_TYPES[exported] as string
    const isList = ts.isArrayTypeNode(type.parent) && / \| /.test(code)
    source.replace(type, isList ? `(${code})` : code)
  } else leaveByHand(`the type ${exported} has no counterpart: remove it`)
}

/** Of `Parameters<ResponseResolver>` the type of what resolvers are handed, and what a parameter takes apart of it. */
function convertHanded(source: Source, parameters: ts.Node): void {
  const { ts } = source
  const { parent } = parameters
  const isFirst = ts.isIndexedAccessTypeNode(parent)
  const context = source.name('ResolverContext')
  source.replace(isFirst ? parent : parameters, isFirst ? context : `[${context}]`)
  const parameter = isFirst ? parent.parent : parent
  if (!ts.isParameter(parameter)) return
  const [element] = ts.isArrayBindingPattern(parameter.name) ? parameter.name.elements : [parameter]
  if (!element || ts.isOmittedExpression(element) || !ts.isObjectBindingPattern(element.name)) return
  const fields = element.name.elements.map((one) => fieldOf(source, one))
  source.replace(element.name, `{ request: { ${fields.join(', ')} } }`)
}
