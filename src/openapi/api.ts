import type { MynahError } from '../core/errors.ts'
import { splitUrl } from '../core/request.ts'
import { type Api, ContractedOperation } from './contract.ts'
import { type OperationName, operationFinder, operationName } from './coverage.ts'
import { NO_BASE } from './document/base-path.ts'
import { ApiDocument, isUnreadable } from './document/document.ts'
import { readOperations } from './document/operation.ts'
import { checkIgnored, type OpenapiOptions, parseOptions } from './options.ts'
import { Schemas } from './schema/schemas.ts'
import { wordViolations } from './schema/violations.ts'

/** Whether an operation has an example, and whether the example is used. */
export interface OperationReport extends OperationName {
  readonly statuses: readonly string[]
  readonly example: 'used' | 'none' | 'invalid'
  /** Why the example is invalid, or why the operation cannot be used. */
  readonly problem?: string
}

/** Why `examples` leaves an operation out. */
const LEFT_OUT = {
  none: 'the document has no example for it',
  invalid: 'its example breaks its own schema',
}

/** The origin of a path that stands at any. */
const ANY_ORIGIN = 'http://any.test'

/** A path of the document that cannot be read: its operations are not known. */
export interface UnreadPath {
  readonly method: 'ALL'
  readonly path: string
  readonly error: MynahError
}

/** The operations of a document, by themselves and by the requests for them. */
export type Operations = ReturnType<typeof readApi>

/**
 * Reads the operations of a document.
 * @throws {MynahError} `OPENAPI`, for a value that is not an OpenAPI document.
 * @throws {RouteDefinitionError} for an option that is unknown, has a wrong value or fits nothing.
 */
export function readApi(document: object, options: OpenapiOptions) {
  const parsed = new ApiDocument(document)
  const settings = parseOptions(parsed, options)
  const api: Api = {
    schemas: new Schemas(parsed),
    settings,
    hint: hintOf,
    described: { title: parsed.title, operations: () => all, find: (method, url) => find(method, url) },
  }
  const unread: UnreadPath[] = []
  const all = readOperations(
    parsed,
    (...parts) => new ContractedOperation(api, ...parts),
    (path, error) => unread.push({ method: 'ALL', path, error }),
  )
  checkIgnored(options, all)
  const find = operationFinder(all, (operation) => operation.base)
  const findUnread = operationFinder(unread, () => settings.base)
  /** Finds an operation by its template alone. */
  const findBare = operationFinder(all, () => NO_BASE)

  /** Returns a line for the report on a request that no stub answers: the stub of its operation, as it would be declared. */
  function hintOf(url: string, method: string): string | undefined {
    const operation = find(method, url)
    if (operation) return `By its contract: ${wordOperation(operation)}`
    const lost = findUnread(method, url)
    if (lost) return `By its contract: ${lost.path} cannot be read, since ${firstLine(lost.error.message)}`
    // The URL may lack the operation's base, or have the one of the other operations.
    const { pathname } = splitUrl(url)
    const { prefixes } = settings.base
    const rests = ['', ...prefixes].flatMap((prefix) =>
      pathname.startsWith(prefix) ? pathname.slice(prefix.length) : [],
    )
    for (const rest of rests) {
      const based = findBare(method, ANY_ORIGIN + rest)
      if (!based) continue
      const places = based.base.prefixes.map((prefix) => based.base.origin + prefix + rest).join(' or ')
      const why = based.ownBase ? ', where its own servers are' : '; to change that, set baseUrl of openapi()'
      return `By its contract: ${based.call}, …) answers at ${places}${why}`
    }
    return undefined
  }

  return {
    all,
    unread,
    hint: hintOf,
    schemas: api.schemas,
    find,
    /** Finds the operation that answers at a path, with or without the base of the document's paths. */
    findPath: (method: string, path: string) =>
      findBare(method, ANY_ORIGIN + path) ?? find(method, (settings.base.origin || ANY_ORIGIN) + path),
  }
}

function wordOperation(operation: ContractedOperation): string {
  if (operation.statuses.includes(operation.keyOf(operation.defaultStatus))) {
    const { example, problem } = reportOf(operation)
    if (example === 'used') return `${operation.call}, …)`
    const why = example === 'none' && problem ? firstLine(problem) : LEFT_OUT[example]
    return `${operation.call}, …); examples() leaves it out, since ${why}`
  }
  return `${operation.name} documents no success; its statuses are ${operation.statuses.join(', ') || 'none'}`
}

/** Returns the problem of an error about the document. */
function firstLine(message: string): string {
  return message.replace(/^openapi\(document\): /, '').replace(/\n.*/s, '')
}

/** Returns the state of an operation's example. */
export function reportOf(operation: ContractedOperation): OperationReport {
  const report = { ...operationName(operation), statuses: operation.statuses }
  try {
    const { example } = operation
    if (!example) return { ...report, example: 'none' }
    if (!example.violations) {
      // A template that cannot be read has no stub.
      void operation.pattern
      return { ...report, example: 'used' }
    }
    return { ...report, example: 'invalid', problem: wordViolations(example.violations()) }
  } catch (error) {
    if (!isUnreadable(error)) throw error
    return { ...report, example: 'none', problem: error.message }
  }
}
