import { BRAND, brandedKindOf, isNamedReply, KINDS, type Maker } from '../brand.ts'
import { isBodiless, isJsonType } from '../http-rules.ts'
import { asCode } from '../refusal.ts'
import type { NamedReply, Reply } from '../reply/reply.ts'
import { payloadProblem, toDeclaredReply } from '../reply/to-reply.ts'
import { show } from '../show.ts'
import { firstMistake, type Mistake } from './correction.ts'
import type { Method, Settings } from './stub.ts'

/**
 * Makes the reply of a stub, or returns the reason why it cannot be sent. `defaultStatus` is sent if the settings have none,
 * `method` is that of the stub.
 */
export function tryResponse(
  response: unknown,
  settings: Settings = {},
  defaultStatus: number | undefined,
  method: Method,
): Reply | Mistake {
  const mistake = responseMistake(response) ?? typeMistake(response, settings.headers)
  if (mistake) return mistake
  let reply: Reply
  try {
    reply = toDeclaredReply(response)
  } catch (error) {
    return { problem: `the ${payloadProblem(response, error)}`, cause: error }
  }
  const replies = reply.kind === 'sequence' ? reply.replies : [reply]
  return firstMistake(replies, (one) => headMistake(one, response, settings, defaultStatus, method)) ?? reply
}

/** Refuses what mynah makes, and is no response: a function that was not called would be asked as a resolver. */
function responseMistake(response: unknown): Mistake | undefined {
  const kind = brandedKindOf(response)
  if (kind === undefined || kind === 'reply') return undefined
  if (kind !== 'maker') return { problem: `${KINDS[kind]} cannot be a response` }
  const {
    name,
    [BRAND]: { makes },
  } = response as Maker
  return {
    problem: `the response is the function ${name} itself${makes === 'reply' ? '; call it' : ', which makes a matcher'}`,
  }
}

/** A text is sent as JSON, in quotes, whatever its content type. */
function typeMistake(response: unknown, headers: Settings['headers'] = {}): Mistake | undefined {
  if (typeof response !== 'string') return undefined
  const type = headerIn(Object.entries(headers), 'content-type')
  if (type === undefined || isJsonType(type)) return undefined
  return {
    problem: `a string is sent as JSON, in quotes, and its content type is ${show(type)}`,
    meant: { response: `text(${asCode(response)})`, settings: [['headers'], headers] },
  }
}

/** Returns the first value of a header in a list; `wanted` is in lower case. */
export function headerIn(headers: Iterable<readonly [name: string, value: unknown]>, wanted: string): unknown {
  for (const [name, value] of headers) if (name.toLowerCase() === wanted) return value
  return undefined
}

const HEAD_SETTINGS = ['status', 'statusText', 'headers'] as const

/** Returns why a reply cannot answer the method, or have the head of its settings. */
function headMistake(
  reply: Reply,
  response: unknown,
  settings: Settings,
  defaultStatus: number | undefined,
  method: Method,
): Mistake | undefined {
  const refused = reply.kind === 'resolver' ? reply.refuses?.(method, settings) : undefined
  if (refused) return refused
  for (const setting of HEAD_SETTINGS) {
    const alone = settings[setting] === undefined ? undefined : standsAlone(reply, response, setting)
    if (alone !== undefined) return { problem: `${setting} cannot be set for ${alone}` }
  }
  const { status } = settings
  const problem = bodyProblem(status ?? defaultStatus, reply)
  if (problem === undefined) return undefined
  const setting = status === undefined ? undefined : ([['status'], status] as const)
  return { problem, meant: isSequence(response) ? undefined : { response: 'undefined', settings: setting } }
}

function isSequence(response: unknown): boolean {
  return isNamedReply(response) && response.name === 'sequence'
}

/** Names the reply for which a setting cannot be set. A redirect has its own status, but takes headers, such as the cookie of a login. */
function standsAlone(reply: Reply, response: unknown, setting: (typeof HEAD_SETTINGS)[number]): string | undefined {
  if (reply.kind === 'networkError' || reply.kind === 'passthrough') return `${reply.kind}(), which has none`
  if (reply.kind !== 'content') return undefined
  if (reply.body.kind === 'response') return 'new Response(…), which has its own'
  if (reply.status === undefined || setting !== 'status') return undefined
  return `${isSequence(response) ? 'a reply of ' : ''}${(response as NamedReply).name}(…), which has its own`
}

/** Returns why a reply cannot be sent with a status, or `undefined` if it can. */
export function bodyProblem(status: number | undefined, reply: Reply): string | undefined {
  const sent = reply.kind === 'content' ? (reply.status ?? status) : status
  if (!isBodiless(sent)) return undefined
  // A `Response` keeps its own status.
  const hasBody =
    reply.kind === 'content'
      ? reply.body.kind !== 'empty' && reply.body.kind !== 'response'
      : reply.kind === 'resolver' && reply.hasBody === true
  return hasBody ? `a response with status ${sent} has no body` : undefined
}
