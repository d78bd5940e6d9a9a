import type { Trace } from '../core/own-frames.ts'
import { refuseCall } from '../core/refusal.ts'
import { defineStub } from '../core/stub/define-stub.ts'
import type { Declarer, Settings, Stub } from '../core/stub/stub.ts'
import { isPlainObject } from '../core/type-guards.ts'
import type { Api } from './api.ts'
import { statusOf, withDocumentedType } from './check/check-answer.ts'
import { checkMatch } from './check/check-match.ts'
import type { Operation } from './document/operation.ts'
import { callOf, notToCheck, refuseStatus } from './document/refusals.ts'
import { compileTemplate } from './document/template.ts'
import { type Violation, wordViolations } from './schema/violations.ts'

/** Makes a stub of an operation. Only the checks of every stub run yet, not those of the contract. */
export function stubOf(
  api: Api,
  operation: Operation,
  response: unknown,
  settings: Settings | undefined,
  trace: Trace,
  declarer?: Declarer,
): Stub {
  const stub: Stub = defineStub(operation.method, operation.path, response, settings, trace, {
    caller: 'openapi',
    pattern: compileTemplate(operation.path, api.settings),
    defaultStatus: operation.defaultStatus,
    contract: api.contractOf(operation).forStub(() => String(stub), trace),
    hint: api.hint,
    ...declarer,
  })
  return stub
}

/**
 * Declares a stub of an operation.
 * @throws {MynahError} `OPENAPI`, for a part of the operation that cannot be read.
 * @throws {RouteDefinitionError} for a status, a payload or a match that breaks the operation's contract.
 */
export function declareStub(
  api: Api,
  operation: Operation,
  response: unknown,
  settings: Settings | undefined,
  trace: Trace,
): Stub {
  if (isPlainObject(settings)) {
    checkMatch(operation, settings.match, api.schemas)
    const { status } = settings
    if (Number.isInteger(status) && api.settings.responses === 'error' && !operation.response(status as number)) {
      refuseStatus(operation, status as number, api.settings, true)
    }
  }
  // What the check of requests refuses in the document is refused here too.
  void api.contractOf(operation).checkRequest
  const stub = stubOf(api, operation, response, settings, trace)
  checkPayload(api, operation, stub)
  return stub
}

/** Checks a static payload at its declaration. Other answers are checked when they are sent. */
export function checkPayload(api: Api, operation: Operation, { parts: { replies } }: Stub): void {
  const [reply] = replies
  if (replies.length > 1 || reply?.kind !== 'content' || reply.body.kind === 'response') return
  const content = withDocumentedType(operation, reply)
  const violations = api.contractOf(operation).checkAnswer(content) as readonly Violation[]
  if (violations.length === 0) return
  const status = statusOf(content)
  if (api.settings.responses === 'error' && violations[0]?.isStatus)
    refuseStatus(operation, status, api.settings, false)
  const call = `${callOf(operation.method, operation.path)}, …)`
  const problem =
    `the answer with status ${status} breaks the contract\n\n${wordViolations(violations)}\n\n` +
    notToCheck(operation, operation.keyOf(status))
  if (api.settings.responses === 'error') refuseCall(call, problem)
  console.warn(`${call}: ${problem}`)
}
