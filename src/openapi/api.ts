import { MynahError } from '../core/errors.ts'
import { getOrAdd } from '../core/get-or-add.ts'
import { splitUrl } from '../core/request.ts'
import { OperationContract } from './contract.ts'
import { type FindOperation, type OperationName, operationFinder, operationName } from './coverage.ts'
import { ApiDocument } from './document/document.ts'
import { type Operation, readOperations } from './document/operation.ts'
import { callOf } from './document/refusals.ts'
import { type Example, readExample } from './examples.ts'
import { type OpenapiOptions, parseOptions, type Settings } from './options.ts'
import { Schemas } from './schema/schemas.ts'
import { wordViolations } from './schema/violations.ts'

/** Whether an operation has an example, and whether the example is used. */
export interface OperationReport extends OperationName {
  readonly statuses: readonly string[]
  readonly example: 'used' | 'none' | 'invalid'
  /** Why the example is invalid, or why the operation cannot be used. */
  readonly problem?: string
}

/** Why `examples` leaves an operation out, for the report on a request that no stub answers. */
const LEFT_OUT = {
  used: '',
  none: '; examples() leaves it out, since the document has no example for it',
  invalid: '; examples() leaves it out, since its example breaks its own schema',
}

/** The operations of a document. Their contracts and examples are made when they are first used, once. */
export class Api {
  readonly operations: readonly Operation[]
  readonly settings: Settings
  readonly schemas: Schemas
  readonly #contracts = new Map<Operation, OperationContract>()
  readonly #examples = new Map<Operation, Example>()
  #find: FindOperation | undefined

  /**
   * @throws {MynahError} `OPENAPI`, for a value that is not an OpenAPI document.
   * @throws {RouteDefinitionError} for an option that is unknown, has a wrong value or fits nothing.
   */
  constructor(document: object, options: OpenapiOptions) {
    const parsed = new ApiDocument(document)
    this.operations = readOperations(parsed)
    this.settings = parseOptions(parsed, options, this.operations)
    this.schemas = new Schemas(parsed)
  }

  contractOf(operation: Operation): OperationContract {
    return getOrAdd(this.#contracts, operation, () => new OperationContract(operation, this.schemas, this.settings))
  }

  exampleOf(operation: Operation): Example {
    return getOrAdd(this.#examples, operation, () => readExample(operation, this.schemas))
  }

  /** Whether an example keeps its schema, or need not. */
  isUsable(operation: Operation, example: Example): boolean {
    return example.kind === 'found' && (!example.violations || this.settings.isIgnored(operation, example.key))
  }

  /** Finds the operation whose method and path fit a request. */
  find(method: string, url: string): Operation | undefined {
    this.#find ??= operationFinder(this.operations, this.settings)
    return this.#find(method, url)
  }

  /** Finds the operation that answers at a path, with or without the base of the document's paths. */
  readonly findPath = (method: string, path: string): Operation | undefined => {
    const { origin, prefix } = this.settings
    const root = origin === '' ? 'http://any.test' : origin
    return this.find(method, `${root}${prefix}${path}`) ?? this.find(method, `${root}${path}`)
  }

  reportOf(operation: Operation): OperationReport {
    const report = { ...operationName(operation), statuses: operation.statuses }
    try {
      const example = this.exampleOf(operation)
      if (example.kind === 'none') return { ...report, example: 'none' }
      if (!example.violations || this.isUsable(operation, example)) return { ...report, example: 'used' }
      return { ...report, example: 'invalid', problem: wordViolations(example.violations()) }
    } catch (error) {
      if (!(error instanceof MynahError)) throw error
      return { ...report, example: 'none', problem: error.message }
    }
  }

  /** Returns a line for the report on a request that no stub answers: the stub of its operation, as it would be declared. */
  readonly hint = (url: string, method: string): string | undefined => {
    const operation = this.find(method, url)
    if (!operation) return this.#hintOfBase(url, method)
    const call = callOf(operation.method, operation.path)
    if (!operation.response(operation.defaultStatus)) {
      return `By its contract: ${operation.name} documents no success; its statuses are ${operation.statuses.join(', ') || 'none'}`
    }
    return `By its contract: ${call}, …)${LEFT_OUT[this.reportOf(operation).example]}`
  }

  /** Returns the line for a URL that lacks the base of the document's paths. */
  #hintOfBase(url: string, method: string): string | undefined {
    const { prefix } = this.settings
    const { origin, pathname } = splitUrl(url)
    const operation = prefix === '' ? undefined : this.find(method, origin + prefix + pathname)
    if (!operation) return undefined
    const call = callOf(operation.method, operation.path)
    return `By its contract: ${call}, …) answers at ${prefix}${pathname}; to change that, set baseUrl of openapi()`
  }
}
