import { getOrAdd } from '../../core/get-or-add.ts'
import { toBase64 } from '../base64.ts'
import { isDeep } from '../read-request.ts'
import { isType, type RecordedAnswer } from '../read-response.ts'
import { type Code, call, codeOf, objectCode, stringCode } from './code.ts'

type Answer = Extract<RecordedAnswer, { kind: 'response' }>
type Setting = readonly [name: string, code: Code]

/** A response of `rest` and the settings that belong to it. */
export interface PrintedAnswer {
  readonly response: Code
  readonly settings: readonly Setting[]
}

/** Writes an answer as a response and settings. */
export function printAnswer(answer: RecordedAnswer): PrintedAnswer {
  if (answer.kind === 'networkError') return { response: call('networkError', [stringCode(answer.code)]), settings: [] }
  if (answer.kind === 'never') return { response: 'undefined', settings: [['delay', 'Infinity']] }
  const json = jsonOf(answer)
  const response = json ?? bodyCode(answer)
  const headers = answer.headers.filter((header) => !isImplied(header, json))
  return {
    response,
    settings: [
      ...(answer.status === 200 ? [] : [['status', String(answer.status)] as const]),
      ...(headers.length === 0 ? [] : [['headers', headersCode(headers)] as const]),
    ],
  }
}

/** Writes an answer as one of a sequence, which has no settings of its own. */
export function printInSequence(answer: RecordedAnswer): Code {
  if (answer.kind === 'networkError') return call('networkError', [stringCode(answer.code)])
  if (answer.kind === 'never') return '() => new Promise(() => {})'
  const { status, headers, body } = answer
  const json = jsonOf(answer)
  const others = headers.filter((header) => !isImplied(header, json))
  const init = objectCode([
    ...(status === 200 ? [] : [['status', String(status)] as const]),
    ...(others.length === 0 ? [] : [['headers', initHeaders(others)] as const]),
  ])
  const settings = init === '{}' ? [] : [init]
  if (json) return call('Response.json', [json, ...settings])
  if (body === undefined) return call('new Response', ['null', ...settings])
  return call('new Response', [
    typeof body === 'string' && typeOf(answer) ? stringCode(body) : rawCode(body),
    ...settings,
  ])
}

/** `Headers` takes a record too, in which no name can stand twice. */
function initHeaders(headers: Answer['headers']): Code {
  const isRecord = new Set(headers.map(([name]) => name.toLowerCase())).size === headers.length
  return isRecord ? headersCode(headers) : codeOf(headers.map((header) => [...header]))
}

/** Whether a JSON payload is sent with this header by default. */
function isImplied(header: readonly [string, string], json: Code | undefined): boolean {
  return json !== undefined && isType(header) && header[1] === JSON_TYPE
}

const JSON_TYPE = 'application/json'

function typeOf({ headers }: Answer): string | undefined {
  return headers.find(isType)?.[1]
}

/** Returns the value of a JSON body as code, if the JSON of that value is exactly the body's text. */
function jsonOf(answer: Answer): Code | undefined {
  const { body } = answer
  if (typeof body !== 'string' || !/^application\/json\b/.test(typeOf(answer) ?? '')) return undefined
  try {
    const value: unknown = JSON.parse(body)
    return !isDeep(value) && JSON.stringify(value) === body ? codeOf(value) : undefined
  } catch {
    return undefined
  }
}

function bodyCode(answer: Answer): Code {
  const { body } = answer
  if (body === undefined) return 'undefined'
  if (typeof body !== 'string' || !typeOf(answer)) return rawCode(body)
  return indentedJson(body) ?? call('text', [stringCode(body)])
}

/** A text that is JSON laid out is easier to read, and to edit, as its value. */
function indentedJson(body: string): Code | undefined {
  const indent = /^[[{]\r?\n( +|\t+)\S/.exec(body)?.[1]
  if (indent === undefined) return undefined
  try {
    const value: unknown = JSON.parse(body)
    const width = /^ +$/.test(indent) ? String(indent.length) : stringCode(indent)
    if (isDeep(value) || JSON.stringify(value, null, indent) !== body) return undefined
    return call('text', [call('JSON.stringify', [codeOf(value), 'null', width])])
  } catch {
    return undefined
  }
}

/** Writes bytes, or a text as bytes. */
export function rawCode(body: string | Uint8Array): Code {
  if (typeof body === 'string') return call('new TextEncoder().encode', [stringCode(body)])
  return call('bytes', [stringCode(toBase64(body))])
}

/** Headers as a record; a name with several values has a list. */
function headersCode(headers: Answer['headers']): Code {
  const record = new Map<string, { readonly name: string; readonly values: string[] }>()
  for (const [name, value] of headers)
    getOrAdd(record, name.toLowerCase(), () => ({ name, values: [] })).values.push(value)
  return objectCode(
    [...record.values()].map(({ name, values }) => [name, codeOf(values.length === 1 ? values[0] : values)]),
  )
}
