import { MynahError } from '../core/errors.ts'
import type { Trace } from '../core/frames.ts'
import type { Params } from '../core/params.ts'
import type { Pattern } from '../core/path/path.ts'
import { refuseCall } from '../core/refusal.ts'
import type { Content } from '../core/reply/reply.ts'
import { copyStub, defineStub } from '../core/stub/define-stub.ts'
import type { Contract, Declarer, DescribedApi, Settings, Stub } from '../core/stub/stub.ts'
import { isPlainObject } from '../core/type-guards.ts'
import { attempt, whenReady } from '../runtime/event-loop.ts'
import { adviseType, answerViolations, statusOf, withDocumentedType } from './check/check-answer.ts'
import { checkMatch } from './check/check-match.ts'
import { createRequestCheck, type RequestCheck } from './check/check-request.ts'
import type { BasePath } from './document/base-path.ts'
import { isUnreadable } from './document/document.ts'
import { Operation } from './document/operation.ts'
import { notToCheck, refuseStatus } from './document/refusals.ts'
import { askedQueries, compileTemplate } from './document/template.ts'
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
  #pattern: Pattern | undefined
  #requestViolations: RequestCheck | undefined
  #example: Example | undefined

  constructor(api: Api, ...parts: ConstructorParameters<typeof Operation>) {
    super(...parts)
    this.#api = api
  }

  get base(): BasePath {
    return this.ownBase ?? this.#api.settings.base
  }

  /** @throws {MynahError} `OPENAPI`, for a template that cannot be read. */
  get pattern(): Pattern {
    this.#pattern ??= compileTemplate(this.path, this.base)
    return this.#pattern
  }

  /** @throws {MynahError} `OPENAPI`, for a part of the operation that cannot be read. */
  get requestViolations(): RequestCheck {
    const { schemas, settings } = this.#api
    const isOff = settings.requests === 'off' || settings.isIgnored(this, 'request')
    this.#requestViolations ??= isOff ? () => [] : createRequestCheck(this, schemas)
    return this.#requestViolations
  }

  get example(): Example | undefined {
    this.#example ??= this.exampleOf(this.lowestSuccess)
    return this.#example
  }

  /** Returns the example of a status: the first one, or the one of a name. */
  exampleOf(status: number | undefined, name?: string): Example | undefined {
    const { schemas, settings } = this.#api
    return readExample(this, schemas, (key) => settings.isIgnored(this, key), status, name)
  }

  /** Makes a stub. Only the checks of every stub run yet, not those of the contract. */
  #stub(response: unknown, settings: Settings | undefined, trace: Trace, declarer?: Declarer): Stub {
    const stub: Stub = defineStub(this.method, this.path, response, settings, trace, {
      caller: 'openapi',
      pattern: this.pattern,
      settings: { status: this.defaultStatus, match: { queries: askedQueries(this.path) } },
      contract: this.#contract(() => String(stub), trace),
      hint: this.#api.hint,
      ...declarer,
    })
    return stub
  }

  /** Makes the stub of the example, unless it is left out. */
  exampleStub(trace: Trace): Stub | undefined {
    const { example } = this
    if (!example || example.violations) return undefined
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
      this.#orUnread('request', () => checkMatch(this, settings.match, this.#api.schemas), undefined)
      const { status } = settings
      if (Number.isInteger(status)) this.#checkStatus(status as number, true)
    }
    // What the check of requests refuses in the document is refused here too.
    this.#orUnread('request', () => this.requestViolations, undefined)
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
    if (this.#api.settings.responses === 'error' && !this.statuses.includes(this.keyOf(status)))
      refuseStatus(this, status, this.base, isSet)
  }

  /** Checks a static payload at its declaration. Other answers are checked when they are sent. */
  #checkPayload({ parts: { replies } }: Stub): void {
    const [reply] = replies
    if (replies.length > 1 || reply?.kind !== 'content' || reply.body.kind === 'response') return
    const content = this.#withType(reply)
    const violations = this.#answerViolations(content) as readonly Violation[]
    if (violations.length === 0) return
    const status = statusOf(content)
    this.#checkStatus(status, false)
    const call = `${this.call}, …)`
    const key = this.keyOf(status)
    const problem = `the response with status ${status} breaks the contract\n\n${wordViolations(violations)}\n\n${adviseType(this, content)}${notToCheck(this, key, this.base)}`
    if (this.#api.settings.responses === 'error') refuseCall(call, problem)
    console.warn(`${call}: ${problem}`)
  }

  /** Returns all violations of the contract in an answer; a promise if the answer's body has to be read. */
  #answerViolations(content: Content): Violation[] | Promise<Violation[]> {
    const { schemas, settings } = this.#api
    const key = this.keyOf(statusOf(content))
    const isOff = settings.responses === 'off' || settings.isIgnored(this, key)
    return isOff ? [] : this.#orUnread(key, () => answerViolations(this, content, schemas), [])
  }

  #withType(content: Content): Content {
    return this.#orUnread(this.keyOf(statusOf(content)), () => withDocumentedType(this, content), content) as Content
  }

  /**
   * Returns what a check returns. If it meets a part of the document that cannot be read, its options decide as they do of a
   * violation: the error says how to ignore it, it is a warning, or nothing; then `unread` is returned.
   */
  #orUnread<Result>(key: string, check: () => Result | Promise<Result>, unread: Result): Result | Promise<Result> {
    const { settings } = this.#api
    const mode = settings.isIgnored(this, key) ? 'off' : settings[key === 'request' ? 'requests' : 'responses']
    return attempt(check, (error) => {
      if (!isUnreadable(error)) throw error
      const message = `${error.message}\n\n${notToCheck(this, key, this.base)}`
      if (mode === 'error') throw new MynahError('OPENAPI', message)
      if (mode === 'warn') console.warn(message)
      return unread
    })
  }

  /** Returns the contract of a stub; errors name the stub by its `place`, and their stacks begin with its line. */
  #contract(place: () => string, trace: Trace): Contract {
    const { requests, responses } = this.#api.settings
    const owner = this.operationId === undefined ? '' : ` (${this.operationId})`
    const report = (
      what: string,
      key: string,
      violations: readonly Violation[],
      mode: CheckMode,
      advise = () => '',
    ) => {
      if (violations.length === 0) return
      const message = `${what} breaks its contract${owner}\n\n${wordViolations(violations)}\n\n  ${place()}\n${advise()}${notToCheck(this, key, this.base)}`
      if (mode === 'error') throw new MynahError('CONTRACT', message, { trace })
      console.warn(message)
    }
    /** A stub's answer is the same each time, unless a resolver makes it. */
    const checked = new WeakMap<Content['body'], Content>()
    return {
      api: this.#api.described,
      checkRequest: (request, params) => {
        const violations = this.#orUnread('request', () => this.requestViolations(request, params), []) as Violation[]
        report(this.name, 'request', violations, requests)
      },
      parseReply: (content) => {
        const known = checked.get(content.body)
        if (known) return known
        const typed = this.#withType(content)
        return whenReady(this.#answerViolations(typed), (violations) => {
          const key = this.keyOf(statusOf(typed))
          report(`The response to ${this.name}`, key, violations, responses, () => adviseType(this, typed))
          checked.set(content.body, typed)
          return typed
        })
      },
    }
  }
}
