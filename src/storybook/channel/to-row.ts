import { showUrl } from '../../core/explain/request-text.ts'
import { messageOf } from '../../core/show.ts'
import { callSiteOf } from '../../core/stub/call-site.ts'
import { callOf } from '../../core/stub/correction.ts'
import { routeOf, type Stub } from '../../core/stub/stub.ts'
import { answerOf, type Call } from '../../mocks/session/journal.ts'
import type { Choice, Result, Row, RowStub } from './messages.ts'

/** Returns a call as a row. `choiceOf` knows the stubs that the panel has put in place of a route's own. */
export function toRow(call: Call, id: number, choiceOf: (stub: Stub) => Choice | undefined): Row {
  const { request, duration, stub } = call
  const latest = answerOf(call).head?.upgrade?.messages.at(-1)
  return {
    id,
    method: request.method,
    url: showUrl(request.url),
    duration,
    result: toResult(call),
    ...(stub && { stub: toRowStub(stub, choiceOf(stub)) }),
    ...(latest && { messageAt: latest.at }),
  }
}

function toRowStub(stub: Stub, choice: Choice | undefined): RowStub {
  const place = choice === undefined ? callSiteOf(stub.parts.trace) : undefined
  return { route: routeOf(stub), call: `${callOf(stub)})`, ...(place && { place }), ...(choice && { choice }) }
}

function toResult({ outcome, response, error }: Call): Result {
  switch (outcome) {
    case undefined:
      return { kind: 'pending' }
    case 'answered':
      return response ? { kind: 'response', status: response.status } : { kind: 'networkError' }
    case 'passed':
      return { kind: 'passed', ...(response && { status: response.status }) }
    case 'aborted':
      return { kind: 'aborted' }
    case 'failed':
      return { kind: 'failed', message: messageOf(error) }
    case 'unmatched':
      return toMiss(messageOf(error))
  }
}

/** The report has the code on a line of its own. */
function toMiss(report: string): Result {
  const [, answer] = /^To answer it: (.+)$/m.exec(report) ?? []
  return { kind: 'miss', report, ...(answer && { answer }) }
}
