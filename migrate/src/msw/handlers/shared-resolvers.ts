import type ts from 'typescript'
import { nodesIn, usesIn } from '../../read/nodes.ts'
import type { Source } from '../../read/source.ts'
import { type Callable, functionOf, type Inline, isInline } from '../../request/resolver.ts'
import { alwaysAnswers } from './ends-open.ts'
import { convertResolver } from './resolver.ts'
import { MEMBERS } from './resolver-parameter.ts'
import { convertResponse } from './responses.ts'
import { type Uses, usesInside } from './uses.ts'

/** A function that returns a resolver which calls one that it is handed: `withAuth(resolver)`. */
interface Wrapper {
  readonly made: Inline
  /** The position of the resolver that it is handed. */
  readonly index: number
}

/** The resolver that is handed to a wrapper, whose own file converts the wrapper. */
export function wrappedBy(source: Source, node: ts.Expression): ts.Expression | undefined {
  if (!source.ts.isCallExpression(node)) return undefined
  const found = functionOf(source, node.expression)
  const wrapper = found && wrapperOf(source, found)
  return wrapper && node.arguments[wrapper.index]
}

/** Whether a function of the project makes a resolver that asks for nothing: `later(20, body)`. */
export function isReadyMade(source: Source, node: ts.Expression): boolean {
  const found = source.ts.isCallExpression(node) ? functionOf(source, node.expression) : undefined
  const made = found && madeBy(source, found)
  return made !== undefined && made.parameters.length === 0 && alwaysAnswers(source, made)
}

/** Whether a name stands for a resolver of another file, which says by its type that it is one. */
export function isTypedElsewhere(source: Source, node: ts.Expression): boolean {
  const found = functionOf(source, node)
  return found !== undefined && found.getSourceFile() !== source.file && isTyped(found)
}

/** A resolver that calls a function of the project, which says by a type of its own what it reads: `{ request: Request }`. */
export function callingCode(source: Source, node: ts.Expression): string | undefined {
  const { ts, checker } = source
  const [signature] = checker.getSignaturesOfType(checker.getTypeAtLocation(node), ts.SignatureKind.Call)
  const [parameter, ...others] = signature?.getParameters() ?? []
  const declared = parameter?.valueDeclaration as ts.ParameterDeclaration | undefined
  if (isInline(source, node) || !signature || !parameter || !declared?.type || others.length > 0) return undefined
  const read = checker.getTypeOfSymbol(parameter).getProperties()
  const isOwn = read.every(({ declarations }) =>
    declarations?.every((one) => !/\/node_modules\/msw\//.test(one.getSourceFile().fileName)),
  )
  const returned = checker.getAwaitedType(signature.getReturnType())
  const isAnswered = (returned?.isUnion() ? returned.types : [returned]).every((one) =>
    RESPONSE.test(one?.symbol?.name ?? ''),
  )
  const names = read.map(({ name }) => name)
  if (!isOwn || !isAnswered || !names.includes('request') || !names.every((name) => Object.hasOwn(MEMBERS, name)))
    return undefined
  const fields = names.map((name) => (name === 'request' ? 'raw: request' : name)).join(', ')
  return `({ request: { ${fields} } }) => ${source.code(node)}({ ${names.join(', ')} })`
}

const RESPONSE = /^(?:Http|Strict)?Response$/

/** Rewrites the resolvers that no handler of this file has: those of wrappers, and those with a type of msw. */
export function convertShared(source: Source, uses: Uses, resolvers: Set<ts.Node>): ts.Node[] {
  const { ts, file } = source
  const isFunction = (node: ts.Node): node is Callable =>
    isInline(source, node as ts.Expression) || ts.isFunctionDeclaration(node)
  return nodesIn(ts, file, isFunction).flatMap((one) => {
    const resolver =
      wrapperOf(source, one)?.made ??
      (isTyped(one) && isInline(source, one as ts.Expression) ? (one as Inline) : undefined)
    if (!resolver || resolvers.has(resolver)) return []
    resolvers.add(resolver)
    const isConverted = source.attempt(resolver, () => {
      convertResolver(source, resolver, uses, [], undefined)
      for (const use of usesInside(uses, 'HttpResponse', resolver)) convertResponse(source, use, resolver)
    })
    // It may be a resolver of any list.
    return isConverted ? [] : [file]
  })
}

function isTyped({ parent }: Callable): boolean {
  return /^(?:Http)?ResponseResolver\b/.test((parent as Partial<ts.VariableDeclaration>).type?.getText() ?? '')
}

function wrapperOf(source: Source, found: Callable): Wrapper | undefined {
  const { ts } = source
  const made = madeBy(source, found)
  if (!made) return undefined
  const isOfMsw = /ResponseResolver\b|\bHttpResponse\b/.test(found.getText())
  const index = found.parameters.findIndex(({ name }) => {
    const calls = ts.isIdentifier(name) ? usesIn(source, made.body, name).map(({ parent }) => parent) : []
    return calls.some((one) => ts.isCallExpression(one) && one.expression.getText() === name.getText())
  })
  return isOfMsw && index >= 0 ? { made, index } : undefined
}

/** The function that another one returns in the end. */
function madeBy(source: Source, { body }: Callable): Inline | undefined {
  const { ts } = source
  const last = body && ts.isBlock(body) ? body.statements.at(-1) : undefined
  const made = body && ts.isBlock(body) ? last && ts.isReturnStatement(last) && last.expression : body
  return made && isInline(source, made) ? made : undefined
}
