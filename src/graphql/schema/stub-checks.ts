import { isNamedReply } from '../../core/brand.ts'
import { MynahError } from '../../core/errors.ts'
import type { Trace } from '../../core/frames.ts'
import type { CalledOperation } from '../../core/match/operation.ts'
import { CHECK, checkOptions, type OptionTable } from '../../core/options.ts'
import { refuseCall } from '../../core/refusal.ts'
import { quote } from '../../core/show.ts'
import { isPlainObject } from '../../core/type-guards.ts'
import type { AskedDocument, CheckedResult } from './complete-data.ts'
import { type SchemaViolation, wordViolations } from './violations.ts'

/** The consequence of what breaks the schema: an error, a warning on the console, or nothing. */
export type GraphqlCheck = 'error' | 'warn' | 'off'

/** What is checked, beside a schema. */
export interface CheckOptions {
  /** The consequence of a request that the schema does not take; `'error'` by default. */
  readonly requests?: GraphqlCheck
  /** The consequence of a result that breaks the schema; `'error'` by default. */
  readonly responses?: GraphqlCheck
  /** The operations that are not checked, each with its reason: `{ 'query GetUser': 'the server omits them' }`. */
  readonly ignore?: Readonly<Record<string, string>>
}

/** The stub that is checked. */
interface CheckedStub {
  readonly title: string
  /** The beginning of its call. */
  readonly call: string
  readonly name?: string | undefined
  /** The document that it was declared with. */
  readonly document?: unknown
  readonly trace: Trace
  /** Returns the stub with its place. */
  place(): string
}

/** A request with its operation. */
interface CheckedRequest {
  readonly called: CalledOperation | undefined
  readonly document: unknown
  readonly variables: Readonly<Record<string, unknown>>
}

/** The checks of a stub. Each throws, or warns, as the options say. */
interface StubChecks {
  /** Checks a document, and the result that was declared with it. Other results are checked when they are sent. */
  declared(result: unknown): void
  request(request: CheckedRequest): void
  /** Returns a result as the schema completes it; as it was declared if it breaks the schema, and may be sent. */
  completed(request: CheckedRequest, text: string): string
}

const OPTIONS: OptionTable = {
  requests: CHECK,
  responses: CHECK,
  ignore: {
    isRight: (value) =>
      isPlainObject(value) &&
      Object.values(value).every((reason) => typeof reason === 'string' && reason.trim() !== ''),
    wanted: 'an object of operations and reasons',
  },
}

/** A schema that the requests and the results of `graphql` are checked against. */
export interface SchemaCheck {
  /** Returns why a server would refuse a request, a line for each reason; empty if it would not. */
  refusals(asked: AskedDocument): readonly string[]
  /** Returns a result as a server completes it, and what is wrong with its `data`. */
  complete(
    asked: AskedDocument,
    result: CheckedResult,
  ): { readonly result: CheckedResult; readonly violations: readonly SchemaViolation[] }
  /** Returns the checks of the stubs of an endpoint. @internal */
  checksFor(endpoint: string, options: CheckOptions): (stub: CheckedStub) => StubChecks
}

/** @throws {RouteDefinitionError} for an option with a wrong value. */
export function checksFor(
  { refusals, complete }: Pick<SchemaCheck, 'refusals' | 'complete'>,
  endpoint: string,
  { requests = 'error', responses = 'error', ignore = {} }: CheckOptions,
): (stub: CheckedStub) => StubChecks {
  checkOptions('graphql', `${quote(endpoint)}, `, { requests, responses, ignore }, OPTIONS)
  const isChecked = (mode: GraphqlCheck, title: string, document: unknown) =>
    mode !== 'off' && document !== undefined && !Object.hasOwn(ignore, title)
  const notToCheck = (title: string) => `To skip this check: graphql(…, { ignore: { ${quote(title)}: 'reason' } })`
  return ({ title, call, name, document, trace, place }) => {
    const titleOf = ({ called }: CheckedRequest) =>
      called?.name === undefined ? title : `${called.type ?? 'operation'} ${called.name}`
    const report = (mode: GraphqlCheck, of: string, problem: string) => {
      const message = `${of} ${problem}\n\n  ${place()}\n${notToCheck(of)}`
      if (mode === 'error') throw new MynahError('CONTRACT', message, { trace })
      console.warn(message)
    }
    return {
      declared(result) {
        if (!isChecked(responses, title, document)) return
        const asked = { document, operationName: name, variables: undefined }
        const problems = refusals(asked)
        const { violations } =
          isPlainObject(result) && !isNamedReply(result) ? complete(asked, result) : { violations: [] }
        const lines = problems.length > 0 ? wordRefusals(problems) : wordViolations(violations)
        if (lines === '') return
        const problem = `${problems.length > 0 ? 'the document' : 'the result'} breaks the schema\n\n${lines}\n\n${notToCheck(title)}`
        if (responses === 'error') refuseCall(`${call}, …)`, problem)
        console.warn(`${call}, …): ${problem}`)
      },
      request(request) {
        const of = titleOf(request)
        if (!isChecked(requests, of, request.document)) return
        const problems = refusals({ ...request, operationName: request.called?.name })
        if (problems.length > 0) report(requests, of, `breaks the schema\n\n${wordRefusals(problems)}`)
      },
      completed(request, text) {
        const of = titleOf(request)
        const asked = {
          document: request.document ?? document,
          operationName: request.called?.name,
          variables: request.variables,
        }
        if (!isChecked(responses, of, asked.document)) return text
        const { result, violations } = complete(asked, JSON.parse(text))
        if (violations.length === 0) return JSON.stringify(result)
        report(responses, of, `has a result that breaks the schema\n\n${wordViolations(violations)}`)
        return text
      },
    }
  }
}

function wordRefusals(problems: readonly string[]): string {
  return problems.map((line) => `  ${line}`).join('\n')
}
