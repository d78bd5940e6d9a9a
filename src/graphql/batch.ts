import { choose } from '../core/choose/choose.ts'
import { MynahError } from '../core/errors.ts'
import { isJsonType } from '../core/http-rules.ts'
import type { AnswerBatch, Untaken } from '../exchange/exchange.ts'
import { IncomingRequest } from '../request/incoming-request.ts'
import { toResponse } from '../response/make-response.ts'
import { headerOf, type Verdict } from '../response/verdict.ts'
import { writeResponse } from '../response/write-response.ts'

/**
 * Answers each call of a batch as a request of its own, and joins the answers in order. If no stub takes one of
 * them, none is answered, unless a stub's `times` is used up within the batch.
 */
export async function answerCalls(
  bodies: readonly unknown[],
  ...[request, session, answer]: Parameters<AnswerBatch>
): Promise<Verdict | Untaken> {
  const { method, url, headers, signal, sender } = request
  const { 'content-length': _, ...others } = headers
  const head = { method, url, headers: Object.entries(others), signal, sender }
  const calls = bodies.map((body) => new IncomingRequest(head, JSON.stringify(body)))
  const quiet = { available: session.available.bind(session), threw() {} }
  const missed = calls.find((call) => !choose(session.layers.tables, call, quiet))
  if (missed) return { kind: 'untaken', call: missed }
  const verdicts = await Promise.all(calls.map((call) => answer(call, session)))
  const untaken = calls.find((_call, at) => verdicts[at]?.kind === 'untaken')
  if (untaken) return { kind: 'untaken', call: untaken }
  const answers = verdicts.flatMap((verdict) => (verdict.kind === 'response' ? verdict : []))
  const broken = verdicts.find((verdict) => verdict.kind !== 'response')
  if (broken?.kind === 'passthrough' || !answers.every((one) => isJsonType(headerOf(one, 'content-type')))) {
    const error = new MynahError('RESPONSE', `A response in a batch ${broken ? 'passes through' : 'is not JSON'}`)
    session.threw(undefined, error)
    return { kind: 'error', error }
  }
  if (broken) return broken
  const texts = await Promise.all(answers.map((one) => toResponse(one).text()))
  const status = Math.max(...answers.map((one) => one.status))
  const cookies = answers.flatMap(({ headers }) => headers.filter(([name]) => name.toLowerCase() === 'set-cookie'))
  const body = { kind: 'text', text: `[${texts.join(',')}]`, type: 'application/json' } as const
  return writeResponse({ kind: 'content', status, headers: cookies, body }, { request, endings: [session.ended] }, true)
}
