import type ts from 'typescript'
import { hasNoBody, readLate, responseCode } from '../../declare/reply-value.ts'
import type { DeclaredResponse } from '../../layout/model.ts'
import { constantOf } from '../../read/constants.ts'
import { calleeOf, nameOf, nodesIn, propertyOf, usesIn } from '../../read/nodes.ts'
import { hasFlags, kindOf, payloadCode, shorten } from '../../read/payload.ts'
import { leaveByHand, type Source } from '../../read/source.ts'
import { type Argument, type Returned, requestFields, withRequest } from '../../request/request-fields.ts'
import { type Inline, isInline, returnPayload } from '../../request/resolver.ts'

const OPTIONS: Argument = { body: 'text', headers: 'headers', method: 'method', signal: 'signal' }
/** What fetch-mock 12 hands to a function, and what older ones do. */
const CALL: readonly Argument[] = [
  {
    url: 'url',
    options: OPTIONS,
    request: 'raw',
    signal: 'signal',
    queryParams: 'searchParams',
    expressParams: 'params',
  },
]
const BYTES =
  /\bbody\)*\.(?:byteLength|size|arrayBuffer)\b|\b(?:Uint8Array|DataView|Blob|Buffer\.from)\([^;\n]*?\bbody\b/
const ARGUMENTS: readonly Argument[] = ['url', OPTIONS, 'raw']

/** Rewrites a function of fetch-mock as one of mynah: a matcher, or a resolver, whose returned values are rewritten too. */
export function calledWithRequest(source: Source, node: Inline, returned?: Returned): string {
  if (BYTES.test(node.body.getText(source.file))) leaveByHand('a body of bytes is read by request.raw.arrayBuffer()')
  const fields = requestFields(source, node, isCalledWithOne(source, node) ? CALL : ARGUMENTS)
  const code = withRequest(source, node, fields, returned)
  if (returned && nodesIn(source.ts, node.body, source.ts.isThrowStatement).length > 0)
    leaveByHand('return networkError(error) with an Error')
  return code
}

function isCalledWithOne(source: Source, { parameters, body }: Inline): boolean {
  const { ts } = source
  const [first, ...others] = parameters
  if (!first || others.length > 0 || !ts.isIdentifier(first.name)) return first !== undefined && others.length === 0
  const isOfCall = ({ parent }: ts.Node) =>
    ts.isPropertyAccessExpression(parent) && /^(?:url|options)$/.test(parent.name.text)
  return usesIn(source, body, first.name).some(isOfCall)
}

const CONFIG = /^(?:status|body|headers|throws|redirectUrl|sendAsJson)$/

/** Reads a status, a payload, `{ status, body, headers }`, `{ throws }`, or a function that returns one of these. */
export function responseOf(source: Source, settings: [string, string][], node?: ts.Expression): DeclaredResponse {
  const { ts } = source
  if (!node) return { code: 'undefined', isJson: false }
  if (isStatus(source, node)) {
    const status = source.code(node)
    return { code: 'undefined', isJson: false, status: status === '200' ? undefined : status }
  }
  if (isInline(source, node)) return { code: calledWithRequest(source, node, returnResponse), isJson: false }
  if (ts.isCallExpression(node) && node.expression.getText(source.file) === 'Promise.resolve')
    return responseOf(source, settings, node.arguments[0])
  const config = partsOfResponse(source, node)
  if (config) return configured(source, config, settings)
  return readLate(source, node, payloadCode(source, node))
}

type Config = ReadonlyMap<string, { readonly code: string; readonly value: ts.Expression }>

export const REDIRECT = 'answer redirect(url), and declare what that URL answers'

/** An object is a response if it has no other names; else it is a payload. */
function partsOfResponse(source: Source, node: ts.Expression): Config | undefined {
  const { ts } = source
  const value = ts.isIdentifier(node) ? constantOf(source, node) : node
  const object = value && ts.isObjectLiteralExpression(value) ? value : undefined
  const names = (object?.properties ?? []).map((one) => nameOf(ts, one))
  if (object && !names.includes('...')) {
    if (names.length === 0 || !names.every((name) => CONFIG.test(name))) return undefined
    if (names.includes('redirectUrl')) leaveByHand(REDIRECT)
    const fields = names.flatMap((name) => {
      const field = propertyOf(source, object, name)
      if (!field) return []
      const code = value === node ? source.code(field) : `${source.code(node)}.${name}`
      return [[name, { code, value: field }] as const]
    })
    return new Map(fields)
  }
  const members = kindOf(source, node) === 'json' ? source.checker.getTypeAtLocation(node).getProperties() : []
  const known = members.length > 0 ? members.map(({ name }) => name) : names.filter((name) => name !== '...')
  if (known.length > 0 && known.every((name) => CONFIG.test(name)))
    leaveByHand(`write ${shorten(source.code(node))} as mocks.use.get(path, payload, { status, headers })`)
  return undefined
}

const THROWN = 'fetch-mock rejects with this error; mynah as fetch does, with a TypeError whose cause is the error'

function configured(source: Source, config: Config, settings: [string, string][]): DeclaredResponse {
  const failure = failureOf(source, config)
  if (failure) return { code: failure, isJson: false }
  const headers = config.get('headers')
  if (headers) settings.unshift(['headers', headers.code])
  const status = config.get('status')?.code
  const body = hasNoBody(status) ? undefined : config.get('body')
  const payload = payloadCode(source, body?.value)
  if (payload.isJson) checkJson(config.get('sendAsJson')?.value)
  const code = body ? payload.code.replaceAll(source.code(body.value), () => body.code) : payload.code
  return readLate(source, body?.value, { ...payload, code, status: status === '200' ? undefined : status })
}

/** fetch-mock sends an object as JSON, unless it is told not to. */
export function checkJson(sendAsJson: ts.Expression | undefined): void {
  if (sendAsJson && sendAsJson.getText() !== 'true') leaveByHand('write the body as it is sent, and drop sendAsJson')
}

/** The error that a response rejects with. A text is the code of an error in `networkError`. */
function failureOf(source: Source, config: Config): string | undefined {
  const throws = config.get('throws')
  if (!throws) return undefined
  const { value, code } = throws
  source.note(value, THROWN)
  const error = value.kind === source.ts.SyntaxKind.TrueKeyword ? '' : code
  return `${source.name('networkError')}(${source.ts.isStringLiteralLike(value) ? `new Error(${code})` : error})`
}

function returnResponse(source: Source, value: ts.Expression): void {
  const { ts } = source
  const inner = ts.isParenthesizedExpression(value) ? value.expression : value
  const [resolved] = calleeOf(source, inner) === 'Promise.resolve' ? (inner as ts.CallExpression).arguments : []
  if (resolved) returnResponse(source, resolved)
  else if (isStatus(source, inner)) source.replace(value, `${source.name('status')}(${source.code(value)})`)
  else {
    const config = partsOfResponse(source, inner)
    const kind = kindOf(source, inner)
    const parts = {
      status: config?.get('status')?.value,
      body: config?.get('body')?.value,
      headers: config?.get('headers')?.code,
    }
    if (config) source.replace(value, failureOf(source, config) ?? responseCode(source, parts))
    else if (kind === 'promise')
      leaveByHand('return what this promise resolves to: await it, and return status(code, payload)')
    else if (kind !== 'json') returnPayload(source, value)
  }
}

/** fetch-mock takes a number for a status. */
function isStatus(source: Source, node: ts.Expression): boolean {
  return hasFlags(source.checker.getTypeAtLocation(node), source.ts.TypeFlags.NumberLike)
}
