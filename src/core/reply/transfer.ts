import { RouteDefinitionError } from '../errors.ts'
import { refuseCall } from '../refusal.ts'
import { showWritten } from '../show.ts'
import { type Content, type FinalReply, type NamedReply, named, type Reply, type Transfer } from './reply.ts'
import { payloadProblem, toDeclaredReply } from './to-reply.ts'

/**
 * Breaks the connection after so many bytes of the response's body. The client fails as on a network: fetch rejects with a
 * `TypeError` when the body is read, http emits `aborted`, XMLHttpRequest fires `error`.
 *
 * @param response anything that `rest` takes as a response and that has a body.
 * @param afterBytes how many bytes of the body arrive before the connection breaks: fewer than the body has.
 * @throws {RouteDefinitionError} for a response without a body, or with one that would arrive whole.
 * @example
 * rest.get('/users', cut([{ id: 1 }], 5))
 */
export function cut(response: unknown, afterBytes: number): NamedReply {
  const isCount = Number.isInteger(afterBytes) && afterBytes >= 0
  if (!isCount) refuseTransfer('cut', response, afterBytes, 'it takes a number of bytes, an integer of 0 or more')
  return named('cut', [response, afterBytes], addTransfer('cut', response, afterBytes, { cutAfter: afterBytes }))
}

/**
 * Sends the response's body at a speed. The head is sent at once. Fake timers decide when the bytes come, as for `delay`.
 *
 * @param response anything that `rest` takes as a response and that has a body.
 * @param bytesPerSecond how many bytes of the body are sent in a second: more than 0.
 * @throws {RouteDefinitionError} for a response without a body.
 * @example
 * rest.get('/video', throttle(file('fixtures/video.mp4'), 50_000))
 */
export function throttle(response: unknown, bytesPerSecond: number): NamedReply {
  const isSpeed = Number.isFinite(bytesPerSecond) && bytesPerSecond > 0
  if (!isSpeed)
    refuseTransfer('throttle', response, bytesPerSecond, 'it takes a number of bytes per second, more than 0')
  const reply = addTransfer('throttle', response, bytesPerSecond, { bytesPerSecond })
  return named('throttle', [response, bytesPerSecond], reply)
}

type Name = 'cut' | 'throttle'

function refuseTransfer(name: Name, response: unknown, given: unknown, problem: string, options?: ErrorOptions): never {
  return refuseCall(`${name}(${showWritten(response)}, ${showWritten(given)})`, problem, undefined, options)
}

function addTransfer(name: Name, response: unknown, given: number, transfer: Transfer): Reply {
  const refuse = (problem: string, options?: ErrorOptions) => refuseTransfer(name, response, given, problem, options)
  const add = (reply: Reply): Reply => {
    switch (reply.kind) {
      case 'networkError':
      case 'passthrough':
      case 'next':
        return refuse(`${reply.kind}() has no body of its own`)
      case 'sequence':
        return { ...reply, replies: reply.replies.map((one) => add(one) as Exclude<Reply, { kind: 'sequence' }>) }
      default: {
        const body = reply.kind === 'content' ? reply.body : reply
        const problem = transferProblem(body, transfer)
        if (problem) refuse(problem)
        return { ...reply, transfer: slower(reply.transfer, transfer) }
      }
    }
  }
  try {
    return add(toDeclaredReply(response))
  } catch (error) {
    if (error instanceof RouteDefinitionError) throw error
    return refuse(`the ${payloadProblem(response, error)}`, { cause: error })
  }
}

/** Of two speeds, or two places to cut, the lower one counts. */
function slower(inner: Transfer = {}, outer: Transfer): Transfer {
  const keys = Object.keys({ ...inner, ...outer }) as (keyof Transfer)[]
  return Object.fromEntries(keys.map((key) => [key, Math.min(inner[key] ?? Infinity, outer[key] ?? Infinity)]))
}

/** Returns a reply with a transfer, if it has a body that could be transferred. */
export function withTransfer(reply: FinalReply, transfer: Transfer | undefined): FinalReply {
  return transfer && reply.kind === 'content' ? { ...reply, transfer: slower(reply.transfer, transfer) } : reply
}

type Transferred = Content['body'] | Extract<Reply, { kind: 'negotiated' | 'resolver' }>

/** Returns why a body cannot be transferred so, or `undefined` if it can, or if its size is not known yet. */
export function transferProblem(body: Transferred, { cutAfter }: Transfer): string | undefined {
  if (body.kind === 'empty' || (body.kind === 'response' && body.response.body === null)) {
    return 'the response has no body'
  }
  const size = sizeOf(body)
  if (cutAfter === undefined || size === undefined || cutAfter < size) return undefined
  return `its body has ${size} ${size === 1 ? 'byte' : 'bytes'} and would arrive whole`
}

function sizeOf(body: Transferred): number | undefined {
  switch (body.kind) {
    case 'negotiated':
      return body.size
    case 'text':
      return new TextEncoder().encode(body.text).byteLength
    case 'native':
      // A Blob has a size, a form has none.
      return ArrayBuffer.isView(body.value) ? body.value.byteLength : (body.value as { readonly size?: number }).size
    default:
      return undefined
  }
}
