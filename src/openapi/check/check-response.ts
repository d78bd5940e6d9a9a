import { isBodiless } from '../../core/http-rules.ts'
import { show } from '../../core/show.ts'
import type { Content } from '../../core/stub/contract.ts'
import { bodyClassOf } from '../../core/type-guards.ts'
import { firstJson, isJson, isText, mediaOf } from '../document/media-type.ts'
import type { DocumentedResponse, Operation } from '../document/operation.ts'
import type { Schemas } from '../schema/schemas.ts'
import type { Violation } from '../schema/violations.ts'
import { jsonViolations, textViolations } from './text-violations.ts'

/** Returns all violations of the contract in an answer; a promise if the answer's body has to be read. */
export type ResponseCheck = (content: Content) => Violation[] | Promise<Violation[]>

/** Returns an answer with the content type that the operation documents for its JSON. */
export function withDocumentedType(operation: Operation, content: Content): Content {
  const { body, headers, status } = content
  if (body.kind !== 'text' || body.type !== 'application/json' || headers.some(([name]) => name === 'content-type')) {
    return content
  }
  const type = firstJson(operation.response(status)?.content ?? [])
  return type === undefined || type === body.type ? content : { ...content, body: { ...body, type } }
}

/** Makes the check of an operation's answers; a status in `ignored` is not checked. */
export function createResponseCheck(
  operation: Operation,
  schemas: Schemas,
  ignored: (key: string) => boolean,
): ResponseCheck {
  return (content) => {
    const status = statusOf(content)
    const response = operation.response(status)
    if (!response) {
      const expected = operation.statuses.join(', ') || 'none'
      return [{ at: 'status', expected, received: String(status), head: 'status' }]
    }
    if (ignored(response.key)) return []
    return contentViolations(operation, response, status, content, schemas)
  }
}

/** The status that an answer is sent with. */
export function statusOf({ body, status }: Content): number {
  return body.kind === 'response' ? body.response.status : status
}

function contentViolations(
  operation: Operation,
  response: DocumentedResponse,
  status: number,
  content: Content,
  schemas: Schemas,
): Violation[] | Promise<Violation[]> {
  const { content: documented } = response
  if (operation.method === 'HEAD' || isBodiless(status)) return []
  const types = documented.map(([type]) => type).join(' or ')
  const { body } = content
  if (body.kind === 'empty' || (body.kind === 'response' && !body.response.body)) {
    return documented.length === 0 ? [] : [{ at: 'the payload', expected: types, received: 'nothing' }]
  }
  const type = content.headers.find(([name]) => name === 'content-type')?.[1] ?? ownTypeOf(body)
  const found = type === undefined ? undefined : mediaOf(documented, type)
  if (!found || type === undefined) {
    return [{ at: 'content-type', expected: types || 'no content', received: show(type), head: 'content-type' }]
  }
  if (!(isJson(type) || isText(type))) return []
  const schema = schemas.schemaOf(found[1], 'response')
  const check = (text: string) => (isJson(type) ? jsonViolations(schema, text) : textViolations(schema, text))
  if (body.kind === 'text') return check(body.text)
  // An endless text, such as a stream of events, would never be read to its end.
  return body.kind === 'response' && isJson(type) ? body.response.clone().text().then(check) : []
}

/** Returns the content type that a body has if no header says one; `undefined` if only sending it will tell. */
function ownTypeOf(body: Exclude<Content['body'], { kind: 'empty' }>): string | undefined {
  switch (body.kind) {
    case 'text':
    case 'stream':
      return body.type
    case 'response':
      return body.response.headers.get('content-type') ?? undefined
    case 'replay':
      return undefined
    case 'native':
      if (bodyClassOf(body.value) === 'FormData') return 'multipart/form-data'
      return (body.value as { type?: string }).type || undefined
  }
}
