import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { fieldCode, printFields } from '../layout/model.ts'
import { constantText } from '../read/constants.ts'
import { pathCode } from '../read/path.ts'
import { kindOf } from '../read/payload.ts'
import type { Source } from '../read/source.ts'
import { freeName } from '../request/request-fields.ts'

export const BY_HAND = "write this assertion by what was sent: expect(mocks.calls('POST /users')).toHaveLength(1)"
const OTHERS = 'this compares what is named here: a request may have more, as headers of its client'
const ANY = /^expect\.(?:any\((?:Object|Headers)\)|anything\(\))$/
const ANY_URL = /^expect\.(?:any\((?:String|URL)\)|anything\(\))$/
const CONTAINING = /^expect\.objectContaining$/

/**
 * Prints the filter of the calls that `toHaveBeenCalledWith(url, expect.objectContaining({ method, headers, body }))` asks for. With `not`
 * the URL has to be one that is sent as it is written: another one would never be found.
 */
export function filterOf(
  source: Source,
  url: ts.Expression | undefined,
  init: ts.Expression | undefined,
  not = false,
): string {
  const { path, queries, test } = url ? placeOf(source, url, not) : {}
  const parts = init ? partsOf(source, init, not) : { method: source.quote('GET') }
  const { method, headers, body } = parts
  const shown = headers && printFields(Object.fromEntries(headers))
  const match = test
    ? testCode(source, test, parts)
    : printFields({ queries, headers: headers && (shown ?? '{}'), body })
  return printFields({ method, path, match }) ?? ''
}

/** A function of the URL, of the headers whose texts are written out, and of the body. */
function testCode(source: Source, test: string, { headers = [], body }: Parts): string {
  if (isHidden(body ?? '')) leaveByHand(BY_HAND)
  const text = freeName(source, 'text', `${test} ${body}`) ?? leaveByHand(BY_HAND)
  const fields = ['url', ...(headers.length > 0 ? ['headers'] : []), ...(body ? [fieldCode('text', text)] : [])]
  const tests = headers.map(([name, code]) => {
    if (!/^['"`]/.test(code)) leaveByHand(BY_HAND)
    return `headers${/^\w/.test(name) ? `.${name}` : `[${name}]`} === ${code}`
  })
  return `({ ${fields.join(', ')} }) => ${[test, ...tests, ...(body ? [`${text} === ${body}`] : [])].join(' && ')}`
}

/** Whether code reads a variable whose name the function of the request has for a field. */
function isHidden(code: string): boolean {
  return /(?<![.\w])(?:url|headers)(?!\w*['":])/.test(code.replaceAll(/'[^']*'|"[^"]*"/g, "''"))
}

interface Place {
  readonly path?: string
  readonly queries?: string
  /** An expression of the whole URL. */
  readonly test?: string
}

/** A call has the whole URL: a request with other queries, or without them, is another one. */
function placeOf(source: Source, given: ts.Expression, not: boolean): Place {
  const { ts } = source
  const isUrl = ts.isNewExpression(given) && given.expression.getText(source.file) === 'URL'
  const [only, ...others] = (isUrl && given.arguments) || [given]
  const url = only && others.length === 0 ? only : given
  if (ANY_URL.test(url.getText(source.file))) return {}
  const [part] = ts.isCallExpression(url) ? url.arguments : []
  const callee = ts.isCallExpression(url) ? url.expression.getText(source.file) : ''
  if (callee === 'expect.stringContaining' && part && ts.isStringLiteralLike(part))
    return { test: `url.includes(${source.code(part)})` }
  if (
    callee === 'expect.stringMatching' &&
    part &&
    ts.isRegularExpressionLiteral(part) &&
    !/^\/\^(?!https?)/.test(part.text)
  )
    return { test: `${source.code(part)}.test(url)` }
  const text = constantText(source, url)
  if (text === undefined && !not && kindOf(source, url) === 'string' && !isHidden(source.code(url)))
    return { test: `url === new URL(${source.code(url)}).href` }
  if (text === undefined || !/^https?:\/\/[^/]+\//.test(text) || !URL.canParse(text) || new URL(text).href !== text)
    return leaveByHand(BY_HAND)
  const { code, queries } = pathCode(source, [url])
  return { path: code, queries: queries ?? `${source.name('equals')}({})` }
}

interface Parts {
  method?: string
  headers?: readonly (readonly [name: string, code: string])[] | undefined
  /** The text of the body, as code. */
  body?: string
}

function partsOf(source: Source, init: ts.Expression, not: boolean): Parts {
  const parts: Parts = {}
  if (ANY.test(init.getText(source.file))) return not ? leaveByHand(BY_HAND) : parts
  for (const { name, value } of fieldsOf(source, init)) {
    if (name === 'method' && source.ts.isStringLiteralLike(value)) parts.method = source.code(value)
    else if (name === 'headers') parts.headers = headersOf(source, value)
    else if (name === 'body' && isText(source, value)) parts.body = source.code(value)
    else leaveByHand(BY_HAND)
  }
  if (source.ts.isObjectLiteralExpression(init) && !parts.method) parts.method = source.quote('GET')
  return parts
}

/** The fields of `expect.objectContaining({ … })`. An object that stands alone says that there are no others. */
function fieldsOf(source: Source, node: ts.Expression): { name: string; value: ts.Expression }[] {
  const { ts, file } = source
  const [inner] = ts.isCallExpression(node) && CONTAINING.test(node.expression.getText(file)) ? node.arguments : []
  const object = inner ?? node
  if (!inner && ts.isObjectLiteralExpression(node)) source.note(node, OTHERS)
  if (!object || !ts.isObjectLiteralExpression(object)) return leaveByHand(BY_HAND)
  return object.properties.map((one) => {
    const isNamed = ts.isPropertyAssignment(one) && (ts.isIdentifier(one.name) || ts.isStringLiteral(one.name))
    return isNamed ? { name: (one.name as ts.Identifier).text, value: one.initializer } : leaveByHand(BY_HAND)
  })
}

function headersOf(source: Source, value: ts.Expression): Parts['headers'] {
  if (ANY.test(value.getText(source.file))) return undefined
  return fieldsOf(source, value).map((field) => {
    const isKnown =
      source.ts.isStringLiteralLike(field.value) || /^expect\.\w+\(/.test(field.value.getText(source.file))
    if (!isKnown) leaveByHand(BY_HAND)
    const name = field.name.toLowerCase()
    return [/^[a-z]\w*$/.test(name) ? name : source.quote(name), source.code(field.value)]
  })
}

/** A text is compared with the body as it was sent. */
function isText({ ts, file }: Source, value: ts.Expression): boolean {
  return (
    ts.isStringLiteralLike(value) ||
    (ts.isCallExpression(value) && value.expression.getText(file) === 'JSON.stringify' && value.arguments.length === 1)
  )
}
