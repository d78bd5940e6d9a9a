import type ts from 'typescript'
import { isChanging, laterCode } from '../declare/changing.ts'
import { newResponse, replyCode } from '../declare/reply-value.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import { rebase } from '../layout/print-stub.ts'
import { constantOf } from '../read/constants.ts'
import { calleeOf, innerOf, nodesIn, propertyOf } from '../read/nodes.ts'
import { kindOf, shorten } from '../read/payload.ts'
import type { Source } from '../read/source.ts'
import { type Argument, requestFields, withRequest } from '../request/request-fields.ts'
import { type Inline, returnedValues, thenCallback } from '../request/resolver.ts'
import { returnErrors } from '../request/thrown-errors.ts'
import { RELATIVE_URL } from '../request/url-condition.ts'
import { madeByHelper } from './response-helpers.ts'
import type { Answer } from './response-init.ts'
import { resolvedOf, THROWN } from './returned-values.ts'
import { bodyAnswer, responseAnswer } from './values.ts'

/** What a function in place of fetch is handed, as far as a request has it. */
const OF_FETCH: readonly Argument[] = ['url', { body: 'text', headers: 'headers', method: 'method', signal: 'signal' }]
/** jest-fetch-mock hands over a `Request`. */
const OF_LIBRARY: readonly Argument[] = ['raw']

/** Rewrites a function that reads its request as a resolver, with all that it returns. */
export function resolverAnswer(source: Source, node: Inline, isOfFetch: boolean): Answer {
  const { ts } = source
  const text = node.body.getText(source.file)
  if (isOfFetch && RELATIVE_URL.test(text)) leaveByHand('a URL is whole here: compare new URL(request.url).pathname')
  if (isOfFetch) takeUrls(source, node)
  const fields = requestFields(source, node, isOfFetch ? OF_FETCH : OF_LIBRARY)
  const values = returnedValues(source, node)
  if (ts.isBlock(node.body) && !/(?:return\b|throw\b|\})\s*[^;{}]*;?\s*\}$/s.test(text))
    leaveByHand('return a payload in each branch of this function: ({ request }) => payload')
  const texts = isOfFetch ? undefined : textsOf(source, node)
  for (const value of values) returned(source, value, texts)
  returnErrors(source, node.body, THROWN)
  return { response: { code: withRequest(source, node, fields, true), isJson: false }, settings: [] }
}

/** A value that may change is read when the request comes. */
export function lazily(source: Source, value: ts.Node, answer: Answer): Answer {
  const { code } = answer.response
  if (code === 'undefined' || code.startsWith('() => ') || !isChanging(source, value)) return answer
  return { ...answer, response: { ...answer.response, code: laterCode(code), isJson: false } }
}

/** The URL is a text here: `typeof input === 'string' ? input : input.url` is `input`. */
function takeUrls(source: Source, { parameters, body }: Inline): void {
  const { ts } = source
  const name = parameters[0]?.name.getText(source.file) ?? ''
  const isText = new RegExp(`^typeof ${name} ===? ['"]string['"]$`)
  const isOther = new RegExp(`^${name} instanceof (?:URL|Request)$`)
  if (!/^\w+$/.test(name)) return
  // The innermost first: its code is a part of what is around it.
  for (const node of nodesIn(ts, body, ts.isConditionalExpression).reverse()) {
    const condition = node.condition.getText(source.file)
    if (isText.test(condition)) source.replace(node, source.code(node.whenTrue))
    else if (isOther.test(condition)) source.replace(node, source.code(node.whenFalse))
  }
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
  const byHelper = madeByHelper(source, value)
  if (byHelper) return byHelper.replace(/^\(\) => /, '')
  const made = ts.isIdentifier(value) ? constantOf(source, value) : undefined
  if (made && ts.isObjectLiteralExpression(innerOf(source, made)))
    leaveByHand(`write ${shorten(source.code(value))} as new Response(body, init)`)
  if (/^Response(?:\.json)?$/.test(callee) || kindOf(source, value) === 'response') return source.code(value)
  if (ts.isObjectLiteralExpression(value)) return objectCode(source, value)
  if (texts?.test(value.getText(source.file))) return `${source.name('text')}(${source.code(value)})`
  if (callee !== 'JSON.stringify' && kindOf(source, value) !== 'string')
    return leaveByHand(`does this function return a text or a response (${shorten(source.code(value))})?`)
  return codeOf(source, bodyAnswer(source, value))
}

/** `{ body, status, headers }` of jest-fetch-mock, or an object that stands for a response. */
function objectCode(source: Source, object: ts.ObjectLiteralExpression): string {
  const body = propertyOf(source, object, 'body')
  const names = object.properties.map((one) => one.name?.getText(source.file) ?? '...')
  if (!body && !names.every((name) => /^(?:status|headers)$/.test(name)))
    return codeOf(source, responseAnswer(source, object))
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
