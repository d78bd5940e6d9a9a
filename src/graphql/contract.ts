import { MynahError } from '../core/errors.ts'
import type { MatchableRequest } from '../core/match/match.ts'
import type { Trace } from '../core/own-frames.ts'
import type { Content } from '../core/reply/reply.ts'
import { eventText } from '../core/reply/server-sent-event.ts'
import { show } from '../core/show.ts'
import type { Contract } from '../core/stub/stub.ts'
import { resultType, streamTypeOf, takesEventsAlone } from './accept.ts'
import type { Endpoint, GraphqlCheck } from './options.ts'
import type { Asked } from './read-request.ts'
import { END, isResultBody } from './result.ts'
import type { OperationType } from './scan.ts'
import type { SchemaViolation } from './schema/violations.ts'

/** The stub that a contract belongs to. */
export interface Owner {
  readonly endpoint: Endpoint
  readonly type: OperationType | undefined
  /** The document that it was declared with. */
  readonly document: unknown
  readonly title: string
  readonly trace: Trace
  /** The stub with its place. */
  place(): string
}

/** Makes the contract of a stub: a result is written for each request, as its client takes it, and completed by the schema. */
export function createContract(owner: Owner): Contract {
  const { endpoint, type, document } = owner
  const asked = (request: MatchableRequest) => endpoint.protocol.read(request).asked
  return {
    checkRequest(request) {
      const { accept } = request.headers
      if (type === 'subscription' && !streamTypeOf(accept)) {
        fail(
          owner,
          `The client of ${owner.title} accepts ${show(accept)}; a subscription is sent as text/event-stream or multipart/mixed`,
        )
      }
      const one = asked(request)
      const { schema, requests } = endpoint
      if (!schema || requests === 'off' || one?.document === undefined) return
      if (Object.hasOwn(endpoint.ignore, titleOf(owner, one))) return
      const refusals = schema.refusals({ ...one, operationName: one.name })
      if (refusals.length === 0) return
      report(owner, one, requests, `breaks the schema\n\n${refusals.map((line) => `  ${line}`).join('\n')}`)
    },
    parseReply(content, request) {
      const { body } = content
      if (!isResultBody(body)) return content
      const { accept } = request.headers
      const one = asked(request) ?? { document, name: undefined, variables: {} }
      const complete = (text: string) => completed(owner, one as Asked, text)
      if (body.kind === 'stream')
        return { ...content, ...streamedBody(body, streamTypeOf(accept) ?? 'events', complete) }
      if (body.kind !== 'text') return content
      const text = complete(body.text)
      if (!takesEventsAlone(accept)) return { ...content, body: { ...body, text, type: resultType(accept) } }
      return { ...content, body: { ...body, text: eventOf(text) + COMPLETE, type: 'text/event-stream' } }
    },
  }
}

/** Words violations, one on each line. */
export function wordViolations(violations: readonly SchemaViolation[]): string {
  const width = Math.max(...violations.map(({ at }) => at.length))
  return violations
    .map(({ at, expected, received }) => `  ${at.padEnd(width)}  expected ${expected}  received ${received}`)
    .join('\n')
}

/** Completes a result by the schema, if there is one, and checks it. What breaks it is sent as it was declared, if it may be sent. */
function completed(owner: Owner, asked: Asked, text: string): string {
  const { schema, responses, ignore } = owner.endpoint
  const document = asked.document ?? owner.document
  const isChecked = responses !== 'off' && !Object.hasOwn(ignore, titleOf(owner, asked))
  if (!schema || !isChecked || document === undefined) return text
  const { variables, name: operationName } = asked
  const { result, violations } = schema.complete({ document, operationName, variables }, JSON.parse(text))
  if (violations.length === 0) return JSON.stringify(result)
  report(owner, asked, responses, `has a result that breaks the schema\n\n${wordViolations(violations)}`)
  return text
}

function titleOf({ title }: Owner, { type, name }: Pick<Asked, 'type' | 'name'>): string {
  return name === undefined ? title : `${type ?? 'operation'} ${name}`
}

function report(owner: Owner, asked: Pick<Asked, 'type' | 'name'>, mode: GraphqlCheck, problem: string): void {
  const title = titleOf(owner, asked)
  const message = `${title} ${problem}\n\n  ${owner.place()}\nNot to check it: graphql(…, { ignore: { '${title}': 'reason' } })`
  if (mode === 'warn') console.warn(message)
  else fail(owner, message)
}

function fail({ trace }: Owner, message: string): never {
  throw new MynahError('CONTRACT', message, { trace })
}

const COMPLETE = eventText({ event: 'complete', data: '' })

function eventOf(text: string): string {
  return eventText({ event: 'next', data: text })
}

/** The boundary of a multipart stream; each part ends with it, so that the client reads the part at once. */
const BOUNDARY = '\r\n--graphql'

type StreamedBody = Extract<Content['body'], { kind: 'stream' }>

function streamedBody(body: StreamedBody, how: 'events' | 'parts', complete: (text: string) => string) {
  const { items } = body
  if (how === 'events') {
    const toChunk = (item: unknown) => (item === END ? COMPLETE : eventOf(complete(item as string)))
    return { body: { ...body, items, toChunk, type: 'text/event-stream' } }
  }
  let isFirst = true
  const toChunk = (item: unknown) => {
    const opening = isFirst ? BOUNDARY : ''
    isFirst = false
    if (item === END) return `${opening}--\r\n`
    return `${opening}\r\ncontent-type: application/json\r\n\r\n{"payload":${complete(item as string)}}${BOUNDARY}`
  }
  return { body: { ...body, items, toChunk, type: 'multipart/mixed;boundary=graphql;subscriptionSpec=1.0' } }
}
