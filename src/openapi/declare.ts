import { refuseCall } from '../core/refusal.ts'
import { quote } from '../core/show.ts'
import type { Trace } from '../core/stub/call-site.ts'
import type { StubExtras } from '../core/stub/contract.ts'
import { defineStub } from '../core/stub/define-stub.ts'
import type { Stub, Settings as StubSettings } from '../core/stub/stub.ts'
import { isPlainObject } from '../core/type-guards.ts'
import { checkMatch } from './check-match.ts'
import { statusOf, withDocumentedType } from './check-response.ts'
import type { OperationContract } from './contract.ts'
import { callOf, refuseStatus } from './refusals.ts'
import type { Schemas } from './schemas.ts'
import { compileTemplate } from './template.ts'
import { type Violation, wordViolations } from './violations.ts'

/** Makes a stub of an operation. Only the checks of every stub run yet, not those of the contract. */
export function stubOf(
  contract: OperationContract,
  response: unknown,
  settings: StubSettings | undefined,
  trace: Trace,
  extras?: StubExtras,
): Stub {
  const { operation, settings: options } = contract
  const stub: Stub = defineStub(operation.method, operation.path, response, settings, trace, {
    caller: 'openapi',
    pattern: compileTemplate(operation.path, options),
    defaultStatus: operation.defaultStatus,
    contract: contract.forStub(() => String(stub)),
    ...extras,
  })
  return stub
}

/**
 * Declares a stub of an operation.
 * @throws {MynahError} `OPENAPI`, for a part of the operation that cannot be read.
 * @throws {RouteDefinitionError} for a status, a payload or a match that breaks the operation's contract.
 */
export function declareStub(
  contract: OperationContract,
  response: unknown,
  settings: StubSettings | undefined,
  trace: Trace,
  schemas: Schemas,
): Stub {
  const { operation, settings: options } = contract
  if (isPlainObject(settings)) {
    checkMatch(operation, settings.match, schemas)
    const { status } = settings
    if (Number.isInteger(status) && options.responses === 'error' && !operation.response(status as number)) {
      refuseStatus(operation, status as number)
    }
  }
  // What the check of requests refuses in the document is refused here too.
  void contract.requestCheck
  const stub = stubOf(contract, response, settings, trace)
  checkPayload(contract, stub)
  return stub
}

/** Checks a static payload at its declaration. Other answers are checked when they are sent. */
function checkPayload(contract: OperationContract, { replies }: Stub): void {
  const [reply] = replies
  if (replies.length > 1 || reply?.kind !== 'content' || reply.body.kind === 'response') return
  const { operation, settings } = contract
  const content = withDocumentedType(operation, reply)
  const violations = contract.checkAnswer(content) as readonly Violation[]
  if (violations.length === 0) return
  const status = statusOf(content)
  const key = operation.response(status)?.key ?? String(status)
  const call = `${callOf(operation.method, operation.path)}, …)`
  const problem = `the answer with status ${status} breaks the contract\n\n${wordViolations(violations)}`
  if (settings.responses === 'error') {
    const isUndocumented = violations.some(({ at }) => at === 'status')
    if (isUndocumented) refuseStatus(operation, status)
    refuseCall(
      call,
      problem,
      `${corrected(contract, violations, status)}, or, not to check it,\n       openapi(document, { ignore: { ${quote(`${operation.name} ${key}`)}: 'the reason' } })`,
    )
  }
  console.warn(`${call}: ${problem}`)
}

/** Returns the call that sends a documented answer. */
function corrected({ operation }: OperationContract, violations: readonly Violation[], status: number): string {
  const call = callOf(operation.method, operation.path)
  const types = operation.response(status)?.content.map(([type]) => type) ?? []
  const [first] = violations
  if (first?.at !== 'content-type') return `${call}, …)`
  if (types.length === 0) return `${call}, undefined)`
  return `${call}, text('…'), { headers: { 'content-type': ${quote(types[0] as string)} } })`
}
