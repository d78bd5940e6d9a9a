import { isStatus } from '../http-rules.ts'
import { parsedJson } from '../parsed-json.ts'
import { asCode } from '../refusal.ts'
import { show } from '../show.ts'
import { isObject, isPlainObject } from '../type-guards.ts'
import { callOf, type Route, withPath } from './correction.ts'
import { HYPHENS, withoutHyphens } from './mend-path.ts'
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

/** Returns the doubt about a declaration, if there is one. */
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
  const json = parsedJson(response)
  if (isObject(json)) {
    const call = callOf(route)
    return {
      problem: `${call}, ${show(response)}) sends a JSON string, in quotes: payloads are made JSON already`,
      right: `${call}, ${asCode(json)})`,
      same: `${call}, () => Response.json(${asCode(response)}))`,
    }
  }
  return pathDoubt(route)
}

/** Returns the doubt about the result of a resolver that set no status. */
export function returnDoubt(route: Route, returned: unknown): Doubt | undefined {
  const like = statusIn(returned)
  if (!like) return undefined
  return {
    problem: `${callOf(route)}, …) returned ${show(returned)}, which is sent as a body with the status 200`,
    right: `setStatusCode(${like.status}); return ${asCode(like.payload)}`,
    same: `setStatusCode(200); return ${asCode(returned)}`,
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
  if (isRegistered(response)) return { status: response, payload: emptyOf(response) }
  if (Array.isArray(response)) {
    const [status, payload, headers, ...more] = response as readonly unknown[]
    const isLike = response.length > 1 && more.length === 0 && isRegistered(status) && typeof payload !== 'number'
    return isLike ? { status, payload, headers } : undefined
  }
  if (!isPlainObject(response)) return undefined
  const status = response.status ?? response.statusCode
  if (!isStatus(status)) return undefined
  const { status: _, statusCode: __, headers, ...rest } = response
  const [name, ...more] = Object.keys(rest)
  if (more.length > 0 || (name !== undefined && !BODIES.includes(name))) return undefined
  return { status, payload: name === undefined ? emptyOf(status) : rest[name], headers }
}

function emptyOf(status: number): unknown {
  return [204, 205, 304].includes(status) ? undefined : {}
}

function headersCode(headers: unknown): string {
  return isPlainObject(headers) ? `, headers: ${asCode(headers)}` : ''
}

/** Whether a value is a status that is registered (https://www.iana.org/assignments/http-status-codes). */
function isRegistered(value: unknown): value is number {
  return isStatus(value) && REGISTERED.some(([first, last]) => value >= first && value <= last)
}

const REGISTERED = [
  [200, 208],
  [226, 226],
  [300, 308],
  [400, 418],
  [421, 431],
  [451, 451],
  [500, 511],
] as const

/** `:user-id` is the param `user`, and the text `-id`. */
function pathDoubt(route: Route): Doubt | undefined {
  const { path } = route
  if (typeof path !== 'string') return undefined
  const [whole, name, text] = HYPHENS.exec(path) ?? []
  if (whole === undefined) return undefined
  return {
    problem: `${callOf(route)}): the param is called '${name}', and '${text}' is text behind it`,
    right: withPath(route, withoutHyphens(path)),
    same: withPath(route, path.replace(new RegExp(HYPHENS, 'gi'), ':"$1"$2')),
  }
}
