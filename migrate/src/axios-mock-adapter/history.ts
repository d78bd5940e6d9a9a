import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { escapePath } from '../read/path.ts'
import type { Source } from '../read/source.ts'
import { type CallReader, readList } from '../request/call-lists.ts'
import { isInline } from '../request/resolver.ts'
import type { Adapter } from './adapters.ts'
import { readBase, readData, readHeader, readMethod, readParams, readUrl, readUrls } from './call-members.ts'

const METHOD = /^(?:get|post|put|patch|delete|head|options)$/
const READ = 'read what the test needs from call.request'

/** Rewrites `mock.history.get[0].data` as what mynah keeps of a call. */
export function convertHistory(
  source: Source,
  adapter: Adapter,
  history: ts.Expression,
  callsOf: (filter: string) => string,
): void {
  const { ts } = source
  const { parent } = history
  const key =
    ts.isElementAccessExpression(parent) && parent.expression === history ? parent.argumentExpression : undefined
  const name = ts.isPropertyAccessExpression(parent)
    ? parent.name.text
    : key && ts.isStringLiteralLike(key)
      ? key.text
      : ''
  const method = METHOD.test(name) ? name : undefined
  const list = method === undefined ? history : parent
  const { own } = adapter
  const filters = [
    ...(method === undefined ? [] : [`method: ${source.quote(method.toUpperCase())}`]),
    ...(own === undefined ? [] : [`path: ${source.quote(`${escapePath(own)}{/*rest}`)}`]),
  ]
  source.replace(list, callsOf(filters.length === 0 ? '' : `{ ${filters.join(', ')} }`))
  readList(source, list, readerOf(source, adapter))
}

function readerOf(source: Source, adapter: Adapter): CallReader {
  return {
    reason: READ,
    readMember: (_, parent) => source.ts.isPropertyAccessExpression(parent) && readMember(source, adapter, parent),
    readPattern: (pattern) => readPattern(source, pattern),
    readEach: (each) => readEach(source, adapter, each),
  }
}

/** `mock.history.get.map((call) => call.url)`, `.map(({ url }) => url)`. Returns whether it is that. */
function readEach(source: Source, adapter: Adapter, each: ts.CallExpression): boolean {
  const [callback] = each.arguments
  const name = isInline(source, callback) ? callback.parameters[0]?.name : undefined
  if (!name || !isInline(source, callback)) return false
  const body = callback.body.getText(source.file)
  const isTaken = name.getText(source.file) === '{ url }' && body === 'url'
  if (!isTaken && !(source.ts.isIdentifier(name) && body === `${name.text}.url`)) return false
  if (isTaken) source.replace(name, '{ request: { url } }')
  readUrls(source, adapter, each, callback.body, isTaken ? 'url' : `${name.getText(source.file)}.request.url`)
  return true
}

/** `const { data } = mock.history.post[0]`. */
function readPattern(source: Source, pattern: ts.BindingPattern): void {
  const { ts } = source
  const fields = pattern.elements.map((one) => {
    const key = ts.isBindingElement(one) ? (one.propertyName ?? one.name).getText(source.file) : ''
    return key === 'data' && ts.isBindingElement(one) ? `text: ${one.name.getText(source.file)}` : leaveByHand(READ)
  })
  source.replace(pattern, `{ request: { ${fields.join(', ')} } }`)
}

function readMember(source: Source, adapter: Adapter, access: ts.PropertyAccessExpression): boolean {
  const { text } = access.name
  if (text === 'data') readData(source, access)
  else if (text === 'headers') readHeader(source, access)
  else if (text === 'url') readUrl(source, adapter, access)
  else if (text === 'method') readMethod(source, access)
  else if (text === 'params') readParams(source, access)
  else if (text === 'baseURL') readBase(source, access)
  else return false
  return true
}
