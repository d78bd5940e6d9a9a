import type ts from 'typescript'
import { leaveByHand } from '../../layout/by-hand.ts'
import { majorOf } from '../../read/installed.ts'
import { usesIn } from '../../read/nodes.ts'
import type { Source } from '../../read/source.ts'
import { replaceNodeRequest } from '../../request/node-request.ts'
import { type Inline, isInline } from '../../request/resolver.ts'

/** A listener of a scope hears of that scope alone. */
export const LISTENER = "write mocks.on('request', ({ request, stub }) => …) in place of this listener"

/** What mynah calls an event of a scope. nock has no 'replied' for an error. */
const EVENTS: Readonly<Record<string, string>> = { request: 'request', replied: 'answered' }

/** Prints `scope.on('request', listener)`, whose variable holds a stub now. */
export function scopeListener(source: Source, { arguments: args }: ts.CallExpression, stub: string): string {
  const [event, listener] = args
  const name = event && source.ts.isStringLiteralLike(event) ? EVENTS[event.text] : undefined
  if (name === undefined) return leaveByHand(LISTENER)
  return listen(source, name, listener, LISTENER, stub)
}

/** Prints a call of `mocks.on`. The listener hears of one stub alone, if there is one. */
export function listen(
  source: Source,
  event: string,
  listener: ts.Expression | undefined,
  reason: string,
  stub?: string,
): string {
  if (!isInline(source, listener) || listener.asteriskToken || /\bthis\b/.test(listener.getText(source.file)))
    return leaveByHand(reason)
  if (stub !== undefined && /\bstub\b/.test(listener.getText(source.file))) leaveByHand(reason)
  const request = requestPart(source, listener, reason)
  const fields = [...(request ? [request] : []), ...(stub ? ['stub'] : [])]
  const isAsync = listener.modifiers?.some(({ kind }) => kind === source.ts.SyntaxKind.AsyncKeyword)
  const head = `${isAsync ? 'async ' : ''}(${fields.length === 0 ? '' : `{ ${fields.join(', ')} }`}) => `
  return `${source.localName('mocks')}.on(${source.quote(event)}, ${head}${bodyCode(source, listener, stub)})`
}

/** What the parameters of a listener are here: a WHATWG request since nock 15, Node's request before, and the body as text. */
function requestPart(source: Source, listener: Inline, reason: string): string | undefined {
  const { ts } = source
  const isUsed = ({ name }: ts.ParameterDeclaration) =>
    !ts.isIdentifier(name) || usesIn(source, listener.body, name).length > 0
  const [request, interceptor, body, ...others] = listener.parameters.map((one) => (isUsed(one) ? one.name : undefined))
  if (!request && !interceptor && !body && others.every((one) => !one)) return undefined
  const major = majorOf(source.file.fileName, 'nock')
  if (major === undefined || interceptor || others.some(Boolean)) return leaveByHand(reason)
  if (major >= 15) {
    const parts = [
      ...(request ? [`raw: ${source.code(request)}`] : []),
      ...(body ? [`text: ${source.code(body)} = ''`] : []),
    ]
    return `request: { ${parts.join(', ').replaceAll("''", source.quote(''))} }`
  }
  for (const name of [request, body]) {
    if (!name) continue
    if (!ts.isIdentifier(name)) return leaveByHand(reason)
    for (const use of usesIn(source, listener.body, name)) {
      if (name === body) source.replace(use, `(request.text ?? ${source.quote('')})`)
      else replaceNodeRequest(source, use, reason)
    }
  }
  return 'request'
}

function bodyCode(source: Source, { body }: Inline, stub: string | undefined): string {
  const { ts } = source
  const code = source.code(body)
  if (stub === undefined) return code.startsWith('{') && !ts.isBlock(body) ? `(${code})` : code
  if (!ts.isBlock(body)) return `stub === ${stub} && ${ts.isCallExpression(body) ? code : `(${code})`}`
  const isInLines = code.includes('\n')
  const indent = source.indentOf(body) + source.style.indent
  const check = `if (stub !== ${stub}) return`
  return code.replace('{', isInLines ? `{\n${indent}${check}${source.style.semicolon}` : `{ ${check};`)
}
