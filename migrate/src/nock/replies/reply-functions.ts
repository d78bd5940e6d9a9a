import type ts from 'typescript'
import { responseCode } from '../../declare/reply-value.ts'
import { leaveByHand } from '../../layout/by-hand.ts'
import { majorOf } from '../../read/installed.ts'
import { isTypeScript, usesIn } from '../../read/nodes.ts'
import { kindOf, shorten } from '../../read/payload.ts'
import type { Source } from '../../read/source.ts'
import { withRequest } from '../../request/request-fields.ts'
import {
  type Inline,
  isInline,
  isReadAsText,
  parametersOf,
  resolverCode,
  returnedValues,
  returnPayload,
} from '../../request/resolver.ts'
import { headersCode } from './reply-headers.ts'

const ARGUMENTS = (source: Source) => [
  () => 'request.url.slice(new URL(request.url).origin.length)',
  (use: ts.Identifier) => bodyCode(source, use),
]

const HEX = 'nock hands over bytes as a text in hexadecimal: read Buffer.from(await request.raw.arrayBuffer()) here'

/** nock types a body as a text or any object, and hands over an empty text if there is none. */
function bodyCode(source: Source, use: ts.Identifier): string {
  const { ts } = source
  if (/^Buffer\.from\(.*['"]hex['"]\)$/.test(use.parent.getText(source.file))) source.note(use, HEX)
  const isTyped = isTypeScript(source)
  const declaration = source.checker.getSymbolAtLocation(use)?.valueDeclaration
  const type = declaration && ts.isParameter(declaration) ? declaration.type : undefined
  if (isReadAsText(source, use) || type?.kind === ts.SyntaxKind.StringKeyword)
    return isTyped ? "(request.text ?? '')".replaceAll("'", source.style.quote) : 'request.text'
  return isTyped && type ? `(request.body as ${type.getText(source.file)})` : 'request.body'
}

export function bodyResolver(source: Source, node: Inline): string {
  const [, body] = parametersOf(node)
  return resolverOf(source, node, (value) => {
    if (!source.ts.isIdentifier(value) || value.text !== body?.name.getText() || kindOf(source, value) !== 'unknown') {
      returnPayload(source, value)
      return
    }
    // A body that is sent back is a text, or what was parsed.
    const code = source.code(value)
    source.replace(value, `typeof ${code} === ${source.quote('string')} ? ${source.name('text')}(${code}) : ${code}`)
  })
}

/** nock 13 and 14 hand over the path, the body and a callback; nock 15 hands over a WHATWG request and a callback. */
function resolverOf(source: Source, node: Inline, returned: (value: ts.Expression) => void): string {
  const parameters = parametersOf(node)
  const major = parameters.length === 0 ? 0 : majorOf(source.file.fileName, 'nock')
  if (major === undefined)
    return leaveByHand('install nock: its version tells what this function gets, a path and a body or a request')
  if (parameters[major < 15 ? 2 : 1]) return leaveByHand(CALLBACK)
  if (major < 15) return resolverCode(source, node, { codes: ARGUMENTS(source), returned })
  const name = parameters[0]?.name
  const isUsed = name && (!source.ts.isIdentifier(name) || usesIn(source, node.body, name).length > 0)
  for (const value of returnedValues(source, node)) returned(value)
  return withRequest(source, node, isUsed ? [`raw: ${source.code(name)}`] : [], true)
}

const CALLBACK = 'return the payload from an async function, in place of callback(null, payload)'

/** A function that returns `[status, body, headers]`. */
export function wholeReply(source: Source, node: ts.Expression): string {
  if (!isInline(source, node))
    return leaveByHand(`rewrite ${shorten(source.code(node))} as a resolver: ({ request }) => payload`)
  return resolverOf(source, node, (value) => returnWhole(source, value))
}

function returnWhole(source: Source, value: ts.Expression): void {
  const { ts } = source
  let list = value
  while (ts.isAsExpression(list) || ts.isSatisfiesExpression(list) || ts.isParenthesizedExpression(list))
    list = list.expression
  if (!ts.isArrayLiteralExpression(list)) leaveByHand('return status(code, payload) from the resolver')
  const [status, body, headers] = list.elements
  // A Response joins the values of a list.
  if (headers && /:\s*\[/.test(headersCode(source, headers) ?? ''))
    leaveByHand('return status(code, payload) from the resolver, and add each header: appendHeader(name, value)')
  source.replace(value, responseCode(source, { status, body, headers: headers && headersCode(source, headers) }))
}
