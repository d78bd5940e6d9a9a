import type ts from 'typescript'
import { hasNoBody } from '../declare/reply-value.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import { given, printFields } from '../layout/model.ts'
import { calleeOf, propertyOf } from '../read/nodes.ts'
import { passedTo } from '../read/passed.ts'
import { kindOf } from '../read/payload.ts'
import type { Source } from '../read/source.ts'
import { isInline } from '../request/resolver.ts'
import { type Answer, headersCode } from './response-init.ts'
import { onlyReturn, returnedBy } from './returned-values.ts'

const NO_STATUS = 'a response that is not ok has a status here: write the one that the test means in place of 500'
const ANY_NAME = 'get() answers any name there, and the content type alone here'
const MEMBERS = /^(?:ok|status|statusText|json|text|blob|arrayBuffer|headers|clone)$/

/** What an object says that stands for a response: `{ ok, status, json }`. */
interface Parts {
  readonly json: ts.Expression | undefined
  readonly text: ts.Expression | undefined
  readonly bytes: ts.Expression | undefined
  /** The code of the status, and of other settings. */
  readonly status: string | undefined
  readonly settings: Answer['settings']
}

/** Reads an object that stands for a response. */
export function objectAnswer(source: Source, object: ts.ObjectLiteralExpression): Answer {
  const { json, text, bytes, status, settings } = partsOf(source, object)
  // A payload has to have a type.
  if (json && source.checker.getTypeAtLocation(json).flags & source.ts.TypeFlags.Unknown)
    return { response: { code: newResponse(source, object), isJson: false }, settings: [] }
  const payload = json
    ? { code: source.code(json), isJson: true }
    : text
      ? { code: `${source.name('text')}(${source.code(text)})`, isJson: false }
      : { code: bytes ? source.code(bytes) : 'undefined', isJson: false }
  return { response: { ...payload, status: status === '200' ? undefined : status }, settings }
}

/** Prints an object that stands for a response as a `Response`. */
export function newResponse(source: Source, object: ts.ObjectLiteralExpression): string {
  const { json, text, bytes, status, settings } = partsOf(source, object)
  const init = printFields({ status: status === '200' ? undefined : status, ...Object.fromEntries(settings) })
  const body = json ?? text ?? bytes
  return `${json ? 'Response.json' : 'new Response'}(${body ? source.code(body) : 'null'}${init ? `, ${init}` : ''})`
}

function partsOf(source: Source, object: ts.ObjectLiteralExpression): Parts {
  const names = object.properties.map((one) => one.name?.getText(source.file) ?? '...')
  const strange = names.find((name) => !MEMBERS.test(name))
  if (strange) leaveByHand(`this response has ${strange}: write its payload, as mocks.use.get(path, payload)`)
  const status = statusOf(source, object)
  const headers = propertyOf(source, object, 'headers')
  const hasBody = !hasNoBody(status)
  const memberOf = (name: string) => (hasBody ? memberValue(source, object, name) : undefined)
  const read = memberOf('text')
  const parsed = memberOf('json')
  const text = parsed && read && isTextOf(source, read, parsed) ? undefined : read
  const json = parsed && failsToParse(source, parsed, text) ? undefined : parsed
  const bytes = memberOf('blob') ?? memberOf('arrayBuffer')
  if (bytes && kindOf(source, bytes) !== 'bytes')
    leaveByHand('write the bytes of this response as its payload: mocks.use.get(path, new Blob([text]))')
  if ([json, text, bytes].filter(Boolean).length > 1)
    leaveByHand('this response has two bodies: write the one that is read, mocks.use.all(/.*/, payload)')
  if (json && /^undefined$/.test(json.getText(source.file)))
    leaveByHand('no JSON body is undefined: write mocks.use.all(/.*/, payload)')
  const statusText = propertyOf(source, object, 'statusText')
  const settings = given({
    statusText: statusText && source.code(statusText),
    headers: headers && headersMade(source, headers),
  })
  return { json, text, bytes, status, settings }
}

/** A `get` that knows one name: `(name) => (name === 'content-type' ? 'text/plain' : null)`. */
const ONE_NAME =
  /^(?:(?:jest|vi)\.fn\()?\(?(?<name>\w+)\)? => \(?\k<name>(?:\.toLowerCase\(\))? === (['"][\w-]+['"]) \? (['"][^'"]*['"]) : (?:null|undefined|'')\)*$/

/** What tells that a status is fine: `status < 400`, `status >= 200 && status < 300`. */
const FINE = /^\(?(?:(\w+) ?>= ?200 ?&& ?)?(\w+) ?<=? ?(?:299|300|399|400)\)?$/

/** The code of a status. One that only `ok` tells is 200 or 500. */
function statusOf(source: Source, object: ts.ObjectLiteralExpression): string | undefined {
  const status = propertyOf(source, object, 'status')?.getText(source.file)
  const ok = propertyOf(source, object, 'ok')?.getText(source.file)
  if (status === undefined) {
    if (ok === undefined || ok === 'true') return undefined
    source.note(object, NO_STATUS)
    return ok === 'false' ? '500' : `${ok} ? 200 : 500`
  }
  const [, first = status, second] = FINE.exec(ok ?? '') ?? []
  const isOfStatus = second === status && first === status
  if (!/^\d{3}$/.test(status)) {
    const isSaid = ok !== undefined && !isOfStatus
    if (!/^\w+$/.test(status) || (isSaid && !isPassedWith(source, object)))
      return leaveByHand('write the status of this response: status(code, payload)')
    if (isSaid)
      source.note(object, `a response is ok by its status: remove the parameter ${ok}, which has no effect now`)
    return status
  }
  const isFine = /^2/.test(status)
  if (ok !== undefined && ok !== String(isFine)) leaveByHand('a response is ok by its status: write { status }')
  return status
}

/** Whether all calls of the function around pass a status that tells what they pass for `ok`. */
function isPassedWith(source: Source, object: ts.ObjectLiteralExpression): boolean {
  const [ok, status] = ['ok', 'status'].map((name) => {
    const value = propertyOf(source, object, name)
    return value && passedTo(source, value)?.map((one) => one?.getText() ?? '')
  })
  return (
    ok?.every((one, index) => one === String(/^2\d\d$/.test(status?.[index] ?? ''))) === true && status !== undefined
  )
}

/** Only `Headers` have a `get`, which is what a client calls. One that answers a media type is asked for that. */
function headersMade(source: Source, headers: ts.Expression): string {
  const { ts } = source
  if (ts.isNewExpression(headers)) return headersCode(source, headers)
  const get =
    ts.isObjectLiteralExpression(headers) && headers.properties.length === 1 && propertyOf(source, headers, 'get')
  const [, , asked, found] = ONE_NAME.exec(get ? get.getText(source.file) : '') ?? []
  if (asked && found) return `{ ${asked}: ${found} }`
  const value = get && isInline(source, get) && get.parameters.length === 0 ? returnedBy(source, get) : undefined
  if (!value || !ts.isStringLiteralLike(value) || !/^[a-z]+\/[\w.+-]+(?:;|$)/.test(value.text))
    return leaveByHand("write the headers of this response as a setting: { headers: { 'x-a': '1' } }")
  source.note(headers, ANY_NAME)
  return `{ ${source.quote('content-type')}: ${source.code(value)} }`
}

/** What `json: () => Promise.resolve(value)` returns. */
function memberValue(source: Source, object: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
  const value = returnedByMember(source, object, name)
  if (value && kindOf(source, value) === 'promise' && calleeOf(source, value) !== 'Promise.reject')
    leaveByHand(`write what ${name}() resolves to as the payload`)
  return value
}

function returnedByMember(source: Source, object: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
  const { ts } = source
  const member = object.properties.find((one) => one.name?.getText(source.file) === name)
  if (!member) return undefined
  if (ts.isMethodDeclaration(member) && member.body && member.parameters.length === 0)
    return onlyReturn(source, member.body)
  const value = ts.isPropertyAssignment(member) ? member.initializer : undefined
  const [argument] = value && ts.isCallExpression(value) ? value.arguments : []
  const callee = calleeOf(source, value)
  const made = /^\w+\.fn$/.test(callee) ? argument : value
  if (isInline(source, made)) return returnedBy(source, made)
  const resolved = /\.fn\(\)\.mockResolvedValue$/.test(callee) ? argument : undefined
  return resolved ?? leaveByHand(`write what ${name}() resolves to as the payload`)
}

/** Whether `text: () => JSON.stringify(data)` is the body of `json: () => data`, also where only a `data` that is no text is. */
function isTextOf(source: Source, text: ts.Expression, json: ts.Expression): boolean {
  const data = json.getText(source.file)
  const written = text.getText(source.file)
  const isOfOthers = written === `typeof ${data} === 'string' ? ${data} : JSON.stringify(${data})`
  return written === `JSON.stringify(${data})` || (isOfOthers && kindOf(source, json) === 'json')
}

/** Whether `json: () => Promise.reject(new SyntaxError())` stands for a text that is no JSON, which rejects here by itself. */
function failsToParse(source: Source, json: ts.Expression, text: ts.Expression | undefined): boolean {
  const { ts } = source
  if (!ts.isCallExpression(json) || json.expression.getText(source.file) !== 'Promise.reject') return false
  if (text && !(ts.isStringLiteralLike(text) && !isJson(text.text)))
    return leaveByHand('answer a text that is no JSON: json() rejects with a SyntaxError')
  if (text) source.note(json, READ_ONCE)
  else if (!/^new SyntaxError\(/.test(json.arguments[0]?.getText(source.file) ?? '')) source.note(json, REJECTS)
  return true
}

const REJECTS = 'json() rejects with a SyntaxError here, as the body is no JSON'
const READ_ONCE = 'json() rejects with a SyntaxError here, and has read the body: text() behind it rejects too'

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
