import { graphqlOperation } from '../core/explain/guess-operation.ts'
import { getOrAdd } from '../core/get-or-add.ts'
import { isFormType, isJsonType } from '../core/http-rules.ts'
import { parsedJson } from '../core/json.ts'
import type { MatchableRequest } from '../core/match/match.ts'
import type { Protocol, ReadRequest } from '../core/match/operation.ts'
import type { Operation, RequestSnapshot } from '../core/request.ts'
import { quote } from '../core/show.ts'
import { isObject, isPlainObject } from '../core/type-guards.ts'
import type { AnswerBatch } from '../exchange/exchange.ts'
import { answerCalls } from './batch.ts'
import { operationsOf, sourceOf } from './document.ts'
import type { ScannedOperation } from './scan.ts'

type Data = Readonly<Record<string, unknown>>

/** A request as GraphQL reads it. */
interface GraphqlRequest extends ReadRequest {
  readonly answerBatch: AnswerBatch | undefined
  /** The text that was sent, or the persisted document; `undefined` if only a name is known. */
  readonly document: unknown
  readonly variables: Data
  readonly extensions: Data
}

/** The protocol of an endpoint. */
export interface GraphqlProtocol extends Protocol {
  /** Reads the request of a resolver too: the resolver may have changed it. */
  read(request: MatchableRequest | RequestSnapshot): GraphqlRequest
}

/** `persisted` are the documents that clients send by a hash or an id. */
export function createProtocol(persisted: Data): GraphqlProtocol {
  const known = new WeakMap<object, GraphqlRequest>()
  const read: GraphqlProtocol['read'] = (request) =>
    getOrAdd(known, request, () => readRequest(request as MatchableRequest, persisted))
  return { parts: ['variables', 'extensions', 'queries', 'headers', 'cookies'], read }
}

function readRequest(request: MatchableRequest, persisted: Data): GraphqlRequest {
  const { method, url, queries, headers, cookies, body, text, bytes } = request
  const sent = sentBy(request)
  const calls = Array.isArray(sent) ? sent : undefined
  const parcel = dataOf(calls ? calls[0] : sent)
  const variables = dataOf(parcel.variables)
  const extensions = dataOf(parcel.extensions)
  const found = findOperation(parcel, method, persisted) ?? findMistyped(request, persisted)
  const { type, name, problem, code, document } = found ?? {}
  return {
    ...{ method, url, queries, headers, cookies, body, text, bytes, variables, extensions, document },
    // A `match` function gets the operation too.
    snapshot: (params) =>
      Object.assign(Object.create(request.snapshot(params)), {
        ...(calls && { body: parcel }),
        variables,
        operationName: name,
        query: document,
      }),
    predicateResults: (params) => request.predicateResults(params),
    answerBatch: calls && ((...args) => answerCalls(calls, ...args)),
    operation: found && { ...describe(found), ...(problem && { title: problem }), ...(code && { code }) },
    called: found && !problem ? { type, name, variables } : undefined,
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function dataOf(value: unknown): Data {
  return isPlainObject(value) ? value : {}
}

/** Returns the JSON of a request, whichever way it was sent: an operation, or a list of them. */
function sentBy({ method, queries, body }: MatchableRequest): unknown {
  if (method === 'GET') {
    const { variables, extensions } = queries
    return { ...queries, variables: parsedJson(variables), extensions: parsedJson(extensions) }
  }
  if (method !== 'POST') return undefined
  const form = dataOf(body)
  return isText(form.operations) ? withFiles(form) : body
}

/** Puts the files of a multipart request at the places that its map says (graphql-multipart-request-spec). */
function withFiles(form: Data): unknown {
  const operations = parsedJson(form.operations)
  for (const [field, places] of Object.entries(dataOf(parsedJson(form.map)))) {
    for (const place of [places].flat()) {
      const keys = String(place).split('.')
      const last = keys.pop() as string
      const owner = keys.reduce<unknown>((outer, key) => (outer as Data | undefined)?.[key], operations)
      if (isObject(owner) && Object.hasOwn(owner, last)) Object.assign(owner, { [last]: form[field] })
    }
  }
  return operations
}

/** What a request asks for, or the problem because of which no stub can take it. */
interface Found extends Partial<ScannedOperation> {
  readonly document?: unknown
  readonly problem?: string
  /** What to write, or to send, beside a problem: no stub of the operation would take the request. */
  readonly code?: Operation['code']
}

/** Returns `undefined` for a request that is none of GraphQL. */
function findOperation(parcel: Data, method: string, persisted: Data): Found | undefined {
  const { extensions, query, operationName, id, doc_id, documentId, queryId } = parcel
  const name = isText(operationName) ? operationName : undefined
  // No document is one word: some clients send the hash in its place.
  const isHash = isText(query) && /^[\w.:-]+$/.test(query)
  const hash = dataOf(dataOf(extensions).persistedQuery).sha256Hash
  const key = [hash, id, doc_id, documentId, queryId, isHash && query].find(isText)
  const known = key !== undefined && Object.hasOwn(persisted, key) ? sourceOf(persisted[key]) : undefined
  const document = isText(query) && !isHash ? query : known
  if (document === undefined) {
    if (name) return { name }
    return key ? unknownDocument(quote(key)) : undefined
  }
  const all = operationsOf(document)
  if (all.length === 0) return undefined
  const first = name ? all.find((one) => one.name === name) : all.length === 1 && all[0]
  if (!first) {
    return {
      problem: name ? `${name}, which its document lacks` : 'one of several operations, without an operationName',
      code: () => 'send it with the operationName of one of its operations',
    }
  }
  if (method === 'GET' && first.type === 'mutation')
    return { problem: `${describe(first).title} by GET`, code: () => 'send it by POST' }
  return { ...first, document }
}

function unknownDocument(key: string): Found {
  const code = (path: string) => `graphql(${path}, { persisted: { ${key}: document } })`
  return { problem: `the unknown persisted document ${key}`, code }
}

/** Finds the operation of a body that is sent as another type than JSON, which servers do not read. */
function findMistyped({ method, headers, text }: MatchableRequest, persisted: Data): Found | undefined {
  const type = headers['content-type']
  if (method !== 'POST' || text === undefined || isJsonType(type) || isFormType(type)) return undefined
  const [parcel] = [parsedJson(text)].flat()
  // The type `application/graphql` has the document alone.
  const isDocument = text.includes('{') && text.trimEnd().endsWith('}')
  const sent = isPlainObject(parcel) ? parcel : { query: isDocument && text }
  const found = findOperation(sent, method, persisted)
  if (!found || found.problem) return undefined
  return {
    ...found,
    problem: `${describe(found).title} ${type ? `as ${type}` : 'without a content type'}`,
    code: () => 'send it with the header content-type: application/json',
  }
}

/** How many fields of an anonymous operation are named. */
const MOST_FIELDS = 3

function describe({ type, name, fields = [] }: Found): Operation {
  const shown = fields.length > MOST_FIELDS ? [...fields.slice(0, MOST_FIELDS), '…'] : fields
  return graphqlOperation(type, name, shown.join(' ') || undefined)
}
