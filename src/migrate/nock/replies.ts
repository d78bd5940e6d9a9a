import type ts from 'typescript'
import { responseCode } from '../declare/reply-value.ts'
import { type Inline, isInline, isReadAsText, resolverCode, returnPayload } from '../declare/resolver.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import type { DeclaredResponse } from '../layout/model.ts'
import type { Link } from '../read/nodes.ts'
import { kindOf, payloadCode, shorten } from '../read/payload.ts'
import type { Source } from '../read/source.ts'

export type Reply = DeclaredResponse & { readonly headers?: string | undefined }

/** Reads `reply(status, body, headers)`, `reply(status, fn)`, `reply(fn)` and `replyWithFile(status, path)`. */
export function replyOf(source: Source, { name, args }: Link, method: string): Reply {
  const [status, body, headers] = args
  if (status && kindOf(source, status) === 'function') return { code: wholeReply(source, status), isJson: false }
  const head = { status: statusCode(source, status), headers: headers && headersCode(source, headers) }
  if (name === 'replyWithFile')
    return { ...head, code: `${source.name('file')}(${body ? source.code(body) : ''})`, isJson: false }
  if (hasNoBody(head.status) || method === 'head') return { ...head, code: 'undefined', isJson: false }
  if (isInline(source, body)) return { ...head, code: bodyResolver(source, body), isJson: false }
  return { ...head, ...payloadCode(source, body) }
}

function statusCode(source: Source, status: ts.Expression | undefined): string | undefined {
  const code = status ? source.code(status) : '200'
  return code === '200' ? undefined : code
}

function hasNoBody(status: string | undefined): boolean {
  return status === '204' || status === '205' || status === '304'
}

/** mynah sends the right length by itself, and refuses a wrong one. */
function headersCode(source: Source, headers: ts.Expression): string | undefined {
  if (source.ts.isArrayLiteralExpression(headers)) leaveByHand('write the list of headers as an object')
  if (kindOf(source, headers) === 'function') leaveByHand('headers of a function: a resolver has setHeader')
  if (!source.ts.isObjectLiteralExpression(headers)) return source.code(headers)
  const isLength = (name: string | undefined) => /^['"]?content-length['"]?$/i.test(name ?? '')
  const kept = headers.properties.filter((one) => !isLength(one.name?.getText(source.file)))
  if (kept.length === headers.properties.length) return source.code(headers)
  return kept.length === 0 ? undefined : `{ ${kept.map((one) => source.code(one)).join(', ')} }`
}

const ARGUMENTS = (source: Source) => [
  () => 'request.url.slice(new URL(request.url).origin.length)',
  (use: ts.Identifier) => bodyCode(source, use),
]

/** nock types a body as a text or any object, and hands over an empty text if there is none. */
function bodyCode(source: Source, use: ts.Identifier): string {
  const { ts } = source
  const isTyped = /\.[cm]?tsx?$/.test(source.file.fileName)
  const declaration = source.checker.getSymbolAtLocation(use)?.valueDeclaration
  const type = declaration && ts.isParameter(declaration) ? declaration.type : undefined
  if (isReadAsText(source, use) || type?.kind === ts.SyntaxKind.StringKeyword)
    return isTyped ? "(request.text ?? '')".replaceAll("'", source.style.quote) : 'request.text'
  return isTyped && type ? `(request.body as ${type.getText(source.file)})` : 'request.body'
}

function bodyResolver(source: Source, node: Inline): string {
  return resolverCode(source, node, { codes: ARGUMENTS(source), returned: (value) => returnPayload(source, value) })
}

/** A function that returns `[status, body, headers]`. */
function wholeReply(source: Source, node: ts.Expression): string {
  if (!isInline(source, node))
    return leaveByHand(`rewrite ${shorten(source.code(node))} as a resolver: ({ request }) => payload`)
  return resolverCode(source, node, { codes: ARGUMENTS(source), returned: (value) => returnWhole(source, value) })
}

function returnWhole(source: Source, value: ts.Expression): void {
  if (!source.ts.isArrayLiteralExpression(value)) {
    leaveByHand('return status(code, payload) from the resolver')
    return
  }
  const [status, body, headers] = value.elements
  source.replace(value, responseCode(source, { status, body, headers: headers && source.code(headers) }))
}

/** `replyWithError(error)`: a text is the message of the error. */
export function errorResponse(source: Source, [error]: readonly ts.Expression[]): Reply {
  const { ts } = source
  const kind = kindOf(source, error)
  const networkError = source.name('networkError')
  if (error === undefined || kind === 'none') return { code: `${networkError}()`, isJson: false }
  const code = source.code(error)
  if (kind === 'error') return { code: `${networkError}(${code})`, isJson: false }
  if (kind === 'string') return { code: `${networkError}(new Error(${code}))`, isJson: false }
  if (ts.isObjectLiteralExpression(error)) {
    const property = error.properties.find((one) => one.name?.getText(source.file) === 'code')
    if (property && ts.isPropertyAssignment(property)) {
      const isAlone = error.properties.length === 1
      const text = isAlone ? source.code(property.initializer) : `Object.assign(new Error(), ${code})`
      return { code: `${networkError}(${text})`, isJson: false }
    }
  }
  return leaveByHand(`write networkError(error) with an Error in place of ${shorten(code)}`)
}
