import { MynahError } from '../core/errors.ts'
import { nearestTo, refuseCall } from '../core/refusal.ts'
import { quote, show } from '../core/show.ts'
import type { Trace } from '../core/stub/call-site.ts'
import type { Stub, Settings as StubSettings } from '../core/stub/stub.ts'
import type { Call } from '../mocks/session/journal.ts'
import { traceFrom } from '../rest.ts'
import { OperationContract } from './contract.ts'
import { type Coverage, countCoverage, nameOf, type OperationName, operationFinder } from './coverage.ts'
import { declareStub, stubOf } from './declare.ts'
import { ApiDocument } from './document.ts'
import { type Example, readExample } from './examples.ts'
import { OPERATION_METHODS, type Operation, type OperationMethod, readOperations } from './operation.ts'
import { type OpenapiOptions, parseOptions } from './options.ts'
import { refuseOperation } from './refusals.ts'
import { Schemas } from './schemas.ts'
import type { OpenapiMethods } from './typed-paths.ts'
import { wordViolations } from './violations.ts'

/** An operation, as the argument of a filter of `examples`. */
export interface OperationDescription extends OperationName {
  readonly tags: readonly string[]
  /** The statuses as the document writes them. */
  readonly statuses: readonly string[]
}

/** Whether an operation has an example, and whether the example is used. */
export interface OperationReport extends OperationName {
  readonly statuses: readonly string[]
  readonly example: 'used' | 'none' | 'invalid'
  /** Why the example is invalid, or why the operation cannot be used. */
  readonly problem?: string
}

/** The result of `openapi`: the methods that declare stubs, and members that read the document. */
export type Openapi<Paths = unknown> = OpenapiMethods<Paths> & {
  /**
   * Returns a stub for each operation that has an example for its lowest status of success. They answer after a route's
   * default stub, whatever their place in the list. `filter` is a list of operation ids, or a function of the operation.
   */
  examples(filter?: readonly string[] | ((operation: OperationDescription) => boolean)): Stub[]
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
  const api = new ApiDocument(document)
  const operations = readOperations(api)
  const settings = parseOptions(api, options, operations)
  const schemas = new Schemas(api)
  const byName = new Map(operations.map((operation) => [operation.name, operation]))
  const contracts = new Map<Operation, OperationContract>()
  const owners = new WeakMap<Stub, Operation>()
  const examples = new Map<Operation, Example>()
  let find: ReturnType<typeof operationFinder> | undefined

  const contractOf = (operation: Operation): OperationContract => {
    const known = contracts.get(operation)
    if (known) return known
    const contract = new OperationContract(operation, schemas, settings)
    contracts.set(operation, contract)
    return contract
  }

  const declare = (method: OperationMethod) =>
    function declareOperation(path: string, response: unknown, stubSettings?: StubSettings): Stub {
      const operation = byName.get(`${method.toUpperCase()} ${path}`)
      if (!operation) return refuseOperation(method, path, operations)
      const stub = declareStub(contractOf(operation), response, stubSettings, traceFrom(declareOperation), schemas)
      owners.set(stub, operation)
      return stub
    }

  const exampleOf = (operation: Operation): Example => {
    const known = examples.get(operation)
    if (known) return known
    const example = readExample(operation, schemas)
    examples.set(operation, example)
    return example
  }

  /** Returns the stub of an operation's example, unless the filter leaves it out. */
  const exampleStub = (operation: Operation, example: Example, trace: Trace): Stub[] => {
    if (example.kind === 'none' || (example.violations && !settings.isIgnored(operation, example.key))) return []
    const headers = example.type === undefined ? {} : { headers: { 'content-type': example.type } }
    const stubSettings = { status: example.status, ...headers }
    const stub = stubOf(contractOf(operation), example.response, stubSettings, trace, { isFallback: true })
    owners.set(stub, operation)
    return [stub]
  }

  return Object.freeze({
    ...Object.fromEntries(OPERATION_METHODS.map((method) => [method, declare(method)])),
    examples: function examples(filter: unknown) {
      const trace = traceFrom(examples)
      return operations
        .filter(toFilter(filter, operations))
        .flatMap((operation) => exampleStub(operation, exampleOf(operation), trace))
    },
    operations: () =>
      operations.map((operation) => reportOf(operation, exampleOf, (key) => settings.isIgnored(operation, key))),
    coverage(calls: readonly Call[]) {
      if (!Array.isArray(calls))
        refuseCall(`coverage(${show(calls)})`, 'it takes a list of calls', 'coverage(mocks.calls())')
      find ??= operationFinder(operations, settings, owners)
      return countCoverage(operations, calls, find)
    },
  }) as unknown as Openapi<Paths>
}

function toFilter(filter: unknown, operations: readonly Operation[]): (operation: Operation) => boolean {
  if (filter === undefined) return () => true
  if (typeof filter === 'function') {
    return (operation) => Boolean(filter({ ...nameOf(operation), tags: operation.tags, statuses: operation.statuses }))
  }
  if (!Array.isArray(filter)) {
    refuseCall(
      `examples(${show(filter)})`,
      'it takes a list of operation ids, or a function of the operation',
      "examples(['listUsers'])",
    )
  }
  const ids = operations.flatMap(({ operationId }) => operationId ?? [])
  const unknown: unknown = filter.find((id) => !ids.includes(id))
  if (unknown !== undefined) {
    const right = nearestTo(String(unknown), ids)
    refuseCall(
      `examples(${show(filter)})`,
      `the document has no operation ${show(unknown)}`,
      `examples([${quote(right ?? ids[0] ?? 'listUsers')}])`,
    )
  }
  return ({ operationId }) => filter.includes(operationId)
}

function reportOf(
  operation: Operation,
  exampleOf: (operation: Operation) => Example,
  isIgnored: (key: string) => boolean,
): OperationReport {
  const report = { ...nameOf(operation), statuses: operation.statuses }
  try {
    const example = exampleOf(operation)
    if (example.kind === 'none') return { ...report, example: 'none' }
    if (!example.violations || isIgnored(example.key)) return { ...report, example: 'used' }
    return { ...report, example: 'invalid', problem: wordViolations(example.violations()) }
  } catch (error) {
    if (!(error instanceof MynahError)) throw error
    return { ...report, example: 'none', problem: error.message }
  }
}
