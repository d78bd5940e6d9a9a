import { isStatus } from '../http-rules.ts'
import { isNamedReply } from '../named-reply.ts'
import { parsedJson } from '../parsed-json.ts'
import { asCode } from '../refusal.ts'
import { show } from '../show.ts'
import { isObject, isPlainObject } from '../type-guards.ts'
import { callOf, type Route } from './correction.ts'
import { contentTypeOf, isJson } from './parse-response.ts'
import type { Settings } from './stub.ts'

/** A value that may be meant as it is, but is more likely a mistake. It is sent, with a warning. */
export interface Doubt {
  readonly problem: string
  /** The code that was probably meant. */
  readonly right: string
  /** The code that says the same without a warning. */
  readonly same: string
}

/** Words a doubt. `place` is the place of the stub's declaration. */
export function wordDoubt({ problem, right, same }: Doubt, place: string | undefined): string {
  return `mynah: ${problem}${place === undefined ? '' : `  ${place}`}\n\nWrite  ${right}\nIf it is meant, write  ${same}`
}

/** Returns the doubt about a declaration, if there is one. Nothing is worded before: ten thousand stubs are declared without one. */
export function doubtOf(route: Route, response: unknown, settings: Settings | undefined): Doubt | undefined {
  const like = settings?.status === undefined ? statusIn(response) : undefined
  if (like) {
    const call = callOf(route)
    return {
      problem: `${call}, ${show(response)}) sends the status 200, and ${show(response)} as its body`,
      right: `${call}, ${asCode(like.payload)}, { status: ${like.status}${headersCode(like.headers)} })`,
      same: `${call}, ${asCode(response)}, { status: 200 })`,
    }
  }
  const json = jsonIn(response)
  if (json) {
    const call = callOf(route)
    return {
      problem: `${call}, ${show(response)}) sends a JSON string, in quotes: payloads are made JSON already`,
      right: `${call}, ${asCode(json)})`,
      same: `${call}, () => Response.json(${asCode(response)}))`,
    }
  }
  return sequenceDoubt(route, response) ?? pathDoubt(route)
}

/** Returns the doubt about the result of a resolver, with the status and the headers that are set. */
export function returnDoubt(
  route: Route,
  returned: unknown,
  status: number | undefined,
  headers: Iterable<readonly [name: string, value: unknown]>,
): Doubt | undefined {
  const like = status === undefined ? statusIn(returned) : undefined
  if (like) {
    return {
      problem: `${callOf(route)}, …) returned ${show(returned)}, which is sent as a body with the status 200`,
      right: `setStatusCode(${like.status}); return ${asCode(like.payload)}`,
      same: `setStatusCode(200); return ${asCode(returned)}`,
    }
  }
  if (typeof returned !== 'string') return undefined
  const type = contentTypeOf(headers)
  const isText = type !== undefined && !isJson(type)
  const json = jsonIn(returned)
  if (!(json || isText)) return undefined
  const [typeText, init] = isText
    ? [`, and its content type is ${show(type)}`, `, ${asCode({ headers: { 'content-type': type } })}`]
    : ['', '']
  return {
    problem: `${callOf(route)}, …) returned ${show(returned)}, which is sent as a JSON string, in quotes${typeText}`,
    right: `return ${isText ? `text(${asCode(returned)})` : asCode(json)}`,
    same: `return Response.json(${asCode(returned)}${init})`,
  }
}

/** Returns the object or the list that a text contains as JSON. A text that begins otherwise is not parsed. */
function jsonIn(text: unknown): object | undefined {
  const json = typeof text === 'string' && /^\s*[[{]/.test(text) ? parsedJson(text) : undefined
  return isObject(json) ? json : undefined
}

/** A list was probably meant as several responses. */
function sequenceDoubt(route: Route, response: unknown): Doubt | undefined {
  if (!isNamedReply(response) || response.name !== 'sequence' || response.args.length !== 1) return undefined
  const [list] = response.args
  if (!Array.isArray(list)) return undefined
  const call = callOf(route)
  return {
    problem: `${call}, ${show(response)}) sends the whole list each time: each argument of sequence() is a response`,
    right: `${call}, sequence(${list.map(asCode).join(', ')}))`,
    same: `${call}, ${asCode(list)})`,
  }
}

/** A response as other libraries declare it. */
interface StatusLike {
  readonly status: number
  readonly payload: unknown
  readonly headers?: unknown
}

const BODIES = ['body', 'json', 'data']

/** Reads `404`, `{ status: 404 }`, `{ status: 201, body: {} }` and `[201, {}]`. */
function statusIn(response: unknown): StatusLike | undefined {
  if (isKnown(response)) return { status: response, payload: undefined }
  if (Array.isArray(response)) {
    const [status, payload, headers, ...more] = response as readonly unknown[]
    const isLike = response.length > 1 && more.length === 0 && isKnown(status) && typeof payload !== 'number'
    return isLike ? { status, payload, headers } : undefined
  }
  if (!isPlainObject(response)) return undefined
  const status = response.status ?? response.statusCode
  if (!isStatus(status)) return undefined
  const { status: _, statusCode: __, headers, ...rest } = response
  const [name, ...more] = Object.keys(rest)
  if (more.length > 0 || (name !== undefined && !BODIES.includes(name))) return undefined
  return { status, payload: name === undefined ? undefined : rest[name], headers }
}

function headersCode(headers: unknown): string {
  return isPlainObject(headers) ? `, headers: ${asCode(headers)}` : ''
}

/** The statuses that people write. Another number alone is more likely a number. */
const STATUSES: readonly unknown[] = [
  ...[
    200, 201, 202, 204, 301, 302, 303, 304, 307, 308, 400, 401, 403, 404, 405, 406, 408, 409, 410, 412, 413, 415, 418,
  ],
  ...[422, 423, 425, 426, 428, 429, 451, 500, 501, 502, 503, 504],
]

function isKnown(value: unknown): value is number {
  return STATUSES.includes(value)
}

/** A param whose name was meant to have hyphens: `:user-id` is the param `user`, and text. */
const HYPHENS = /(?<=\/):(\w+)((?:-[a-z]+)+)(?=\/|$)/gi

function pathDoubt(route: Route): Doubt | undefined {
  const { path } = route
  const [, name, text] = typeof path === 'string' ? (new RegExp(HYPHENS, 'i').exec(path) ?? []) : []
  if (name === undefined) return undefined
  const withPath = (by: (name: string, text: string) => string) => {
    const right = String(path).replace(HYPHENS, (_, first: string, more: string) => by(first, more))
    return `${callOf({ ...route, path: right })}, …)`
  }
  return {
    problem: `${callOf(route)}): the param is called '${name}', and '${text}' is text behind it`,
    right: withPath((first, more) => `:${first}${more.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}`),
    same: withPath((first, more) => `:"${first}"${more}`),
  }
}
