import type { Trace } from '../core/frames.ts'
import { isBodiless } from '../core/http-rules.ts'
import { nearestTo, refuseCall } from '../core/refusal.ts'
import { text } from '../core/reply/named-replies.ts'
import { quote, show } from '../core/show.ts'
import type { Settings, Stub } from '../core/stub/stub.ts'
import { isPlainObject } from '../core/type-guards.ts'
import type { ContractedOperation } from './contract.ts'
import { isJson, isText, type MediaTypes, mediaOf } from './document/media-type.ts'
import { exampleNames } from './examples.ts'
import { leastValue, NotMakeable } from './schema/least-value.ts'
import type { Schemas } from './schema/schemas.ts'

/** What a stub is declared with, besides its operation. */
interface Declared {
  readonly operation: ContractedOperation
  readonly schemas: Schemas
  readonly settings: Settings | undefined
  readonly trace: Trace
}

/** Finds an operation by `'GET /users/{id}'` or its `operationId`. */
export function findOperation(
  call: string,
  key: unknown,
  operations: readonly ContractedOperation[],
): ContractedOperation {
  const found = operations.find(({ name, operationId }) => key === name || (key !== undefined && key === operationId))
  if (found) return found
  const known = operations.flatMap(({ name, operationId }) => [
    name,
    ...(operationId === undefined ? [] : [operationId]),
  ])
  const right = typeof key === 'string' ? nearestTo(key, known) : undefined
  const meant = right && `${call.replace(/\(.*/s, '')}(${quote(right)})`
  return refuseCall(call, "it takes an operation of the document, as 'GET /path' or its operationId", meant)
}

/** Declares the stub of a documented example: the first one, or the one of a name. */
export function declareExample({ operation, schemas, settings, trace }: Declared, name: string | undefined): Stub {
  const status = statusOf(operation, settings)
  const example = operation.response(status) && operation.exampleOf(status, name)
  if (!example && operation.response(status)) refuseExample(operation, status, name)
  return declare({ operation, schemas, settings, trace }, example?.response, status, example?.type)
}

function refuseExample(operation: ContractedOperation, status: number, name: string | undefined): never {
  const written = [operation.operationId ?? operation.name, ...(name === undefined ? [] : [name])].map(quote)
  const call = `openapi.example(${written.join(', ')})`
  const names = exampleNames(operation, status)
  const elsewhere = name === undefined ? undefined : names.get(name)
  if (elsewhere !== undefined) {
    const problem = `the value of this example is at ${show(elsewhere)}, which is not read`
    return refuseCall(call, problem, `${operation.call}, …, { status: ${status} })`)
  }
  const offered = [...names.keys()].filter((one) => names.get(one) === undefined)
  if (name === undefined) refuseCall(call, `the document has no example for its status ${status}`)
  const other = operation.statuses.find((key) => /^\d+$/.test(key) && exampleNames(operation, Number(key)).has(name))
  const right = other === undefined ? nearestTo(name, offered) : name
  const corrected = right && `openapi.example(${written[0]}, ${quote(right)}${other ? `, { status: ${other} }` : ''})`
  const there =
    offered.length === 0 ? 'there are none' : `there ${offered.length === 1 ? 'is' : 'are'} ${offered.join(', ')}`
  return refuseCall(call, `the status ${status} has no example of this name; ${there}`, corrected)
}

/** Declares a stub with the least payload that the schema of its status allows. */
export function declareSample({ operation, schemas, settings, trace }: Declared): Stub {
  const status = statusOf(operation, settings)
  const content = operation.response(status)?.content ?? []
  const hasBody = content.length > 0 && operation.method !== 'HEAD' && !isBodiless(status)
  if (!hasBody) return declare({ operation, schemas, settings, trace }, undefined, status, undefined)
  const call = `openapi.sample(${quote(operation.operationId ?? operation.name)})`
  const advice = `${operation.call}, …)`
  const media = sampledMedia(content)
  if (!media) {
    return refuseCall(call, `no sample of ${content.map(([type]) => type).join(' or ')} can be made`, advice)
  }
  const [type, part] = media
  try {
    const value = leastValue(schemas.schemaOf(part, 'response'))
    const payload = isText(type) ? text(typeof value === 'string' ? value : JSON.stringify(value)) : value
    return declare({ operation, schemas, settings, trace }, payload, status, type.includes('*') ? undefined : type)
  } catch (error) {
    if (!(error instanceof NotMakeable)) throw error
    const { at, expected } = error
    return refuseCall(call, `no sample can be made: ${at || 'the payload'} is ${expected}`, advice)
  }
}

/** Returns the media type to make a sample of: JSON, or a text. */
function sampledMedia(content: MediaTypes): MediaTypes[number] | undefined {
  const isOf = (test: (type: string) => boolean) => content.find(([type]) => test(type))
  return isOf(isJson) ?? mediaOf(content, 'application/json') ?? isOf(isText)
}

function statusOf(operation: ContractedOperation, settings: Settings | undefined): number {
  const status = isPlainObject(settings) ? settings.status : undefined
  return typeof status === 'number' ? status : operation.defaultStatus
}

/** Declares a stub as the methods do, with the content type that its payload is documented with. */
function declare(
  { operation, settings, trace }: Declared,
  payload: unknown,
  status: number,
  type: string | undefined,
): Stub {
  if (settings !== undefined && !isPlainObject(settings)) return operation.declare(payload, settings, trace)
  const set = settings?.headers
  const given = isPlainObject(set) ? Object.keys(set) : []
  const hasType =
    type === undefined ||
    (set !== undefined && !isPlainObject(set)) ||
    given.some((name) => name.toLowerCase() === 'content-type')
  const headers = hasType ? {} : { headers: { 'content-type': type, ...set } }
  return operation.declare(payload, { ...settings, status, ...headers }, trace)
}
