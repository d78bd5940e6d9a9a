import type ts from 'typescript'
import { isChanging, laterCode } from '../declare/changing.ts'
import { newResponse, replyCode } from '../declare/reply-value.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import { rebase } from '../layout/print-stub.ts'
import { calleeOf, propertyOf } from '../read/nodes.ts'
import { kindOf, shorten } from '../read/payload.ts'
import type { Source } from '../read/source.ts'
import { requestFields, withRequest } from '../request/request-fields.ts'
import { type Inline, returnedValues, thenCallback } from '../request/resolver.ts'
import { returnErrors } from '../request/thrown-errors.ts'
import type { Answer } from './response-init.ts'
import { resolvedOf, THROWN } from './returned-values.ts'
import { bodyAnswer } from './values.ts'

/** Rewrites a function that reads its request, a `Request`, as a resolver, with all that it returns. */
export function resolverAnswer(source: Source, node: Inline): Answer {
  const text = node.body.getText(source.file)
  const fields = requestFields(source, node, ['raw'])
  const values = returnedValues(source, node)
  if (source.ts.isBlock(node.body) && !/(?:return\b|throw\b|\})\s*[^;{}]*;?\s*\}$/s.test(text))
    leaveByHand('return a payload in each branch of this function: ({ request }) => payload')
  for (const value of values) returned(source, value, textsOf(source, node))
  returnErrors(source, node.body, THROWN)
  return { response: { code: withRequest(source, node, fields, true), isJson: false }, settings: [] }
}

/** A value that may change is read when the request comes. */
export function lazily(source: Source, value: ts.Node, answer: Answer): Answer {
  const { code } = answer.response
  if (code === 'undefined' || code.startsWith('() => ') || !isChanging(source, value)) return answer
  return { ...answer, response: { ...answer.response, code: laterCode(code), isJson: false } }
}

/** What is a text of a `Request`, also where its type is not known. */
function textsOf(source: Source, { parameters }: Inline): RegExp | undefined {
  const name = parameters[0]?.name
  return name && source.ts.isIdentifier(name)
    ? new RegExp(String.raw`^(?:${name.text}\.(?:url|method)|\(?await ${name.text}\.text\(\)\)?)$`)
    : undefined
}

function returned(source: Source, value: ts.Expression, texts: RegExp | undefined): void {
  const { ts } = source
  // `load().then((data) => ({ body: data }))`
  const then = thenCallback(source, value)
  if (then) {
    if (/\bthrow\b/.test(then.getText(source.file))) leaveByHand('return networkError(error) with an Error')
    for (const one of returnedValues(source, then)) returned(source, one, texts)
  } else {
    const inner = resolvedOf(source, value)
    const code = valueCode(source, inner, texts)
    const moved = inner === value ? code : rebase(code, source.style, source.indentOf(value))
    source.replace(value, ts.isArrowFunction(value.parent) && code.startsWith('{') ? `(${moved})` : moved)
  }
}

function valueCode(source: Source, value: ts.Expression, texts: RegExp | undefined): string {
  const { ts } = source
  if (ts.isConditionalExpression(value)) {
    const [yes, no] = [value.whenTrue, value.whenFalse].map((one) => valueCode(source, resolvedOf(source, one), texts))
    return `${source.code(value.condition)} ? ${yes} : ${no}`
  }
  const callee = calleeOf(source, value)
  if (callee === 'Promise.reject') {
    const [error] = (value as ts.CallExpression).arguments
    return error && ts.isNewExpression(error)
      ? `${source.name('networkError')}(${source.code(error)})`
      : leaveByHand('return networkError(error) with an Error')
  }
  if (/^Response(?:\.json)?$/.test(callee) || kindOf(source, value) === 'response') return source.code(value)
  if (ts.isObjectLiteralExpression(value)) return objectCode(source, value)
  if (texts?.test(value.getText(source.file))) return `${source.name('text')}(${source.code(value)})`
  if (callee !== 'JSON.stringify' && kindOf(source, value) !== 'string')
    return leaveByHand(`does this function return a text or a response (${shorten(source.code(value))})?`)
  return codeOf(source, bodyAnswer(source, value))
}

/** `{ body, status, headers }` of jest-fetch-mock. */
function objectCode(source: Source, object: ts.ObjectLiteralExpression): string {
  const body = propertyOf(source, object, 'body')
  const names = object.properties.map((one) => one.name?.getText(source.file) ?? '...')
  const init = propertyOf(source, object, 'init')
  const of = (name: string): ts.Expression | undefined =>
    propertyOf(source, object, name) ??
    (init && source.ts.isObjectLiteralExpression(init) ? propertyOf(source, init, name) : undefined)
  if (names.some((name) => !/^(?:body|status|headers|init)$/.test(name)))
    leaveByHand('write this response as new Response(body, init)')
  const headers = of('headers')
  const status = of('status')
  if (headers) return newResponse(source, { status, body, headers: source.code(headers) })
  const { response } = bodyAnswer(source, body)
  const code = status && source.code(status)
  return codeOf(source, { response: { ...response, status: code === '200' ? undefined : code }, settings: [] })
}

/** Prints an answer as what a resolver returns. */
function codeOf(source: Source, { response, settings }: Answer): string {
  return settings.length === 0
    ? replyCode(source, response)
    : leaveByHand('return new Response(body, { status, headers }) here')
}
