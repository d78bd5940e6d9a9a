import { isBodiless } from '../http-rules.ts'
import { isMatcher } from '../matcher.ts'
import { findOwn, KINDS, MAKER, type Maker, ownKindOf } from '../own-kind.ts'
import { compilePath } from '../path/path.ts'
import { asCode, objectCode } from '../refusal.ts'
import { payloadProblem, toDeclaredReply } from '../reply/to-reply.ts'
import type { Reply } from '../reply.ts'
import { quote, show } from '../show.ts'
import { isError, isPlainObject, isReadable, isResponse, isThenable } from '../type-guards.ts'
import { asRightCode, callOf, type Route, refuse, withMatch } from './correction.ts'
import { parseMatch } from './parse-match.ts'
import type { Settings } from './stub.ts'

/** Makes the reply of a stub, or refuses a response that cannot be sent. */
export function parseResponse(route: Route, settings: Settings | undefined, response: unknown): Reply {
  checkKind(route, response)
  let reply: Reply
  try {
    reply = toDeclaredReply(response)
  } catch (error) {
    const problem = `the ${payloadProblem(response, error)}`
    return refuse(route, problem, correctedPayload(route, response), { cause: error })
  }
  checkContentType(route, settings?.headers, response)
  if (reply.kind !== 'sequence') checkHead(route, settings ?? {}, reply)
  else for (const one of reply.replies) checkHead(route, settings ?? {}, one, 'sequence(…)')
  return reply
}

/** Refuses what mynah makes, and is no response: a function that was not called would be asked as a resolver. */
function checkKind(route: Route, response: unknown): void {
  const kind = ownKindOf(response)
  if (kind === undefined || kind === 'reply') return
  if (kind !== 'maker') refuse(route, `${KINDS[kind]} cannot be a response`, correctedPayload(route, response))
  const { name, [MAKER]: made } = response as Maker
  const isReply = made.makes === 'reply'
  const problem = `the response is the function ${name} itself${isReply ? '; call it' : ', which makes a matcher'}`
  refuse(route, problem, isReply ? `${callOf(route)}, ${made.call})` : correctedPayload(route, response))
}

/** A text is sent as JSON, in quotes, whatever its content type. */
function checkContentType(route: Route, headers: Settings['headers'], response: unknown): void {
  if (typeof response !== 'string') return
  const all = Object.entries(headers ?? {})
  const [name, type] = all.find(([key]) => key.toLowerCase() === 'content-type') ?? []
  if (name === undefined || /[/+]json\b/i.test(String(type))) return
  const written = asCode(response)
  const isHtml = /^text\/html\b/i.test(String(type))
  const more = all.filter(([key]) => key !== name || !isHtml)
  const settings = more.length > 0 ? `, ${objectCode('headers', asCode(Object.fromEntries(more)))}` : ''
  const payload = `${isHtml ? 'html' : 'text'}(${written === '…' ? "'…'" : written})`
  refuse(
    route,
    `a string is sent as JSON, in quotes, and its content type is ${show(type)}`,
    `${callOf(route)}, ${payload}${settings})`,
  )
}

/** Returns the call that was probably meant by a payload that cannot be sent. A matcher in it was meant as a condition. */
function correctedPayload(route: Route, payload: unknown): string {
  if (!isCondition(payload)) return `${callOf(route)}, ${sendable(payload)})`
  const part =
    isPlainObject(payload) && !isMatcher(payload) && !['POST', 'PUT', 'PATCH'].includes(route.method)
      ? 'queries'
      : 'body'
  const code = asRightCode(payload, () => parseMatch(route, compilePath('/'), { [part]: payload }))
  return withMatch(route, part, code === '…' ? '{ id: exists() }' : code)
}

function isCondition(payload: unknown): boolean {
  const found = findOwn(payload, ['matcher', 'maker'])
  return found !== undefined && (found.kind === 'matcher' || (found.value as Maker)[MAKER].makes === 'matcher')
}

/** Returns code of a similar response that can be sent. */
function sendable(response: unknown): string {
  try {
    if (isResponse(response)) return '() => new Response(…)'
    if (isThenable(response)) return 'async () => …'
    if (isReadable(response)) return 'stream(…)'
    if (isError(response)) return `networkError(${asError(response)})`
  } catch {
    // A proxy may throw when it is read.
  }
  return "{ id: '1' }"
}

/** The errors that every engine has. */
const ERRORS = ['TypeError', 'RangeError', 'SyntaxError', 'ReferenceError', 'EvalError', 'URIError']

function asError({ name, message }: Error): string {
  return `new ${ERRORS.includes(name) ? name : 'Error'}(${quote(message)})`
}

/** Refuses a head that the reply cannot have. `whole` is the code of the response if the reply is one of several in it. */
function checkHead(route: Route, { status, headers }: Settings, reply: Reply, whole?: string): void {
  const setting = status !== undefined ? 'status' : headers !== undefined ? 'headers' : undefined
  const alone = setting && standsAlone(reply, setting)
  if (alone) {
    const problem = `${setting} cannot be set for ${alone.written}, which has ${alone.has}`
    refuse(route, problem, `${callOf(route)}, ${whole ?? alone.written})`)
  }
  const problem = bodyProblem(status ?? route.declarer?.defaultStatus, reply)
  const empty = status === undefined ? 'undefined' : `undefined, { status: ${status} }`
  if (problem) refuse(route, problem, `${callOf(route)}, ${whole ?? empty})`)
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
