import { MynahError } from '../core/errors.ts'
import type { ResolverContext } from '../core/reply/reply.ts'
import { show } from '../core/show.ts'
import { rightOf } from '../core/stub/correction.ts'
import { defineStub } from '../core/stub/define-stub.ts'
import type { Contract, Settings, Stub } from '../core/stub/stub.ts'
import { traceFrom } from '../rest.ts'
import { whenReady } from '../runtime/event-loop.ts'
import { warnOnce } from '../runtime/warn-once.ts'
import { type GraphqlOptions, parseEndpoint } from './options.ts'
import { parseOperation } from './parse-operation.ts'
import { type RefuseResult, toResultReply } from './result.ts'
import { OPERATION_TYPES, type OperationType } from './scan.ts'
import type { GraphqlApi } from './typed.ts'
import { untypedObjectIn, wordUntyped } from './untyped-object.ts'
import { EVENTS, PARTS, writeResults } from './write-results.ts'

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
  const { path, protocol, checksOf, websocket } = parseEndpoint(endpoint, options)
  const handshake = websocket?.forGraphql(path, traceFrom(graphql))

  function define(
    type: OperationType | undefined,
    written: unknown,
    result: unknown,
    settings: Settings | undefined,
    caller: (...args: never[]) => unknown,
  ): Stub {
    const operation = parseOperation(path, protocol, type, written)
    const trace = traceFrom(caller)
    const isStream = type === 'subscription'
    const refuse: RefuseResult = (problem, response) =>
      rightOf({ method: 'ALL', path, declarer: { operation } }, { problem, meant: response ? { response } : undefined })
    const resolve = (context: ResolverContext) => {
      const { called, variables, document } = protocol.read(context.request)
      const query = typeof document === 'string' ? document : undefined
      const resolved = (result as Resolve)({ ...context, variables, operationName: called?.name, query })
      return whenReady(resolved, (one) => toResultReply(isStream, one, refuse))
    }
    const response = typeof result === 'function' ? resolve : toResultReply(isStream, result, refuse)
    const checks = checksOf?.({ ...operation, trace, place: () => String(stub) })
    const contract: Contract = {
      checkRequest: (request) => checks?.request(protocol.read(request)),
      parseReply(content, request) {
        const { accept } = request.headers
        const complete = (text: string) => {
          const read = protocol.read(request)
          if (checks) return checks.completed(read, text) ?? text
          const untyped = untypedObjectIn(read.document, read.called?.name, text)
          if (untyped) warnOnce(operation, wordUntyped(untyped, String(stub)))
          return text
        }
        const body = writeResults(content.body, isStream, accept, complete)
        if (body) return { ...content, body }
        const problem = `The client of ${operation.title} accepts ${show(accept)}; a subscription is sent as ${EVENTS} or ${PARTS}`
        throw new MynahError('CONTRACT', problem, { trace })
      },
    }
    const stub: Stub = defineStub('ALL', path, response, settings, trace, { operation, contract, handshake })
    checks?.declared(result)
    return stub
  }

  const methods = OPERATION_TYPES.map((type) => {
    const declare = (operation: unknown, result: unknown, settings?: Settings) =>
      define(type, operation, result, settings, declare)
    return [type, declare] as const
  })
  const operation = (result: unknown, settings?: Settings) => define(undefined, undefined, result, settings, operation)
  return Object.freeze({ ...Object.fromEntries(methods), operation }) as unknown as GraphqlApi
}

type Resolve = (context: object) => unknown
