import { MynahError } from '../core/errors.ts'
import type { Trace } from '../core/own-frames.ts'
import type { Content, Contract } from '../core/stub/contract.ts'
import { isPromise } from '../core/type-guards.ts'
import { createRequestCheck, type RequestCheck } from './check/check-request.ts'
import { createResponseCheck, type ResponseCheck, statusOf, withDocumentedType } from './check/check-response.ts'
import type { Operation } from './document/operation.ts'
import type { Settings } from './options.ts'
import type { Schemas } from './schema/schemas.ts'
import { type Violation, wordViolations } from './schema/violations.ts'

/** The checks of an operation. The check of requests is made for its first declared stub, or at its first request. */
export class OperationContract {
  readonly operation: Operation
  readonly settings: Settings
  readonly #schemas: Schemas
  #request: RequestCheck | undefined
  readonly #checksRequests: boolean
  readonly #response: ResponseCheck | undefined

  constructor(operation: Operation, schemas: Schemas, settings: Settings) {
    this.operation = operation
    this.settings = settings
    this.#schemas = schemas
    const isIgnored = (key: string) => settings.isIgnored(operation, key)
    this.#checksRequests = settings.requests !== 'off' && !isIgnored('request')
    if (settings.responses !== 'off') this.#response = createResponseCheck(operation, schemas, isIgnored)
  }

  /**
   * Returns the check of requests; `undefined` if they are not checked.
   * @throws {MynahError} `OPENAPI`, for a part of the operation that cannot be read.
   */
  get requestCheck(): RequestCheck | undefined {
    if (!this.#checksRequests) return undefined
    this.#request ??= createRequestCheck(this.operation, this.#schemas)
    return this.#request
  }

  /** Returns all violations of the contract in an answer. */
  checkAnswer(content: Content): Violation[] | Promise<Violation[]> {
    return this.#response?.(content) ?? []
  }

  /** Returns the contract of a stub; errors name the stub by its `place`, and their stacks begin with its line. */
  forStub(place: () => string, trace: Trace): Contract {
    const { operation, settings } = this
    const owner = operation.operationId === undefined ? '' : ` (${operation.operationId})`
    /** A stub's answer is the same each time, unless a resolver makes it. */
    const checked = new WeakMap<Content['body'], Content>()
    const report = (what: string, key: string, violations: readonly Violation[], mode: Settings['requests']) => {
      const message =
        `${what} breaks its contract${owner}\n\n${wordViolations(violations)}\n\n  ${place()}\n` +
        `Not to check it: openapi(document, { ignore: { '${operation.name} ${key}': 'the reason' } })`
      if (mode === 'error') throw new MynahError('CONTRACT', message, { trace })
      console.warn(message)
    }
    return {
      checkRequest: (request, params) => {
        const violations = this.requestCheck?.(request, params) ?? []
        if (violations.length > 0) report(operation.name, 'request', violations, settings.requests)
      },
      parseReply: (content) => {
        const known = checked.get(content.body)
        if (known) return known
        const typed = withDocumentedType(operation, content)
        const finish = (violations: readonly Violation[]): Content => {
          if (violations.length > 0) {
            const key = operation.response(statusOf(content))?.key ?? String(statusOf(content))
            report(`The answer to ${operation.name}`, key, violations, settings.responses)
          }
          checked.set(content.body, typed)
          return typed
        }
        const violations = this.checkAnswer(typed)
        return isPromise(violations) ? violations.then(finish) : finish(violations)
      },
    }
  }
}
