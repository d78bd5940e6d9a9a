import { MynahError } from '../core/errors.ts'
import { isBodiless } from '../core/http-rules.ts'
import { show } from '../core/show.ts'
import type { Content } from '../core/stub/contract.ts'
import { bodyClassOf } from '../core/type-guards.ts'
import { firstJson, isJson, isText, mediaOf } from './media-type.ts'
import type { DocumentedResponse, Operation } from './operation.ts'
import type { Schemas } from './schemas.ts'
import { type Violation, violationsOf } from './violations.ts'

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
      return [{ at: 'status', expected: operation.statuses.join(', ') || 'none', received: String(status) }]
    }
    if (ignored(response.key)) return []
    return checkContent(operation, response, status, content, schemas)
  }
}

/** The status that an answer is sent with. */
export function statusOf({ body, status }: Content): number {
  return body.kind === 'response' ? body.response.status : status
}

function checkContent(
  operation: Operation,
  response: DocumentedResponse,
  status: number,
  content: Content,
  schemas: Schemas,
): Violation[] | Promise<Violation[]> {
  const { content: documented } = response
  if (operation.method === 'HEAD' || isBodiless(status)) return []
  const types = documented.map(([type]) => type).join(' or ')
  const isEmpty = content.body.kind === 'empty' || (content.body.kind === 'response' && !content.body.response.body)
  if (isEmpty) return documented.length === 0 ? [] : [{ at: 'the payload', expected: types, received: 'nothing' }]
  const type = contentTypeOf(content)
  const found = type === undefined ? undefined : mediaOf(documented, type)
  if (!found || type === undefined) {
    return [{ at: 'content-type', expected: types || 'no content', received: show(type) }]
  }
  const schema = schemas.schemaOf(found[1], 'response')
  if (!schema || !(isJson(type) || isText(type))) return []
  const check = (text: string) => violationsOf(schema, isJson(type) ? parse(text) : text)
  const { body } = content
  if (body.kind === 'text') return check(body.text)
  // An endless text, such as a stream of events, would never be read to its end.
  return body.kind === 'response' && isJson(type) ? body.response.clone().text().then(check) : []
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new MynahError('CONTRACT', `A body that should be JSON is not: ${show(text)}`)
  }
}

/** Returns the content type that an answer will be sent with; `undefined` if only sending it will tell. */
function contentTypeOf({ body, headers }: Content): string | undefined {
  const own = headers.find(([name]) => name === 'content-type')?.[1]
  if (own !== undefined) return own
  switch (body.kind) {
    case 'text':
    case 'stream':
      return body.type
    case 'response':
      return body.response.headers.get('content-type') ?? undefined
    case 'native':
      if (bodyClassOf(body.value) === 'FormData') return 'multipart/form-data'
      return (body.value as { type?: string }).type || undefined
    default:
      return undefined
  }
}
