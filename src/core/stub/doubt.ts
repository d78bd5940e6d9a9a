import { isNamedReply } from '../brand.ts'
import { isStatus, STATUS_TEXTS } from '../http-rules.ts'
import { parsedJson } from '../json.ts'
import { asCode } from '../refusal.ts'
import { show } from '../show.ts'
import { isObject, isPlainObject } from '../type-guards.ts'
import { callOf, type Route } from './correction.ts'
import { headerIn } from './parse-response.ts'

/** A value that may be meant as it is, but is more likely a mistake. It is sent, with a warning. */
interface Doubt {
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

/** A value, and the status and the headers that are set for it. */
interface Given {
  readonly value: unknown
  readonly status: number | undefined
  readonly headers: Iterable<readonly [name: string, value: unknown]>
}

/** How a value is sent, and the code that was probably meant. */
interface Suspicion {
  readonly sent: string
  readonly right: string
  /** The settings behind the response. */
  readonly settings?: string
  readonly same?: string
  readonly sameSettings?: string
}

/**
 * Returns the doubt about a declared response. Nothing is worded before: ten thousand stubs are declared without one.
 */
export function doubtOf(route: Route, given: Given): Doubt | undefined {
  const { value, status = 200 } = given
  const found = statusSuspicion(given) ?? textSuspicion(given) ?? sequenceSuspicion(value) ?? encodingSuspicion(given)
  if (!found) return undefined
  const code = (written: string, settings = '') => `${callOf(route)}, ${written}${settings})`
  return {
    problem: `${callOf(route)}, …): ${show(value)} is sent ${found.sent}`,
    right: code(found.right, found.settings),
    same: code(found.same ?? `status(${status}, ${asCode(value)})`, found.sameSettings),
  }
}

function statusSuspicion({ value, status }: Given): Suspicion | undefined {
  const like = status === undefined ? statusIn(value) : undefined
  if (!like) return undefined
  const { args, headers } = like
  const settings = isPlainObject(headers) ? `, ${asCode({ headers })}` : ''
  return { sent: 'as a body with the status 200', right: `status(${args.map(asCode).join(', ')})`, settings }
}

function textSuspicion({ value }: Given): Suspicion | undefined {
  if (typeof value !== 'string') return undefined
  // A text that begins otherwise is not parsed.
  const json = /^\s*[[{]/.test(value) ? parsedJson(value) : undefined
  return isObject(json) ? { sent: 'as a JSON string, in quotes', right: asCode(json) } : undefined
}

/** A list was probably meant as several responses. */
function sequenceSuspicion(value: unknown): Suspicion | undefined {
  if (!isNamedReply(value) || value.name !== 'sequence' || value.args.length !== 1) return undefined
  const [list] = value.args
  if (!Array.isArray(list)) return undefined
  return {
    sent: 'whole each time: each argument of sequence() is a response',
    right: `sequence(${list.map(asCode).join(', ')})`,
    same: asCode(list),
  }
}

/** The functions of `node:zlib` that encode as the header says. */
const ENCODERS: Readonly<Record<string, string>> = {
  gzip: 'gzipSync',
  'x-gzip': 'gzipSync',
  deflate: 'deflateSync',
  br: 'brotliCompressSync',
  zstd: 'zstdCompressSync',
}

/** A plain body with the header of an encoded one fails each client that decodes it. */
function encodingSuspicion({ value, status, headers }: Given): Suspicion | undefined {
  const encoding = String(headerIn(headers, 'content-encoding')).toLowerCase()
  const unencoded = Object.hasOwn(ENCODERS, encoding) ? textCode(value) : undefined
  if (unencoded === undefined) return undefined
  const all = [...headers]
  const others = all.filter(([name]) => name.toLowerCase() !== 'content-encoding')
  return {
    sent: `as it is, and its content-encoding is ${show(encoding)}: no client can decode it`,
    right: asCode(value),
    settings: headCode(status, others),
    same: `${ENCODERS[encoding]}(${unencoded})`,
    sameSettings: headCode(status, all),
  }
}

/** Returns the code of a body as a text, if it is a JSON value, `text` or `html`; `undefined` for bytes, which may be encoded. */
function textCode(value: unknown): string | undefined {
  if (isNamedReply(value)) return ['text', 'html'].includes(value.name) ? asCode(value.args[0]) : undefined
  const isJsonValue =
    Array.isArray(value) || isPlainObject(value) || ['string', 'number', 'boolean'].includes(typeof value)
  return isJsonValue ? `JSON.stringify(${asCode(value)})` : undefined
}

function headCode(status: number | undefined, headers: readonly (readonly [string, unknown])[]): string {
  const settings = {
    ...(status !== undefined && { status }),
    ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
  }
  return Object.keys(settings).length > 0 ? `, ${asCode(settings)}` : ''
}

const HEAD_NAMES = ['status', 'statusCode', 'headers']
const BODIES = ['body', 'json', 'data']

/** Reads `404`, `{ status: 404 }`, `{ status: 201, body: {} }` and `[201, {}]` as the arguments of `status()`. */
function statusIn(value: unknown): { readonly args: readonly unknown[]; readonly headers?: unknown } | undefined {
  if (isKnown(value)) return { args: [value] }
  if (Array.isArray(value)) {
    if (value.length < 2 || value.length > 3) return undefined
    const [status, payload, headers] = value as readonly unknown[]
    return isKnown(status) && typeof payload !== 'number' ? { args: [status, payload], headers } : undefined
  }
  if (!isPlainObject(value)) return undefined
  const { status, statusCode = status, headers } = value
  if (!isStatus(statusCode)) return undefined
  const [name, ...more] = Object.keys(value).filter((key) => !HEAD_NAMES.includes(key))
  if (more.length > 0 || (name !== undefined && !BODIES.includes(name))) return undefined
  return { args: name === undefined ? [statusCode] : [statusCode, value[name]], headers }
}

/** Whether a number alone is a status: one without a reason phrase is more likely a number. */
function isKnown(value: unknown): boolean {
  return isStatus(value) && value in STATUS_TEXTS
}
