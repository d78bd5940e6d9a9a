import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import type { Source } from '../read/source.ts'

/** What msw's types are called here. */
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

/** The types of the platform that stand for msw's. */
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

/** Rewrites the use of a type of msw. */
export function convertType(source: Source, use: ts.Identifier, exported: string): void {
  const { ts } = source
  if (ts.isTypeQueryNode(use.parent)) {
    const type = use.parent.parent
    if (!/^ReturnType<typeof setup(?:Server|Worker)>$/.test(type.getText(source.file)))
      leaveByHand(`the type of ${use.text} has no counterpart: write that of rest, or Mocks`)
    source.replace(type, source.name('Mocks'))
    return
  }
  const type = use.parent as ts.TypeReferenceNode
  const name = TYPES[exported]
  if (name !== undefined) source.replace(type, source.name(name))
  else if (/^(?:Http)?ResponseResolver$/.test(exported)) {
    const code = `(context: ${source.name('ResolverContext')}) => unknown`
    source.replace(type, ts.isTypeNode(type.parent) ? `(${code})` : code)
  } else if (Object.hasOwn(PLAIN_TYPES, exported)) {
    const code = PLAIN_TYPES[exported] as string
    const isList = ts.isArrayTypeNode(type.parent) && / \| /.test(code)
    source.replace(type, isList ? `(${code})` : code)
  } else leaveByHand(`the type ${exported} has no counterpart: remove it`)
}
