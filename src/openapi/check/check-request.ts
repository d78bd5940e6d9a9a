import { isFormType } from '../../core/http-rules.ts'
import type { MatchableRequest } from '../../core/match/match.ts'
import type { Params } from '../../core/params.ts'
import { showReceived, showReceivedPart } from '../../core/secrets/show-received.ts'
import { isPlainObject } from '../../core/type-guards.ts'
import { isData, pointer } from '../document/document.ts'
import { isJson, isText, type MediaTypes, mediaOf } from '../document/media-type.ts'
import { type Operation, type Parameter, PLACES } from '../document/operation.ts'
import { adjacentParams, queriesOf } from '../document/template.ts'
import { coerce } from '../schema/coerce.ts'
import { describeSchema } from '../schema/expectation.ts'
import type { Schemas } from '../schema/schemas.ts'
import { jsonViolations, textViolations, type Violation, violationsOf } from '../schema/violations.ts'
import { readQuery, readText, styleOf, textOf, unflatten } from './read-parameter.ts'

/** Returns all violations of the contract in a request. */
export type RequestCheck = (request: MatchableRequest, params: Params) => Violation[]

/** The headers that are described elsewhere than among the parameters (OpenAPI 3.1, section 4.8.12.1). */
const DESCRIBED_ELSEWHERE = ['accept', 'content-type', 'authorization']

/** The parts of a request that hold parameters, in the order of the violations. */
const PARTS = { path: 'params', query: 'queries', header: 'headers', cookie: 'cookies' } as const

/**
 * Makes the check of an operation's requests.
 * @throws {MynahError} `OPENAPI`, for a part of the document that cannot be read.
 */
export function createRequestCheck(operation: Operation, schemas: Schemas): RequestCheck {
  const adjacent = adjacentParams(operation.path)
  const parameters = PLACES.flatMap((place) => operation.parameters.filter((one) => one.place === place))
    .filter(({ place, name }) => place !== 'path' || !adjacent.has(name))
    .filter(({ place, name }) => place !== 'header' || !DESCRIBED_ELSEWHERE.includes(name.toLowerCase()))
  const checks = parameters.map((parameter) => parameterCheck(parameter, schemas))
  const queries = parameters.filter(({ place }) => place === 'query').map(({ name }) => name)
  const declared = [...operation.apiKeys('query'), ...Object.keys(queriesOf(operation.path)), ...queries]
  const bodyViolations = createBodyCheck(operation.body, schemas)
  return (request, params) => {
    const used = new Set(declared)
    const found = checks.flatMap((check) => check(request, params, used))
    const undeclared = Object.keys(request.queries).filter((name) => !used.has(name))
    for (const name of undeclared) found.push(unexpected(`queries.${name}`, request.queries[name], request))
    return [...found, ...bodyViolations(request)]
  }
}

/** Returns the check of a parameter. The names of the queries that belong to it go to `used`. */
function parameterCheck(parameter: Parameter, schemas: Schemas) {
  const { place, part } = parameter
  const name = place === 'header' ? parameter.name.toLowerCase() : parameter.name
  const at = `${PARTS[place]}.${name}`
  const [content] = isData(part.value.content) ? Object.entries(part.value.content) : []
  const owner = content ? { value: content[1], at: pointer(pointer(part.at, 'content'), content[0]) } : part
  const schema = schemas.schemaOf(owner, 'request')
  const style = styleOf(parameter)
  const isJsonText = content !== undefined && isJson(content[0])
  /** Reads the value: as the style says, or the text of one that is JSON. `undefined` if it is not there. */
  const read = (request: MatchableRequest, params: Params, used: Set<string>): unknown => {
    if (place === 'query' && !isJsonText) return readQuery(name, style, schema, request.queries, used)
    const text = textOf(place === 'path' ? params : request[PARTS[place]], name)
    return typeof text === 'string' && !isJsonText ? readText(text, name, style, schema) : text
  }
  return (request: MatchableRequest, params: Params, used: Set<string>): Violation[] => {
    const value = read(request, params, used)
    if (value === undefined) {
      return part.value.required === true
        ? [{ at, expected: describeSchema(schema.root, schema.lookup), received: 'nothing' }]
        : []
    }
    if (value === '' && place === 'query' && part.value.allowEmptyValue === true) return []
    if (isJsonText && typeof value === 'string')
      return jsonViolations(schema, value, { at, showValue: showPartOf(request) })
    return violationsOf(schema, coerce(value, schema), { at, showValue: showPartOf(request) })
  }
}

function unexpected(at: string, value: unknown, request: MatchableRequest): Violation {
  return { at, expected: 'nothing', received: showPartOf(request)(value, at) }
}

function createBodyCheck(declared: Operation['body'], schemas: Schemas): (request: MatchableRequest) => Violation[] {
  const content = declared?.content ?? []
  // What cannot be read is refused before the first request.
  for (const [, media] of content) schemas.schemaOf(media, 'request')
  const types = content.map(([type]) => type).join(' or ') || 'something'
  return (request) => {
    const { body, headers } = request
    if (body === undefined) return declared?.isRequired ? [{ at: 'body', expected: types, received: 'nothing' }] : []
    if (!declared) return [unexpected('body', body, request)]
    if (content.length === 0) return []
    const type = headers['content-type']
    const check = type === undefined ? undefined : bodyCheckOf(type, content, schemas, request)
    return check?.(body) ?? [{ at: 'headers.content-type', expected: types, received: showReceived(type) }]
  }
}

/** Returns the check of bodies of a content type, if it is documented; bytes and XML are not checked. */
function bodyCheckOf(type: string, content: MediaTypes, schemas: Schemas, request: MatchableRequest) {
  const media = mediaOf(content, type)
  if (!media) return undefined
  const schema = schemas.schemaOf(media[1], 'request')
  const place = { at: 'body', showValue: showPartOf(request) }
  const check = (value: unknown) => violationsOf(schema, value, place)
  if (isJson(type)) return check
  if (isText(type)) return (body: unknown) => (typeof body === 'string' ? textViolations(schema, body, place) : [])
  if (!isFormType(type)) return () => []
  return (body: unknown) => {
    if (!isPlainObject(body)) return check(body)
    const files = new Set<string>()
    const fields = withoutFiles(unflatten(body), 'body', files)
    return check(coerce(fields, schema)).filter(({ at }) => !files.has(at))
  }
}

/** Returns what writes a received value as code, without its secrets: `at` is its place, `body.users[0].name`. */
function showPartOf(request: MatchableRequest): (value: unknown, at: string) => string {
  return (received, at) => {
    const [, part = '', place = ''] = /^(\w+)\.?(.*)$/s.exec(at) ?? []
    return showReceivedPart({ part, at: place, received }, request)
  }
}

/**
 * Replaces each file by a text, and adds its place to `files`: its content is not known, which may be bytes, or JSON for what
 * the schema describes as an object.
 */
function withoutFiles(value: unknown, at: string, files: Set<string>): unknown {
  if (Array.isArray(value)) return value.map((item, index) => withoutFiles(item, `${at}[${index}]`, files))
  if (typeof value !== 'object' || value === null) return value
  if (isPlainObject(value)) {
    const fields = Object.entries(value).map(([name, inner]) => [name, withoutFiles(inner, `${at}.${name}`, files)])
    return Object.fromEntries(fields)
  }
  files.add(at)
  return (value as File).name
}
