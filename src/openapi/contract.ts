import { MynahError } from '../core/errors.ts'
import type { Trace } from '../core/own-frames.ts'
import type { Content } from '../core/reply/reply.ts'
import type { Contract } from '../core/stub/stub.ts'
import { isPromise } from '../core/type-guards.ts'
import { answerViolations, statusOf, withDocumentedType } from './check/check-answer.ts'
import { createRequestCheck, type RequestCheck } from './check/check-request.ts'
import type { Operation } from './document/operation.ts'
import { notToCheck } from './document/refusals.ts'
import type { CheckMode, Settings } from './options.ts'
import type { Schemas } from './schema/schemas.ts'
import { type Violation, wordViolations } from './schema/violations.ts'

/** The checks of an operation. The check of requests is made for its first declared stub, or at its first request. */
export class OperationContract {
  readonly #operation: Operation
  readonly #schemas: Schemas
  readonly #settings: Settings
  #request: RequestCheck | undefined

  constructor(operation: Operation, schemas: Schemas, settings: Settings) {
    this.#operation = operation
    this.#schemas = schemas
    this.#settings = settings
  }

  /**
   * Returns the check of requests.
   * @throws {MynahError} `OPENAPI`, for a part of the operation that cannot be read.
   */
  get checkRequest(): RequestCheck {
    const isOff = this.#settings.requests === 'off' || this.#settings.isIgnored(this.#operation, 'request')
    this.#request ??= isOff ? () => [] : createRequestCheck(this.#operation, this.#schemas)
    return this.#request
  }

  /** Returns all violations of the contract in an answer; a promise if the answer's body has to be read. */
  checkAnswer(content: Content): Violation[] | Promise<Violation[]> {
    const key = this.#operation.keyOf(statusOf(content))
    const isOff = this.#settings.responses === 'off' || this.#settings.isIgnored(this.#operation, key)
    return isOff ? [] : answerViolations(this.#operation, content, this.#schemas)
  }

  /** Returns the contract of a stub; errors name the stub by its `place`, and their stacks begin with its line. */
  forStub(place: () => string, trace: Trace): Contract {
    const operation = this.#operation
    const owner = operation.operationId === undefined ? '' : ` (${operation.operationId})`
    /** A stub's answer is the same each time, unless a resolver makes it. */
    const checked = new WeakMap<Content['body'], Content>()
    const report = (what: string, key: string, violations: readonly Violation[], mode: CheckMode) => {
      if (violations.length === 0) return
      const message = `${what} breaks its contract${owner}\n\n${wordViolations(violations)}\n\n  ${place()}\n${notToCheck(operation, key)}`
      if (mode === 'error') throw new MynahError('CONTRACT', message, { trace })
      console.warn(message)
    }
    return {
      checkRequest: (request, params) => {
        report(operation.name, 'request', this.checkRequest(request, params), this.#settings.requests)
      },
      parseReply: (content) => {
        const known = checked.get(content.body)
        if (known) return known
        const typed = withDocumentedType(operation, content)
        const finish = (violations: readonly Violation[]): Content => {
          const key = operation.keyOf(statusOf(typed))
          report(`The answer to ${operation.name}`, key, violations, this.#settings.responses)
          checked.set(content.body, typed)
          return typed
        }
        const violations = this.checkAnswer(typed)
        return isPromise(violations) ? violations.then(finish) : finish(violations)
      },
    }
  }
}
