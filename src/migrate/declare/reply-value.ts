import type ts from 'typescript'
import { payloadCode } from '../read/payload.ts'
import type { Source } from '../read/source.ts'

/** A response that a function of an old library returns: each part is an expression of the file. */
export interface Parts {
  readonly status?: ts.Expression | undefined
  readonly body?: ts.Expression | undefined
  /** The code of the headers. */
  readonly headers?: string | undefined
}

/** Prints the parts as what a resolver returns: `status(201, payload)`, or a `Response` if there are headers. */
export function responseCode(source: Source, { status, body, headers }: Parts): string {
  const { code, isJson } = payloadCode(source, body)
  const number = status ? source.code(status) : '200'
  if (!headers) {
    if (number === '200') return code
    if (isJson || code === 'undefined')
      return `${source.name('status')}(${number}${code === 'undefined' ? '' : `, ${code}`})`
  }
  const init = `{ ${[`status: ${number}`, ...(headers ? [`headers: ${headers}`] : [])].join(', ')} }`
  return isJson
    ? `Response.json(${code}, ${init})`
    : `new Response(${body && code !== 'undefined' ? source.code(body) : 'null'}, ${init})`
}
