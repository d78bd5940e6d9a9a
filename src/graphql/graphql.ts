import { isNamedReply } from '../core/brand.ts'
import { MynahError } from '../core/errors.ts'
import { refuseCall } from '../core/refusal.ts'
import type { ResolverContext } from '../core/reply/reply.ts'
import { quote } from '../core/show.ts'
import { isMistake } from '../core/stub/correction.ts'
import { defineStub } from '../core/stub/define-stub.ts'
import { tryPath } from '../core/stub/parse-path.ts'
import type { Settings, Stub } from '../core/stub/stub.ts'
import { isPlainObject } from '../core/type-guards.ts'
import { traceFrom } from '../rest.ts'
import { whenReady } from '../runtime/event-loop.ts'
import { createContract, wordViolations } from './contract.ts'
import { type Endpoint, type GraphqlOptions, parseEndpoint } from './options.ts'
import { type ParsedOperation, parseOperation } from './parse-operation.ts'
import { askedOf } from './read-request.ts'
import { type RefuseResult, toResultReply } from './result.ts'
import { OPERATION_TYPES, type OperationType } from './scan.ts'
import type { GraphqlApi } from './typed.ts'

/**
 * Declares stubs for the operations of a GraphQL endpoint: `query`, `mutation` and `subscription` take a name, a RegExp or a
 * document; `operation` takes every operation. A result is what GraphQL sends: an object with `data` or `errors`.
 *
 * @param endpoint a path or a URL, as in `rest`.
 * @throws {RouteDefinitionError} for a wrong endpoint, and for an option that is unknown or has a wrong value.
 * @example
 * const api = graphql('/graphql')
 * setupMocks([api.query('GetUser', { data: { user: { id: 1, name: 'Ada' } } })])
 */
export function graphql(endpoint: string, options: GraphqlOptions = {}): GraphqlApi {
  const parsed = parseEndpoint(endpoint, options)
  const path = tryPath(endpoint)
  if (isMistake(path)) return refuseCall(`graphql(${quote(endpoint)})`, path.problem, undefined, { cause: path.cause })
  const methods = OPERATION_TYPES.map((type) => {
    const declare = (operation: unknown, result: unknown, settings?: Settings) =>
      defineOperation(parsed, parseOperation(parsed, type, operation), result, settings, declare)
    return [type, declare] as const
  })
  const operation = (result: unknown, settings?: Settings) =>
    defineOperation(parsed, parseOperation(parsed, undefined, undefined), result, settings, operation)
  return Object.freeze({ ...Object.fromEntries(methods), operation }) as unknown as GraphqlApi
}

function defineOperation(
  endpoint: Endpoint,
  operation: ParsedOperation,
  result: unknown,
  settings: Settings | undefined,
  caller: (...args: never[]) => unknown,
): Stub {
  const { type, title, call, document } = operation
  const trace = traceFrom(caller)
  const refuse: RefuseResult = (problem, meant) => refuseCall(`${call})`, problem, meant && `${call}, ${meant})`)
  const response =
    typeof result === 'function'
      ? resolverOf(endpoint, type, result as Resolve, () => stub)
      : toResultReply(type, result, refuse)
  const place = () => String(stub)
  const contract = createContract({ endpoint, type, document, title, trace, place })
  const stub: Stub = defineStub('ALL', endpoint.path, response, settings, trace, {
    operation,
    contract,
  })
  checkDeclared(endpoint, operation, result)
  return stub
}

type Resolve = (context: object) => unknown

/** Calls a resolver with the operation too, and makes the reply of its result. */
function resolverOf({ persisted }: Endpoint, type: OperationType | undefined, resolve: Resolve, stub: () => Stub) {
  const refuse: RefuseResult = (problem) => {
    const { trace } = stub().parts
    throw new MynahError('RESOLVER', `A resolver returned a wrong result: ${problem}\n\n  ${stub()}`, { trace })
  }
  return (context: ResolverContext) => {
    const asked = askedOf(context.request, persisted)
    const { document, variables, name: operationName } = asked ?? { variables: {} }
    const query = typeof document === 'string' ? document : undefined
    return whenReady(resolve({ ...context, variables, operationName, query }), (result) =>
      toResultReply(type, result, refuse),
    )
  }
}

/** Checks a payload that was declared with its document. Others are checked when they are sent. */
function checkDeclared(
  { schema, responses, ignore }: Endpoint,
  { call, document, title, name }: ParsedOperation,
  result: unknown,
) {
  if (!schema || responses === 'off' || document === undefined || Object.hasOwn(ignore, title)) return
  const asked = { document, operationName: name, variables: undefined }
  const problems = schema.refusals(asked)
  const { violations } =
    isPlainObject(result) && !isNamedReply(result) ? schema.complete(asked, result) : { violations: [] }
  const lines =
    problems.length > 0
      ? problems.map((line) => `  ${line}`).join('\n')
      : violations.length > 0
        ? wordViolations(violations)
        : ''
  if (lines === '') return
  const problem = `${problems.length > 0 ? 'the document' : 'the result'} breaks the schema\n\n${lines}\n\nNot to check it: graphql(…, { ignore: { ${quote(title)}: 'reason' } })`
  if (responses === 'warn') console.warn(`${call}, …): ${problem}`)
  else refuseCall(`${call}, …)`, problem)
}
