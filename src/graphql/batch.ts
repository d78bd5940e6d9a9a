import { choose } from '../core/choose/choose.ts'
import { MynahError } from '../core/errors.ts'
import type { HeaderList } from '../core/reply/reply.ts'
import { type AnswerBatch, setMissedCall } from '../exchange/batch.ts'
import type { Session } from '../mocks/session/session.ts'
import { IncomingRequest } from '../request/incoming-request.ts'
import type { Verdict } from '../response/verdict.ts'
import { writeResponse } from '../response/write-response.ts'

/**
 * Answers each call of a batch as a request of its own, and joins the answers in order. Returns `undefined` if no stub takes one of
 * them: the others are not answered then.
 */
export async function answerCalls(
  bodies: readonly string[],
  ...[request, session, answer]: Parameters<AnswerBatch>
): Promise<Verdict | undefined> {
  const calls = bodies.map((body) => callOf(request, body))
  const quiet = { available: session.available.bind(session), threw() {} }
  const miss = calls.find((call) => !choose(session.layers.tables, call, quiet))
  if (miss) {
    setMissedCall(request, miss)
    return undefined
  }
  const verdicts = await Promise.all(calls.map((call) => answer(call, session)))
  const unanswered = calls[verdicts.indexOf(undefined)]
  if (unanswered) {
    setMissedCall(request, unanswered)
    return undefined
  }
  const broken = verdicts.find((verdict) => verdict?.kind !== 'response')
  if (broken?.kind === 'passthrough')
    return refuse(session, 'a batch is answered whole, and one of its calls passes through')
  return broken ?? join(request, session, verdicts as ResponseVerdict[])
}

function callOf({ method, url, headers, signal, sender }: IncomingRequest, body: string): IncomingRequest {
  const { 'content-length': _, ...others } = headers
  return new IncomingRequest(
    { method, url, headers: Object.entries(others), ...(signal && { signal }), ...(sender && { sender }) },
    body,
  )
}

type ResponseVerdict = Extract<Verdict, { kind: 'response' }>

async function join(
  request: IncomingRequest,
  session: Session,
  verdicts: readonly ResponseVerdict[],
): Promise<Verdict> {
  const responses = verdicts.map(({ response }) => response)
  if (
    responses.some((response) => /^(?:text\/event-stream|multipart\/)/.test(response.headers.get('content-type') ?? ''))
  ) {
    return refuse(session, 'a stream cannot be one of the answers to a batch')
  }
  const texts = await Promise.all(responses.map((response) => response.text()))
  const headers: HeaderList = responses.flatMap(({ headers }) =>
    headers.getSetCookie().map((one) => ['set-cookie', one] as const),
  )
  const status = Math.max(...responses.map((response) => response.status))
  const body = { kind: 'text', text: `[${texts.join(',')}]`, type: 'application/json' } as const
  return writeResponse({ kind: 'content', status, headers, body }, { request, isOnce: true, endings: [session.ended] })
}

/** Fails the client and the test. */
function refuse(session: Session, problem: string): Verdict {
  const error = new MynahError('RESPONSE', `The answers to a batch cannot be joined: ${problem}`)
  session.threw(undefined, error)
  return { kind: 'error', error }
}
