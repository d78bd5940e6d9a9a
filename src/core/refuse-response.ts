import { callOf, lowerFirst, type Route, refuse } from './refuse.ts'
import type { Reply } from './reply.ts'
import type { Settings } from './stub.ts'

const BODILESS = [204, 205, 304]

/** Makes the reply of a stub, or says why it cannot be sent. */
export function refuseResponse(route: Route, settings: Settings | undefined, toReply: () => Reply): Reply {
  let reply: Reply
  try {
    reply = toReply()
  } catch (error) {
    const reason = (error as Error).message.split('\n')[0] as string
    return refuse(
      route,
      `the payload cannot be sent as JSON: ${lowerFirst(reason)}`,
      `${callOf(route)}, { id: '1' })`,
      error,
    )
  }
  for (const one of reply.kind === 'sequence' ? reply.replies : [reply]) refuseHead(route, settings ?? {}, one)
  return reply
}

function refuseHead(route: Route, { status, headers }: Settings, reply: Reply): void {
  const owns = ownHead(reply)
  if (owns && (status !== undefined || headers !== undefined)) {
    const setting = status === undefined ? 'headers' : 'status'
    refuse(route, `${setting} cannot stand beside ${owns}, which has its own`, `${callOf(route)}, ${owns})`)
  }
  const problem = bodyProblem(status, reply)
  if (problem) refuse(route, problem, `${callOf(route)}, undefined, { status: ${status} })`)
}

function ownHead(reply: Reply): string | undefined {
  if (reply.kind === 'networkError') return 'networkError()'
  if (reply.kind === 'passthrough') return 'passthrough()'
  if (reply.kind !== 'content') return undefined
  if (reply.body.kind === 'response') return 'new Response(…)'
  return reply.status === undefined ? undefined : 'redirect(…)'
}

/** What is wrong with sending this reply with this status, if anything. */
export function bodyProblem(status: number | undefined, reply: Reply): string | undefined {
  if (status === undefined || !BODILESS.includes(status)) return undefined
  return reply.kind === 'content' && reply.body.kind !== 'empty'
    ? `a response with status ${status} has no body`
    : undefined
}
