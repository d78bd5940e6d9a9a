import { getOrAdd } from '../../core/get-or-add.ts'
import { parsedJson } from '../../core/json.ts'
import { headerIn } from '../../core/stub/parse-response.ts'
import { toBase64 } from '../base64.ts'
import { isDeep, isType, type RecordedAnswer, type RecordedResponse } from '../read-entry.ts'
import { type Code, call, codeOf, objectCode, stringCode } from './code.ts'

/** A name with its code. */
export type Entry = readonly [name: string, code: Code]

/** A response of `rest` and the settings that belong to it. */
export interface PrintedAnswer {
  readonly response: Code
  readonly settings: readonly Entry[]
}

/** Writes an answer as a response and settings. */
export function printAnswer(answer: RecordedAnswer): PrintedAnswer {
  if (answer.kind === 'never') return { response: 'undefined', settings: [['delay', 'Infinity']] }
  if (answer.kind === 'networkError') return { response: printAlone(answer), settings: [] }
  const json = jsonOf(answer)
  const headers = otherHeaders(answer, json)
  return { response: json ?? bodyCode(answer), settings: headCode(answer, headersCode(headers)) }
}

/** Writes an answer without settings: as one of a sequence, or as the result of a resolver. */
export function printAlone(answer: RecordedAnswer): Code {
  if (answer.kind === 'networkError') return call('networkError', [stringCode(answer.code)])
  if (answer.kind === 'never') return '() => new Promise(() => {})'
  const { status, statusText, body } = answer
  const json = jsonOf(answer)
  const headers = otherHeaders(answer, json)
  const isPlain = headers.length === 0 && statusText === undefined
  if (isPlain && json) return status === 200 ? json : call('status', [String(status), json])
  if (isPlain && body === undefined) return call('status', [String(status)])
  const init = headCode(answer, initHeaders(headers))
  const settings = init.length === 0 ? [] : [objectCode(init)]
  if (json) return call('Response.json', [json, ...settings])
  const isText = typeof body === 'string' && headerIn(answer.headers, 'content-type') !== undefined
  return call('new Response', [body === undefined ? 'null' : isText ? stringCode(body) : rawCode(body), ...settings])
}

type Headers = RecordedResponse['headers']

function headCode({ status, statusText }: RecordedResponse, headers: Code): Entry[] {
  return [
    ...(status === 200 ? [] : [['status', String(status)] as const]),
    ...(statusText === undefined ? [] : [['statusText', stringCode(statusText)] as const]),
    ...(headers === '{}' ? [] : [['headers', headers] as const]),
  ]
}

/** `Headers` takes a record too, in which no name can stand twice. */
function initHeaders(headers: Headers): Code {
  const isRecord = new Set(headers.map(([name]) => name.toLowerCase())).size === headers.length
  return isRecord ? headersCode(headers) : codeOf(headers)
}

/** Returns the headers besides the content type that a JSON payload has by default. */
function otherHeaders({ headers }: RecordedResponse, json: Code | undefined): Headers {
  return headers.filter((header) => !(json !== undefined && isType(header) && header[1] === 'application/json'))
}

/** Returns the value of a JSON body as code. */
function jsonOf(answer: RecordedResponse): Code | undefined {
  return /^application\/json\b/.test(String(headerIn(answer.headers, 'content-type')))
    ? valueCode(answer.body)
    : undefined
}

/** Returns the value of a JSON text as code, if the JSON of that value is exactly the text. */
function valueCode(text: unknown, indent?: string): Code | undefined {
  const value = parsedJson(text)
  const isSame = value !== undefined && !isDeep(value) && JSON.stringify(value, null, indent) === text
  return isSame ? codeOf(value) : undefined
}

function bodyCode(answer: RecordedResponse): Code {
  const { body } = answer
  if (body === undefined) return 'undefined'
  if (typeof body !== 'string' || !headerIn(answer.headers, 'content-type')) return rawCode(body)
  return call('text', [indentedJson(body) ?? stringCode(body)])
}

/** A text that is JSON laid out is easier to read, and to edit, as its value. */
function indentedJson(body: string): Code | undefined {
  const indent = /^[[{]\r?\n( +|\t+)\S/.exec(body)?.[1]
  const value = indent === undefined ? undefined : valueCode(body, indent)
  if (indent === undefined || value === undefined) return undefined
  return call('JSON.stringify', [value, 'null', indent.startsWith(' ') ? String(indent.length) : stringCode(indent)])
}

/** Writes bytes, or a text as bytes. */
export function rawCode(body: string | Uint8Array): Code {
  if (typeof body === 'string') return call('new TextEncoder().encode', [stringCode(body)])
  return call('bytes', [stringCode(toBase64(body))])
}

/** Headers as a record; a name with several values has a list. */
function headersCode(headers: Headers): Code {
  const record = new Map<string, { readonly name: string; readonly values: string[] }>()
  for (const [name, value] of headers) {
    getOrAdd(record, name.toLowerCase(), () => ({ name, values: [] })).values.push(value)
  }
  return objectCode(
    [...record.values()].map(({ name, values }) => [name, codeOf(values.length === 1 ? values[0] : values)]),
  )
}
