import { MynahError } from '../core/errors.ts'
import type { Params } from '../core/params.ts'
import { nearestTo, refuseCall } from '../core/refusal.ts'
import { quote, show, showWritten } from '../core/show.ts'
import type { RestSettings } from '../core/stub/rest-method.ts'
import { isStub, type Settings, type Stub } from '../core/stub/stub.ts'
import { isIterable, isObject, synchronous } from '../core/type-guards.ts'
import { hintStub } from '../hint-stub.ts'
import type { Call } from '../mocks/session/journal.ts'
import { traceFrom } from '../rest.ts'
import { type OperationReport, readApi, reportOf } from './api.ts'
import { checkedStub } from './checked-stub.ts'
import { type Coverage, countCoverage, type OperationName, operationName } from './coverage.ts'
import { OPERATION_METHODS, type Operation, type OperationMethod } from './document/operation.ts'
import { refuseOperation } from './document/refusals.ts'
import { declareExample, declareSample, findOperation } from './documented-stubs.ts'
import type { OpenapiOptions } from './options.ts'
import type { OpenapiMethods } from './typed-paths.ts'

/** An operation, as the argument of a filter of `examples`. */
export interface OperationDescription extends OperationName {
  readonly tags: readonly string[]
  /** The statuses as the document writes them. */
  readonly statuses: readonly string[]
}

/** The result of `openapi`: the methods that declare stubs, and members that read the document. */
export type Openapi<Paths = unknown> = OpenapiMethods<Paths> & {
  /**
   * Returns a stub for each operation that has an example for its lowest status of success. They answer after a route's
   * default stub, whatever their place in the list. If there is none, the list has a stub that answers nothing, by which the report
   * on a miss says why. `filter` is a list of operation ids, or a function of the operation.
   */
  examples(filter?: readonly string[] | ((operation: OperationDescription) => boolean)): Stub[]
  /**
   * Declares the stub of one documented example. `operation` is `'GET /users/{id}'` or an `operationId`; without a name the first
   * example is sent. `settings.status` reaches the examples of errors.
   * @throws {RouteDefinitionError} for an operation, a name or a status that the document lacks, and an example that breaks its schema.
   * @example
   * github.example('getUser', 'missing', { status: 404 })
   */
  example(operation: string, name?: string, settings?: RestSettings<{ params: Params }>): Stub
  /**
   * Declares a stub with the least payload that the schema of its status allows, the same each time: required members alone, the
   * default, the first of an `enum`, the least number, the shortest text.
   * @throws {RouteDefinitionError} for an operation or a status that the document lacks, and a payload that cannot be made, such
   *   as a text of a pattern.
   * @example
   * github.sample('GET /users/{username}')
   */
  sample(operation: string, settings?: RestSettings<{ params: Params }>): Stub
  /**
   * Returns copies of stubs that others declared (a collection, an archive, `rest`), each with the contract of the operation at
   * its path: its requests and answers are checked as those of the methods are.
   * @throws {RouteDefinitionError} for a stub of no operation, and a payload that breaks the contract.
   * @example
   * setupMocks(github.checked([...users, ...har(archive)]))
   */
  checked(stubs: Iterable<Stub>): Stub[]
  /** Returns the operations of the document, each with the state of its example. */
  operations(): OperationReport[]
  /** Returns the operations that calls have touched, with the number of answers of each status, and the untouched ones. */
  coverage(calls: readonly Call[]): Coverage
}

/**
 * Reads the contract of an API: its OpenAPI 3.0 or 3.1 document, parsed, with local references only. The methods of the
 * result declare stubs as `rest` does, with paths as the document has them, and check them against it.
 *
 * @throws {MynahError} `OPENAPI`, for a value that is not such a document.
 * @throws {RouteDefinitionError} for an option that is unknown, has a wrong value or fits nothing.
 * @example
 * const github = openapi<paths>(document)
 * github.get('/users/{username}', { login: 'ada', id: 1 })
 */
export function openapi<Paths = unknown>(document: object, options: OpenapiOptions = {}): Openapi<Paths> {
  const api = readApi(document, options)
  const { all, find, findPath, schemas } = api
  const byName = new Map(all.map((operation) => [operation.name, operation]))

  const declare = (method: OperationMethod) =>
    function declareOperation(path: string, response: unknown, settings?: Settings): Stub {
      const operation = byName.get(`${method.toUpperCase()} ${path}`)
      const lost = operation ? undefined : api.unread.find((one) => one.path === path)
      if (lost) throw new MynahError('OPENAPI', lost.error.message)
      if (!operation) return refuseOperation(method, path, all, findPath)
      return operation.declare(response, settings, traceFrom(declareOperation))
    }

  return Object.freeze({
    ...Object.fromEntries(OPERATION_METHODS.map((method) => [method, declare(method)])),
    examples: function examples(filter: unknown) {
      const trace = traceFrom(examples)
      const used = all.filter(toFilter(filter, all)).filter((operation) => reportOf(operation).example === 'used')
      const stubs = used.flatMap((operation) => operation.exampleStub(trace) ?? [])
      return stubs.length > 0 ? stubs : [hintStub(api.hint, trace)]
    },
    example: function example(key: unknown, name?: string, settings?: Settings) {
      const operation = findOperation(`openapi.example(${showWritten(key)})`, key, all)
      return declareExample({ operation, schemas, settings, trace: traceFrom(example) }, name)
    },
    sample: function sample(key: unknown, settings?: Settings) {
      const operation = findOperation(`openapi.sample(${showWritten(key)})`, key, all)
      return declareSample({ operation, schemas, settings, trace: traceFrom(sample) })
    },
    checked(stubs: Iterable<Stub>) {
      const list = isIterable(stubs) ? [...stubs] : [undefined]
      if (!list.every(isStub)) return refuseCall(`openapi.checked(${showWritten(stubs)})`, 'it takes a list of stubs')
      return list.map((stub) => checkedStub(api, stub))
    },
    operations: () => all.map(reportOf),
    coverage(calls: readonly Call[]) {
      const areCalls: boolean = Array.isArray(calls) && calls.every((call) => isObject(call) && 'request' in call)
      if (!areCalls) return refuseCall(`coverage(${showWritten(calls)})`, 'it takes a list of calls')
      return countCoverage(all, calls, ({ request }) => find(request.method, request.url))
    },
  }) as unknown as Openapi<Paths>
}

function toFilter(filter: unknown, operations: readonly Operation[]): (operation: Operation) => boolean {
  if (filter === undefined) return () => true
  if (typeof filter === 'function') {
    return (operation) => {
      const { tags, statuses } = operation
      return Boolean(synchronous(filter({ ...operationName(operation), tags, statuses }), 'filter', 'operations'))
    }
  }
  const call = `examples(${showWritten(filter)})`
  if (!Array.isArray(filter)) refuseCall(call, 'it takes a list of operation ids, or a function of the operation')
  const ids = operations.flatMap(({ operationId }) => operationId ?? [])
  const unknown: unknown = filter.find((id) => !ids.includes(id))
  if (unknown !== undefined) {
    const right = nearestTo(String(unknown), ids)
    refuseCall(call, `the document has no operation ${show(unknown)}`, right && `examples([${quote(right)}])`)
  }
  return ({ operationId }) => filter.includes(operationId)
}
