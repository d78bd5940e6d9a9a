import { isBodiless } from '../http-rules.ts'
import { payloadProblem, toDeclaredReply } from '../reply/to-reply.ts'
import type { Reply } from '../reply.ts'
import { isReadable, isResponse, isThenable } from '../type-guards.ts'
import { callOf, type Route, refuse } from './correction.ts'
import type { Settings } from './stub.ts'

/** Makes the reply of a stub, or refuses a response that cannot be sent. */
export function parseResponse(route: Route, settings: Settings | undefined, response: unknown): Reply {
  let reply: Reply
  try {
    reply = toDeclaredReply(response)
  } catch (error) {
    const problem = `the ${payloadProblem(response, error)}`
    return refuse(route, problem, `${callOf(route)}, ${sendable(response)})`, { cause: error })
  }
  if (reply.kind !== 'sequence') checkHead(route, settings ?? {}, reply)
  else for (const one of reply.replies) checkHead(route, settings ?? {}, one, 'sequence(…)')
  return reply
}

/** Returns code of a similar response that can be sent. */
function sendable(response: unknown): string {
  try {
    if (isResponse(response)) return '() => new Response(…)'
    if (isThenable(response)) return 'async () => …'
    if (isReadable(response)) return 'stream(…)'
  } catch {
    // A proxy may throw when it is read.
  }
  return "{ id: '1' }"
}

/** Refuses a head that the reply cannot have. `whole` is the code of the response if the reply is one of several in it. */
function checkHead(route: Route, { status, headers }: Settings, reply: Reply, whole?: string): void {
  const setting = status !== undefined ? 'status' : headers !== undefined ? 'headers' : undefined
  const alone = setting && standsAlone(reply, setting)
  if (alone) {
    const problem = `${setting} cannot be set for ${alone.written}, which has ${alone.has}`
    refuse(route, problem, `${callOf(route)}, ${whole ?? alone.written})`)
  }
  const problem = bodyProblem(status, reply)
  if (problem) refuse(route, problem, `${callOf(route)}, ${whole ?? `undefined, { status: ${status} }`})`)
}

/** Returns the reply for which a setting cannot be set. A redirect has its own status, but takes headers, such as the cookie of a login. */
function standsAlone(reply: Reply, setting: 'status' | 'headers'): { written: string; has: string } | undefined {
  if (reply.kind === 'networkError') return { written: 'networkError()', has: 'none' }
  if (reply.kind === 'passthrough') return { written: 'passthrough()', has: 'none' }
  if (reply.kind !== 'content') return undefined
  if (reply.body.kind === 'response') return { written: 'new Response(…)', has: 'its own' }
  return reply.status === undefined || setting === 'headers' ? undefined : { written: 'redirect(…)', has: 'its own' }
}

/** Returns why a reply cannot be sent with a status, or `undefined` if it can. */
export function bodyProblem(status: number | undefined, reply: Reply): string | undefined {
  if (!isBodiless(status)) return undefined
  // A `Response` keeps its own status.
  const hasBody =
    reply.kind === 'negotiated' ||
    (reply.kind === 'content' && reply.body.kind !== 'empty' && reply.body.kind !== 'response')
  return hasBody ? `a response with status ${status} has no body` : undefined
}
