import { graphqlOperation } from '../core/explain/guess-operation.ts'
import { isMultipart } from '../core/http-rules.ts'
import { parsedJson } from '../core/json.ts'
import type { MatchableRequest } from '../core/match/match.ts'
import type { CalledOperation, Protocol, ReadRequest } from '../core/match/operation.ts'
import type { Operation, RequestSnapshot } from '../core/request.ts'
import { quote } from '../core/show.ts'
import { isPlainObject } from '../core/type-guards.ts'
import type { AnswerBatch } from '../exchange/batch.ts'
import { answerCalls } from './batch.ts'
import { operationsOf } from './document.ts'

/** The documents that clients send by a hash or an id. */
export type Persisted = Readonly<Record<string, unknown>>

/** The parts of a request that hold an operation. */
type Sent = Pick<RequestSnapshot, 'method' | 'headers' | 'queries' | 'body'>

type Data = Readonly<Record<string, unknown>>

/** A request as GraphQL reads it. */
export interface GraphqlRequest extends ReadRequest {
  readonly asked: Asked | undefined
  readonly variables: Data
  readonly extensions: Data
}

/** What a request asks for. */
export interface Asked extends CalledOperation {
  /** The text that was sent, or the persisted document; `undefined` if only a name is known. */
  readonly document: unknown
  readonly extensions: Data
  /** The fields of an anonymous operation. */
  readonly fields?: readonly string[]
}

/** The protocol of an endpoint. */
export interface GraphqlProtocol extends Protocol {
  read(request: MatchableRequest): GraphqlRequest
  readonly answerBatch: AnswerBatch
}

export function createProtocol(persisted: Persisted): GraphqlProtocol {
  const known = new WeakMap<MatchableRequest, GraphqlRequest>()
  const read = (request: MatchableRequest) => {
    const earlier = known.get(request)
    if (earlier) return earlier
    const one = readRequest(request, persisted)
    known.set(request, one)
    return one
  }
  return {
    parts: ['variables', 'extensions', 'queries', 'headers', 'cookies'],
    read,
    answerBatch: (request, ...rest) => answerCalls(read(request).calls ?? [], request, ...rest),
  }
}

function readRequest(request: MatchableRequest, persisted: Persisted): GraphqlRequest {
  const { method, url, queries, headers, cookies, body, text } = request
  const parcel = parcelOf(request)
  const calls = Array.isArray(parcel) ? parcel.map((one) => JSON.stringify(one)) : undefined
  const found = isPlainObject(parcel) ? findOperation(parcel, method, persisted) : undefined
  const asked = typeof found === 'object' ? found : undefined
  const { variables = {}, extensions = {} } = asked ?? {}
  return {
    ...{ method, url, queries, headers, cookies, body, text, calls, asked, variables, extensions },
    get bytes() {
      return request.bytes
    },
    // A `match` function gets the operation too.
    snapshot: (params) =>
      Object.create(request.snapshot(params), {
        variables: { value: variables, enumerable: true },
        operationName: { value: asked?.name, enumerable: true },
      }),
    predicateResults: (params) => request.predicateResults(params),
    operation:
      typeof found === 'string' ? { ...graphqlOperation('query', undefined), title: found } : asked && describe(asked),
    operationName: asked?.name,
    called: asked && { type: asked.type, name: asked.name, variables },
  }
}

/** Returns what a request asks for; the operation of a resolver's request is read again, so that the resolver may change it. */
export function askedOf(request: Sent, persisted: Persisted): Asked | undefined {
  const parcel = parcelOf(request)
  const found = isPlainObject(parcel) ? findOperation(parcel, request.method, persisted) : undefined
  return typeof found === 'object' ? found : undefined
}

/** Returns the JSON of a request, whichever way it was sent: an operation, or a list of them. */
function parcelOf({ method, headers, queries, body }: Sent): unknown {
  if (method === 'GET') {
    const { variables, extensions, ...others } = queries
    return { ...others, variables: jsonOf(variables), extensions: jsonOf(extensions) }
  }
  if (method !== 'POST' || !isPlainObject(body)) return method === 'POST' ? body : undefined
  if (!isMultipart(headers['content-type'] ?? '')) return body
  return withFiles(jsonOf(body.operations), jsonOf(body.map), body)
}

function jsonOf(value: unknown): unknown {
  return typeof value === 'string' ? parsedJson(value) : undefined
}

/** Puts the files of a multipart request at the places that its map says (graphql-multipart-request-spec). */
function withFiles(operations: unknown, map: unknown, form: Data): unknown {
  for (const [field, places] of Object.entries(isPlainObject(map) ? map : {})) {
    for (const place of Array.isArray(places) ? places : []) {
      const keys = String(place).split('.')
      const last = keys.pop() as string
      const owner = keys.reduce<unknown>((outer, key) => (outer as Data | undefined)?.[key], operations)
      if (typeof owner === 'object' && owner !== null && Object.hasOwn(owner, last))
        Object.assign(owner, { [last]: form[field] })
    }
  }
  return operations
}

/** Returns the operation, a text that says why there is none, or `undefined` for a request that is none of GraphQL. */
function findOperation(parcel: Data, method: string, persisted: Persisted): Asked | string | undefined {
  const extensions = isPlainObject(parcel.extensions) ? parcel.extensions : {}
  const variables = isPlainObject(parcel.variables) ? parcel.variables : {}
  const name =
    typeof parcel.operationName === 'string' && parcel.operationName !== '' ? parcel.operationName : undefined
  const id = persistedId(parcel, extensions)
  const isKnown = id !== undefined && Object.hasOwn(persisted, id)
  const document =
    typeof parcel.query === 'string' && parcel.query !== '' ? parcel.query : isKnown ? persisted[id] : undefined
  if (document === undefined) {
    if (name !== undefined) return { type: undefined, name, variables, extensions, document }
    return id === undefined ? undefined : `the unknown persisted document ${quote(id)}`
  }
  const all = operationsOf(document)
  if (all.length === 0) return undefined
  const names = all.map((one) => describe(one).title).join(', ')
  const [first] =
    all.length === 1 && name === undefined ? all : all.filter((one) => one.name === name && name !== undefined)
  if (!first)
    return name === undefined ? `one of ${names}, without an operationName` : `${name}, which is none of ${names}`
  if (method === 'GET' && first.type === 'mutation') return `${describe(first).title} by GET, which no server takes`
  return {
    type: first.type,
    name: first.name,
    variables,
    extensions,
    document,
    ...(first.name === undefined && { fields: first.fields }),
  }
}

function persistedId({ id, doc_id, documentId }: Data, { persistedQuery }: Data): string | undefined {
  const hash = isPlainObject(persistedQuery) ? persistedQuery.sha256Hash : undefined
  return [hash, id, doc_id, documentId].find((one) => typeof one === 'string')
}

/** How many fields of an anonymous operation are named. */
const MOST_FIELDS = 3

function describe({ type, name, fields = [] }: Pick<Asked, 'type' | 'name' | 'fields'>): Operation {
  const shown = [...fields.slice(0, MOST_FIELDS), ...(fields.length > MOST_FIELDS ? ['…'] : [])]
  return graphqlOperation(type, name, shown.join(' '))
}
