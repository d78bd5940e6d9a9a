import type { ResolvableRequest } from '../../core/match/match.ts'
import type { Params } from '../../core/params.ts'
import { hasSecret, isSecretName } from '../../core/secrets.ts'
import { HIDDEN, showReceived } from '../../core/show.ts'
import { isPlainObject } from '../../core/type-guards.ts'
import { isData, pointer } from '../document/document.ts'
import { type Content, isForm, isJson, isText, mediaOf } from '../document/media-type.ts'
import type { Operation, Parameter } from '../document/operation.ts'
import { adjacentParams } from '../document/template.ts'
import { coerce } from '../schema/coerce.ts'
import type { CompiledSchema, Schemas } from '../schema/schemas.ts'
import { type Violation, violationsOf } from '../schema/violations.ts'
import { readQuery, readText, type Style, styleOf, unflatten } from './read-parameter.ts'
import { textViolations } from './text-violations.ts'

/** Returns all violations of the contract in a request. */
export type RequestCheck = (request: ResolvableRequest, params: Params) => Violation[]

/** The headers that are described elsewhere than among the parameters (OpenAPI 3.1, section 4.8.12.1). */
const DESCRIBED_ELSEWHERE = ['accept', 'content-type', 'authorization']

/** A parameter, prepared to be checked. */
interface Check {
  readonly name: string
  readonly at: string
  readonly isRequired: boolean
  readonly mayBeEmpty: boolean
  readonly style: Style
  readonly schema: CompiledSchema | undefined
  /** Whether the text is JSON. */
  readonly isJson: boolean
}

/**
 * Makes the check of an operation's requests.
 * @throws {MynahError} `OPENAPI`, for a part of the document that cannot be read.
 */
export function createRequestCheck(operation: Operation, schemas: Schemas): RequestCheck {
  const checksIn = (place: Parameter['place']) =>
    operation.parameters.filter((one) => one.place === place).map((one) => toCheck(one, schemas))
  const adjacent = adjacentParams(operation.path)
  const path = checksIn('path').filter(({ name }) => !adjacent.has(name))
  const header = checksIn('header').filter(({ name }) => !DESCRIBED_ELSEWHERE.includes(name.toLowerCase()))
  const cookie = checksIn('cookie')
  const queryViolations = createQueryCheck(checksIn('query'), operation.apiKeys('query'))
  const bodyViolations = createBodyCheck(operation.body, schemas)
  return (request, params) => {
    const found: Violation[] = []
    for (const check of path) found.push(...parameterViolations(check, params[check.name]))
    found.push(...queryViolations(request))
    for (const check of header) {
      found.push(...parameterViolations(check, request.headers[check.name.toLowerCase() as Lowercase<string>]))
    }
    for (const check of cookie) found.push(...parameterViolations(check, request.cookies[check.name]))
    found.push(...bodyViolations(request))
    return found
  }
}

const PARTS = { path: 'params', query: 'queries', header: 'headers', cookie: 'cookies' } as const

function toCheck(parameter: Parameter, schemas: Schemas): Check {
  const { name, place, part } = parameter
  const [content] = isData(part.value.content) ? Object.entries(part.value.content) : []
  const at = content && pointer(pointer(part.at, 'content'), content[0])
  return {
    name,
    at: `${PARTS[place]}.${name}`,
    isRequired: part.value.required === true,
    mayBeEmpty: part.value.allowEmptyValue === true,
    style: styleOf(parameter),
    schema: schemas.schemaOf(content ? { value: content[1], at: at as string } : part, 'request'),
    isJson: content !== undefined && isJson(content[0]),
  }
}

function parameterViolations(check: Check, text: unknown): Violation[] {
  if (typeof text !== 'string') return check.isRequired ? [missing(check)] : []
  if (check.isJson) return jsonViolations(check, text)
  return check.schema ? valueViolations(check, check.schema, readText(text, check.name, check.style, check.schema)) : []
}

function missing({ at, schema }: Check): Violation {
  const type = schema && typeof schema.root === 'object' && schema.root.type
  return { at, expected: type ? [type].flat().join(' or ') : 'something', received: 'nothing' }
}

function jsonViolations({ at, schema }: Check, text: string): Violation[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return [{ at, expected: 'JSON', received: showPart(text, at) }]
  }
  return schema ? violationsOf(schema, value, at, showPart) : []
}

function valueViolations({ at }: Check, schema: CompiledSchema, value: unknown): Violation[] {
  return violationsOf(schema, coerce(value, schema.root, schema.lookup), at, showPart)
}

type PartCheck = (request: ResolvableRequest) => readonly Violation[]

/** `keys` are the names of API keys, which no parameter declares. */
function createQueryCheck(checks: readonly Check[], keys: readonly string[]): PartCheck {
  const declared = [...keys, ...checks.map(({ name }) => name)]
  const allMissing = checks.filter(({ isRequired }) => isRequired).map(missing)
  return ({ queries }) => {
    const names = Object.keys(queries)
    if (names.length === 0) return allMissing
    const used = new Set(declared)
    const found = checks.flatMap((check) => {
      const { name, style, schema, isRequired, mayBeEmpty } = check
      const value = check.isJson ? queries[name] : readQuery(name, style, schema, queries, used)
      if (value === undefined) return isRequired ? [missing(check)] : []
      if (value === '' && mayBeEmpty) return []
      if (check.isJson && typeof value === 'string') return jsonViolations(check, value)
      return schema ? valueViolations(check, schema, value) : []
    })
    const undeclared = names.filter((name) => !used.has(name))
    return [
      ...found,
      ...undeclared.map((name) => {
        const at = `queries.${name}`
        return { at, expected: 'nothing', received: showPart(queries[name], at) }
      }),
    ]
  }
}

function createBodyCheck(declared: Operation['body'], schemas: Schemas): PartCheck {
  const compiled = new Map(declared?.content.map(([type, part]) => [type, schemas.schemaOf(part, 'request')]))
  /** The clients of an operation send the same content type again and again. */
  let latest: { readonly type: string; readonly check: ((body: unknown) => Violation[]) | undefined } | undefined
  return ({ body, headers }) => {
    if (body === undefined) {
      return declared?.isRequired ? [{ at: 'body', expected: typesOf(declared.content), received: 'nothing' }] : []
    }
    if (!declared) return [{ at: 'body', expected: 'nothing', received: showPart(body, 'body') }]
    if (declared.content.length === 0) return []
    const type = headers['content-type']
    if (type !== undefined && type !== latest?.type) {
      const found = mediaOf(declared.content, type)
      latest = { type, check: found && checkOfType(type, compiled.get(found[0])) }
    }
    if (type !== undefined && latest?.check) return latest.check(body)
    return [{ at: 'headers.content-type', expected: typesOf(declared.content), received: showReceived(type) }]
  }
}

/** Makes the check of a body of a content type; bytes and XML are not checked. */
function checkOfType(type: string, schema: CompiledSchema | undefined): (body: unknown) => Violation[] {
  if (!schema) return () => []
  if (isJson(type)) return (body) => violationsOf(schema, body, 'body', showPart)
  if (isText(type)) return (body) => (typeof body === 'string' ? textViolations(schema, body, 'body', showPart) : [])
  if (!isForm(type)) return () => []
  return (body) => {
    if (!isPlainObject(body)) return []
    const fields = withoutFiles(unflatten(body))
    return violationsOf(schema, coerce(fields, schema.root, schema.lookup), 'body', showPart)
  }
}

/** Writes a received value as code, without secrets: the message ends up in the output of CI. */
function showPart(value: unknown, at: string): string {
  if (value === undefined || at.startsWith('params.')) return showReceived(value)
  const isSecret = at.startsWith('cookies.') || isSecretName(at.replace(/^\w+/, ''))
  return isSecret || (typeof value === 'string' && hasSecret(value)) ? HIDDEN : showReceived(value)
}

function typesOf(content: Content): string {
  return content.map(([type]) => type).join(' or ') || 'something'
}

/** A schema describes a file as text (`format: binary`). The content of a file is not checked. */
function withoutFiles(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutFiles)
  if (typeof value !== 'object' || value === null) return value
  if (!isPlainObject(value)) return (value as File).name
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutFiles(inner)]))
}
