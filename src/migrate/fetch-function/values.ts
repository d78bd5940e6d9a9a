import type ts from 'typescript'
import { dropDeclaration } from '../declare/override.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import { propertyOf } from '../read/nodes.ts'
import { kindOf, payloadCode, shorten } from '../read/payload.ts'
import type { Source } from '../read/source.ts'
import { type Inline, isInline, returnsOf } from '../request/resolver.ts'
import { type Answer, headersCode, withInit } from './response-init.ts'
import { failsToParse, variableBefore } from './response-variables.ts'

/** Reads a body and `{ status, statusText, headers }`. A text that `JSON.stringify` makes is the payload itself. */
export function bodyAnswer(
  source: Source,
  body: ts.Expression | undefined,
  init?: ts.Expression,
  ignored?: RegExp,
): Answer {
  const { ts } = source
  const isJson = body && ts.isCallExpression(body) && body.expression.getText(source.file) === 'JSON.stringify'
  const [value, ...others] = isJson ? body.arguments : []
  const isNothing = body === undefined || /^(?:undefined|null|''|"")$/.test(body.getText(source.file))
  if (body && !isJson && kindOf(source, body) === 'json' && !isNothing)
    leaveByHand(`is ${shorten(source.code(body))} the text of the body? Write text(…)`)
  const payload = isNothing
    ? { code: 'undefined', isJson: false }
    : value && others.length === 0
      ? { code: source.code(value), isJson: true }
      : payloadCode(source, body)
  return withInit(source, payload, init, ignored)
}

/** Reads `new Response(body, init)`, `Response.json(data, init)`, or an object that stands for a response: `{ ok, json }`. */
export function responseAnswer(source: Source, node: ts.Expression): Answer {
  const { ts } = source
  const value = ts.isParenthesizedExpression(node) || ts.isAsExpression(node) ? node.expression : node
  if (value !== node) return responseAnswer(source, value)
  if (ts.isNewExpression(value) && value.expression.getText(source.file) === 'Response') {
    const [body, init] = value.arguments ?? []
    return bodyAnswer(source, body, init)
  }
  if (ts.isCallExpression(value) && value.expression.getText(source.file) === 'Response.json' && value.arguments[0]) {
    const [data, init] = value.arguments
    return withInit(source, { code: source.code(data as ts.Expression), isJson: true }, init)
  }
  if (ts.isObjectLiteralExpression(value)) return objectAnswer(source, value)
  const declaration = variableBefore(source, value)
  if (declaration?.initializer && ts.isObjectLiteralExpression(declaration.initializer)) {
    const answer = objectAnswer(source, declaration.initializer)
    dropDeclaration(source, declaration)
    return answer
  }
  if (kindOf(source, value) === 'response') return { response: payloadCode(source, value), settings: [] }
  return leaveByHand(`write ${shorten(source.code(node))} as a payload: mocks.use.get(path, payload)`)
}

const NO_STATUS = 'a response that is not ok has a status here: write the one that the test means in place of 500'
const ANY_NAME = 'get() answers any name there, and the content type alone here'
const MEMBERS = /^(?:ok|status|statusText|json|text|blob|arrayBuffer|headers)$/

function objectAnswer(source: Source, object: ts.ObjectLiteralExpression): Answer {
  const names = object.properties.map((one) => one.name?.getText(source.file) ?? '...')
  const strange = names.find((name) => !MEMBERS.test(name))
  if (strange) leaveByHand(`this response has ${strange}: write its payload, as mocks.use.get(path, payload)`)
  const known = propertyOf(source, object, 'status')?.getText(source.file)
  const ok = propertyOf(source, object, 'ok')?.getText(source.file)
  const status = known ?? (ok === 'false' ? '500' : undefined)
  if (status !== known) source.note(object, NO_STATUS)
  const isFine = status === undefined || /^2\d\d$/.test(status)
  if (ok === 'false' ? status === undefined || isFine : ok !== undefined && (ok !== 'true' || !isFine))
    leaveByHand('a response is ok by its status: write { status }')
  if (status !== undefined && !/^\d{3}$/.test(status))
    leaveByHand('write the status of this response: status(code, payload)')
  const headers = propertyOf(source, object, 'headers')
  const hasBody = !/^(?:204|205|304)$/.test(status ?? '')
  const memberOf = (name: string) => (hasBody ? memberValue(source, object, name) : undefined)
  const text = memberOf('text')
  const parsed = memberOf('json')
  const json = parsed && failsToParse(source, parsed, text) ? undefined : parsed
  const bytes = memberOf('blob') ?? memberOf('arrayBuffer')
  if (bytes && kindOf(source, bytes) !== 'bytes')
    leaveByHand('write the bytes of this response as its payload: mocks.use.get(path, new Blob([text]))')
  if ([json, text, bytes].filter(Boolean).length > 1)
    leaveByHand('this response has two bodies: write the one that is read, mocks.use.all(/.*/, payload)')
  const statusText = propertyOf(source, object, 'statusText')
  const payload = json
    ? { code: source.code(json), isJson: true }
    : text
      ? { code: `${source.name('text')}(${source.code(text)})`, isJson: false }
      : { code: bytes ? source.code(bytes) : 'undefined', isJson: false }
  if (json && /^undefined$/.test(json.getText(source.file)))
    leaveByHand('no body of JSON is undefined: write mocks.use.all(/.*/, payload)')
  return {
    response: { ...payload, status: status === '200' ? undefined : status },
    settings: [
      ...(statusText ? [['statusText', source.code(statusText)] as const] : []),
      ...(headers ? [['headers', headersMade(source, headers)] as const] : []),
    ],
  }
}

/** Only `Headers` have a `get`, which is what a client calls. One that answers a media type is asked for that. */
function headersMade(source: Source, headers: ts.Expression): string {
  const { ts } = source
  if (ts.isNewExpression(headers)) return headersCode(source, headers)
  const get =
    ts.isObjectLiteralExpression(headers) && headers.properties.length === 1 && propertyOf(source, headers, 'get')
  const value = get && isInline(source, get) && get.parameters.length === 0 ? returnedBy(source, get) : undefined
  if (!value || !ts.isStringLiteralLike(value) || !/^[a-z]+\/[\w.+-]+(?:;|$)/.test(value.text))
    return leaveByHand("write the headers of this response as a setting: { headers: { 'x-a': '1' } }")
  source.note(headers, ANY_NAME)
  return `{ ${source.quote('content-type')}: ${source.code(value)} }`
}

/** What `json: () => Promise.resolve(value)` returns. */
function memberValue(source: Source, object: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
  const { ts } = source
  const member = object.properties.find((one) => one.name?.getText(source.file) === name)
  if (!member) return undefined
  if (ts.isMethodDeclaration(member) && member.body && member.parameters.length === 0)
    return onlyReturn(source, member.body)
  const value = ts.isPropertyAssignment(member) ? member.initializer : undefined
  if (isInline(source, value)) return returnedBy(source, value)
  const resolved =
    value && ts.isCallExpression(value)
      ? /\.fn\(\)\.mockResolvedValue$/.test(value.expression.getText(source.file))
      : false
  const [argument] = resolved ? (value as ts.CallExpression).arguments : []
  return argument ?? leaveByHand(`write what ${name}() resolves to as the payload`)
}

/** The value that a function without parameters always returns, out of its promise. */
export function returnedBy(source: Source, { parameters, body }: Inline): ts.Expression {
  if (parameters.length > 0) leaveByHand('this function reads its request: write a resolver, ({ request }) => payload')
  return source.ts.isBlock(body) ? onlyReturn(source, body) : resolvedOf(source, body)
}

function onlyReturn(source: Source, body: ts.Block): ts.Expression {
  const [value] = returnsOf(source, body)
  if (!value || body.statements.length > 1)
    return leaveByHand('write this function as a resolver: ({ request }) => payload')
  return resolvedOf(source, value)
}

export function resolvedOf(source: Source, value: ts.Expression): ts.Expression {
  const { ts } = source
  if (ts.isParenthesizedExpression(value) || ts.isAsExpression(value)) return resolvedOf(source, value.expression)
  const isResolve = ts.isCallExpression(value) && value.expression.getText(source.file) === 'Promise.resolve'
  return isResolve && value.arguments[0] ? resolvedOf(source, value.arguments[0]) : value
}
