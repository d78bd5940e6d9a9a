import type { Content } from '../core/reply/reply.ts'
import { eventText } from '../core/reply/server-sent-event.ts'
import { END, RESULTS } from './result.ts'

const JSON_TYPE = 'application/json'
const RESPONSE_TYPE = 'application/graphql-response+json'
export const EVENTS = 'text/event-stream'
export const PARTS = 'multipart/mixed'

/** The types that a header `accept` names, those that are preferred first. */
function typesOf(accept = '*/*'): string[] {
  return [...accept.toLowerCase().matchAll(/([^\s,;]+)(?:[^,]*;\s*q=([\d.]+))?[^,]*/g)]
    .sort(([, , a = 1], [, , b = 1]) => Number(b) - Number(a))
    .map(([, type]) => type as string)
}

/** The boundary of a multipart stream; each part ends with it, so that the client reads the part at once. */
const BOUNDARY = '\r\n--graphql'

/**
 * Writes the results of a body as their client takes them; `complete` returns a result as the schema completes it. Any other body is
 * sent as it is. Returns `undefined` if the client of a subscription takes neither events nor parts.
 */
export function writeResults(
  body: Content['body'],
  isStream: boolean,
  accept: string | undefined,
  complete: (text: string) => string,
): Content['body'] | undefined {
  if (body.kind !== 'stream' || body.type !== RESULTS) return body
  const types = typesOf(accept)
  if (isStream ? types.includes(EVENTS) || !types.includes(PARTS) : types.join() === EVENTS) {
    if (!types.some((type) => [EVENTS, '*/*'].includes(type))) return undefined
    const toChunk = (item: unknown) =>
      eventText(item === END ? { event: 'complete', data: '' } : { event: 'next', data: complete(item as string) })
    return { ...body, toChunk, type: EVENTS }
  }
  if (isStream) {
    let opening = BOUNDARY
    const toChunk = (item: unknown) => {
      const part = () => `\r\ncontent-type: ${JSON_TYPE}\r\n\r\n{"payload":${complete(item as string)}}${BOUNDARY}`
      const chunk = opening + (item === END ? '--\r\n' : part())
      opening = ''
      return chunk
    }
    return { ...body, toChunk, type: `${PARTS};boundary=graphql;subscriptionSpec=1.0` }
  }
  const [text] = body.items as readonly [string]
  const preferred = types.find((type) => /^(?:application\/|\*)/.test(type))
  const type = preferred === RESPONSE_TYPE ? `${RESPONSE_TYPE}; charset=utf-8` : JSON_TYPE
  return { kind: 'text', text: complete(text), type }
}
