import { isBodiless } from '../http-rules.ts'
import { payloadProblem, toDeclaredReply } from '../reply/to-reply.ts'
import type { Reply } from '../reply.ts'
import { isReadable, isResponse, isThenable } from '../type-guards.ts'
import { callOf, type Route, refuse } from './correction.ts'
import type { Settings } from './stub.ts'

/** Makes the reply of a stub, or says why it cannot be sent. */
export function refuseResponse(route: Route, settings: Settings | undefined, response: unknown): Reply {
  let reply: Reply
  try {
    reply = toDeclaredReply(response)
  } catch (error) {
    const problem = `the ${payloadProblem(response, error)}`
    return refuse(route, problem, `${callOf(route)}, ${sendable(response)})`, { cause: error })
  }
  if (reply.kind !== 'sequence') refuseHead(route, settings ?? {}, reply)
  else for (const one of reply.replies) refuseHead(route, settings ?? {}, one, 'sequence(…)')
  return reply
}

/** What is sent in the place of what cannot be. */
function sendable(response: unknown): string {
  try {
    if (isResponse(response)) return '() => new Response(…)'
    if (isThenable(response)) return 'async () => …'
    if (isReadable(response)) return 'stream(…)'
  } catch {
    // It has traps.
  }
  return "{ id: '1' }"
}

/** `whole` is what was given as the response, where the reply is only one of several in it. */
function refuseHead(route: Route, { status, headers }: Settings, reply: Reply, whole?: string): void {
  const setting = status !== undefined ? 'status' : headers !== undefined ? 'headers' : undefined
  const alone = setting && standsAlone(reply, setting)
  if (alone) {
    const problem = `${setting} cannot stand beside ${alone.written}, which has ${alone.has}`
    refuse(route, problem, `${callOf(route)}, ${whole ?? alone.written})`)
  }
  const problem = bodyProblem(status, reply)
  if (problem) refuse(route, problem, `${callOf(route)}, ${whole ?? `undefined, { status: ${status} }`})`)
}

/** What a setting cannot stand beside. A redirect has a status of its own, but takes headers, such as a login's cookie. */
function standsAlone(reply: Reply, setting: 'status' | 'headers'): { written: string; has: string } | undefined {
  if (reply.kind === 'networkError') return { written: 'networkError()', has: 'none' }
  if (reply.kind === 'passthrough') return { written: 'passthrough()', has: 'none' }
  if (reply.kind !== 'content') return undefined
  if (reply.body.kind === 'response') return { written: 'new Response(…)', has: 'its own' }
  return reply.status === undefined || setting === 'headers' ? undefined : { written: 'redirect(…)', has: 'its own' }
}

/** What is wrong with sending this reply with this status, if anything. */
export function bodyProblem(status: number | undefined, reply: Reply): string | undefined {
  if (!isBodiless(status)) return undefined
  // A `Response` has a status of its own, which this one does not touch.
  return reply.kind === 'content' && reply.body.kind !== 'empty' && reply.body.kind !== 'response'
    ? `a response with status ${status} has no body`
    : undefined
}
