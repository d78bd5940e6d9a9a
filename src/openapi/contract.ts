import { MynahError } from '../core/errors.ts'
import type { Trace } from '../core/frames.ts'
import type { Params } from '../core/params.ts'
import { refuseCall } from '../core/refusal.ts'
import type { Content } from '../core/reply/reply.ts'
import { copyStub, defineStub } from '../core/stub/define-stub.ts'
import type { Contract, Declarer, DescribedApi, Settings, Stub } from '../core/stub/stub.ts'
import { isPlainObject } from '../core/type-guards.ts'
import { whenReady } from '../runtime/event-loop.ts'
import { answerViolations, statusOf, withDocumentedType } from './check/check-answer.ts'
import { checkMatch } from './check/check-match.ts'
import { createRequestCheck, type RequestCheck } from './check/check-request.ts'
import type { BasePath } from './document/base-path.ts'
import { Operation } from './document/operation.ts'
import { notToCheck, refuseStatus } from './document/refusals.ts'
import { compileTemplate } from './document/template.ts'
import { type Example, readExample } from './examples.ts'
import type { ApiSettings, CheckMode } from './options.ts'
import type { Schemas } from './schema/schemas.ts'
import { type Violation, wordViolations } from './schema/violations.ts'

/** What the operations of a document share. */
export interface Api {
  readonly schemas: Schemas
  readonly settings: ApiSettings
  readonly hint: NonNullable<Declarer['hint']>
  readonly described: DescribedApi
}

/** One operation with its contract. Its check of requests and its example are made when they are first used. */
export class ContractedOperation extends Operation {
  readonly #api: Api
  #checkRequest: RequestCheck | undefined
  #example: Example | undefined

  constructor(api: Api, ...parts: ConstructorParameters<typeof Operation>) {
    super(...parts)
    this.#api = api
  }

  get base(): BasePath {
    return this.ownBase ?? this.#api.settings.base
  }

  /** @throws {MynahError} `OPENAPI`, for a part of the operation that cannot be read. */
  get checkRequest(): RequestCheck {
    const { schemas, settings } = this.#api
    const isOff = settings.requests === 'off' || settings.isIgnored(this, 'request')
    this.#checkRequest ??= isOff ? () => [] : createRequestCheck(this, schemas)
    return this.#checkRequest
  }

  get example(): Example | undefined {
    this.#example ??= readExample(this, this.#api.schemas)
    return this.#example
  }

  /** Whether the example keeps its schema, or need not. */
  get hasUsableExample(): boolean {
    const { example } = this
    return example !== undefined && (!example.violations || this.#api.settings.isIgnored(this, example.key))
  }

  /** Makes a stub. Only the checks of every stub run yet, not those of the contract. */
  #stub(response: unknown, settings: Settings | undefined, trace: Trace, declarer?: Declarer): Stub {
    const stub: Stub = defineStub(this.method, this.path, response, settings, trace, {
      caller: 'openapi',
      pattern: compileTemplate(this.path, this.base),
      settings: { status: this.defaultStatus },
      contract: this.#contract(() => String(stub), trace),
      hint: this.#api.hint,
      ...declarer,
    })
    return stub
  }

  /** Makes the stub of the example, unless it is left out. */
  exampleStub(trace: Trace): Stub | undefined {
    const { example } = this
    if (!example || !this.hasUsableExample) return undefined
    const { status, type, response } = example
    const headers = type === undefined ? {} : { headers: { 'content-type': type } }
    return this.#stub(response, { status, ...headers }, trace, { isFallback: true })
  }

  /**
   * Declares a stub.
   * @throws {MynahError} `OPENAPI`, for a part of the operation that cannot be read.
   * @throws {RouteDefinitionError} for a status, a payload or a match that breaks the contract.
   */
  declare(response: unknown, settings: Settings | undefined, trace: Trace): Stub {
    if (isPlainObject(settings)) {
      checkMatch(this, settings.match, this.#api.schemas)
      const { status } = settings
      if (Number.isInteger(status)) this.#checkStatus(status as number, true)
    }
    // What the check of requests refuses in the document is refused here too.
    void this.checkRequest
    const stub = this.#stub(response, settings, trace)
    this.#checkPayload(stub)
    return stub
  }

  /** Returns a copy of another's stub, with this contract. `toParams` returns the template's params of a URL. */
  checked(stub: Stub, toParams: (url: string) => Params): Stub {
    const contract = this.#contract(() => String(stub), stub.parts.trace)
    const checkRequest: Contract['checkRequest'] = (request) => contract.checkRequest(request, toParams(request.url))
    const { hint } = this.#api
    const declarer = { hint, ...stub.parts.declarer, contract: { ...contract, checkRequest } }
    const copy = copyStub(stub, { declarer })
    this.#checkPayload(copy)
    return copy
  }

  #checkStatus(status: number, isSet: boolean): void {
    if (this.#api.settings.responses === 'error' && !this.response(status)) refuseStatus(this, status, this.base, isSet)
  }

  /** Checks a static payload at its declaration. Other answers are checked when they are sent. */
  #checkPayload({ parts: { replies } }: Stub): void {
    const [reply] = replies
    if (replies.length > 1 || reply?.kind !== 'content' || reply.body.kind === 'response') return
    const content = withDocumentedType(this, reply)
    const violations = this.#answerViolations(content) as readonly Violation[]
    if (violations.length === 0) return
    const status = statusOf(content)
    this.#checkStatus(status, false)
    const call = `${this.call}, …)`
    const key = this.keyOf(status)
    const problem = `the answer with status ${status} breaks the contract\n\n${wordViolations(violations)}\n\n${notToCheck(this, key, this.base)}`
    if (this.#api.settings.responses === 'error') refuseCall(call, problem)
    console.warn(`${call}: ${problem}`)
  }

  /** Returns all violations of the contract in an answer; a promise if the answer's body has to be read. */
  #answerViolations(content: Content): Violation[] | Promise<Violation[]> {
    const { schemas, settings } = this.#api
    const isOff = settings.responses === 'off' || settings.isIgnored(this, this.keyOf(statusOf(content)))
    return isOff ? [] : answerViolations(this, content, schemas)
  }

  /** Returns the contract of a stub; errors name the stub by its `place`, and their stacks begin with its line. */
  #contract(place: () => string, trace: Trace): Contract {
    const { requests, responses } = this.#api.settings
    const owner = this.operationId === undefined ? '' : ` (${this.operationId})`
    const report = (what: string, key: string, violations: readonly Violation[], mode: CheckMode) => {
      if (violations.length === 0) return
      const message = `${what} breaks its contract${owner}\n\n${wordViolations(violations)}\n\n  ${place()}\n${notToCheck(this, key, this.base)}`
      if (mode === 'error') throw new MynahError('CONTRACT', message, { trace })
      console.warn(message)
    }
    /** A stub's answer is the same each time, unless a resolver makes it. */
    const checked = new WeakMap<Content['body'], Content>()
    return {
      api: this.#api.described,
      checkRequest: (request, params) => {
        report(this.name, 'request', this.checkRequest(request, params), requests)
      },
      parseReply: (content) => {
        const known = checked.get(content.body)
        if (known) return known
        const typed = withDocumentedType(this, content)
        return whenReady(this.#answerViolations(typed), (violations) => {
          report(`The answer to ${this.name}`, this.keyOf(statusOf(typed)), violations, responses)
          checked.set(content.body, typed)
          return typed
        })
      },
    }
  }
}
