import { isBodiless } from '../../core/http-rules.ts'
import { parsedJson } from '../../core/json.ts'
import type { Content } from '../../core/reply/reply.ts'
import { show } from '../../core/show.ts'
import { bodyClassOf } from '../../core/type-guards.ts'
import { isJson, isText, mediaOf } from '../document/media-type.ts'
import type { Operation } from '../document/operation.ts'
import type { Schemas } from '../schema/schemas.ts'
import { jsonViolations, textViolations, type Violation } from '../schema/violations.ts'

/** Returns an answer with the content type that the operation documents for its JSON. */
export function withDocumentedType(operation: Operation, content: Content): Content {
  const { body, headers, status } = content
  if (body.kind !== 'text' || body.type !== 'application/json' || headers.some(([name]) => name === 'content-type')) {
    return content
  }
  const [type] = (operation.response(status)?.content ?? []).map(([one]) => one).filter(isJson)
  return type === undefined || type === body.type ? content : { ...content, body: { ...body, type } }
}

/** The status that an answer is sent with. */
export function statusOf({ body, status }: Content): number {
  return body.kind === 'response' ? body.response.status : status
}

/** Returns a line that says what to write for a JSON payload if the operation documents no JSON. */
export function adviseType(operation: Operation, { body, headers, status }: Content): string {
  if (body.kind !== 'text' || body.type !== 'application/json' || headers.some(([name]) => name === 'content-type')) {
    return ''
  }
  const documented = operation.response(status)?.content ?? []
  const [[type] = []] = documented
  if (type === undefined || mediaOf(documented, body.type)) return ''
  const payload: unknown = parsedJson(body.text)
  const written = typeof payload === 'string' ? show(payload) : '…'
  if (/^text\/html\b/i.test(type)) return `A payload of ${type} is  html(${written})\n`
  if (/^text\/(?:plain\b|\*)/i.test(type)) return `A payload of ${type} is  text(${written})\n`
  if (!isText(type) && !/[/+]xml\b/i.test(type))
    return `A payload of ${type} is  file(…), or bytes with this content-type in headers\n`
  return `A payload of ${type} is  text(${written}), with this content-type in headers\n`
}

/** Returns all violations of the contract in an answer; a promise if the answer's body has to be read. */
export function answerViolations(
  operation: Operation,
  content: Content,
  schemas: Schemas,
): Violation[] | Promise<Violation[]> {
  const { body } = content
  const status = statusOf(content)
  const documented = operation.response(status)?.content
  if (!documented) {
    return [{ at: 'status', expected: operation.statuses.join(', ') || 'none', received: String(status) }]
  }
  if (operation.method === 'HEAD' || isBodiless(status)) return []
  const types = documented.map(([type]) => type).join(' or ')
  if (body.kind === 'empty' || (body.kind === 'response' && !body.response.body)) {
    return documented.length === 0 ? [] : [{ at: 'the payload', expected: types, received: 'nothing' }]
  }
  const type = content.headers.find(([name]) => name === 'content-type')?.[1] ?? defaultTypeOf(body)
  const media = type === undefined ? undefined : mediaOf(documented, type)
  if (!media || type === undefined) {
    return [{ at: 'content-type', expected: types || 'no content', received: show(type) }]
  }
  if (!(isJson(type) || isText(type))) return []
  const schema = schemas.schemaOf(media[1], 'response')
  const check = (text: string) => (isJson(type) ? jsonViolations(schema, text) : textViolations(schema, text))
  if (body.kind === 'text') return check(body.text)
  // An endless text, such as a stream of events, would never be read to its end.
  return body.kind === 'response' && isJson(type) ? body.response.clone().text().then(check) : []
}

/** Returns the content type that a body has if no header says one; `undefined` if only sending it will tell. */
function defaultTypeOf(body: Exclude<Content['body'], { kind: 'empty' }>): string | undefined {
  if (body.kind === 'response') return body.response.headers.get('content-type') ?? undefined
  if (body.kind !== 'native') return body.kind === 'replay' ? undefined : body.type
  if (bodyClassOf(body.value) === 'FormData') return 'multipart/form-data'
  return (body.value as { type?: string }).type || undefined
}
