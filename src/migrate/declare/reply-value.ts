import type ts from 'typescript'
import { kindOf, payloadCode } from '../read/payload.ts'
import type { Source } from '../read/source.ts'

/** A response that a function of an old library returns: each part is an expression of the file. */
export interface Parts {
  readonly status?: ts.Expression | undefined
  readonly body?: ts.Expression | undefined
  /** The code of the headers. */
  readonly headers?: string | undefined
}

/** Prints the parts as what a resolver returns: `status(201, payload)`, or a `Response` if there are headers. */
export function responseCode(source: Source, parts: Parts): string {
  const { status, body, headers } = parts
  const number = status ? source.code(status) : '200'
  if (headers) return newResponse(source, parts)
  const { code } = payloadCode(source, body)
  if (number === '200') return code
  return `${source.name('status')}(${number}${code === 'undefined' ? '' : `, ${code}`})`
}

/** Prints the parts as a `Response`. */
export function newResponse(source: Source, { status, body, headers }: Parts): string {
  const kind = kindOf(source, body)
  if (/^(?:promise|unknown|function|error)$/.test(kind)) payloadCode(source, body)
  const fields = [...(status ? [`status: ${source.code(status)}`] : []), ...(headers ? [`headers: ${headers}`] : [])]
  const init = fields.length === 0 ? '' : `, { ${fields.join(', ')} }`
  const code = body && kind !== 'none' ? source.code(body) : 'null'
  return `${kind === 'json' ? 'Response.json' : 'new Response'}(${code}${init})`
}
