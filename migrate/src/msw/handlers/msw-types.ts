import type ts from 'typescript'
import { leaveByHand, type Source } from '../../read/source.ts'

const TYPES: Readonly<Record<string, string>> = {
  HttpHandler: 'Stub',
  RequestHandler: 'Stub',
  SetupServer: 'Mocks',
  SetupServerApi: 'Mocks',
  SetupWorker: 'Mocks',
  GraphQLHandler: 'Stub',
  AnyHandler: 'Stub',
  ResponseResolverInfo: 'ResolverContext',
  'ReturnType<http>': 'Stub',
  'ReturnType<setupServer>': 'Mocks',
  'ReturnType<setupWorker>': 'Mocks',
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
  return ts.isTypeReferenceNode(parent) || ts.isTypeQueryNode(ts.isQualifiedName(parent) ? parent.parent : parent)
}

const RESOLVER = /^(?:Http)?ResponseResolver$/

/** The node of a type, and its name: that of an export, or what is written of its type: `ReturnType<setupServer>`. */
function namedBy({ ts }: Source, { parent }: ts.Identifier, exported: string): readonly [type: ts.Node, name: string] {
  const query = ts.isQualifiedName(parent) ? parent.parent : parent
  if (!ts.isTypeQueryNode(query) || !ts.isTypeReferenceNode(query.parent)) return [parent, exported]
  return [query.parent, query.parent.getText().replace(/typeof [\w.]+/, exported)]
}

export function convertType(source: Source, use: ts.Identifier, exported: string): void {
  const { ts } = source
  const [type, name] = namedBy(source, use, exported)
  const counterpart = TYPES[name]
  if (counterpart !== undefined) source.replace(type, source.name(counterpart))
  else if (RESOLVER.test(name)) {
    const isOfParameters = ts.isTypeReferenceNode(type.parent) && type.parent.typeName.getText() === 'Parameters'
    if (isOfParameters) leaveByHand(`write the parameters of ${name} as those of mynah: [ResolverContext]`)
    const code = `(context: ${source.name('ResolverContext')}) => unknown`
    source.replace(type, ts.isTypeNode(type.parent) ? `(${code})` : code)
  } else if (Object.hasOwn(PLAIN_TYPES, name)) {
    const code = PLAIN_TYPES[name] as string
    const isList = ts.isArrayTypeNode(type.parent) && / \| /.test(code)
    source.replace(type, isList ? `(${code})` : code)
  } else if (exported !== 'http' || name !== exported) leaveByHand(`the type ${name} has no counterpart: remove it`)
  else if (ts.isTypeOperatorNode(type.parent)) source.replace(type, source.name('RestMethods'))
  else source.replace(use, source.name('rest'))
}
