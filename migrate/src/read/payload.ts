import type ts from 'typescript'
import type { DeclaredResponse } from '../layout/model.ts'
import { innerOf } from './nodes.ts'
import { leaveByHand, type Source } from './source.ts'

/** How a value is sent: a `string` as text, `none` as no body, `bytes` as they are, a `stream` chunk by chunk, the rest as JSON. */
type Kind = 'string' | 'none' | 'json' | 'bytes' | 'stream' | 'function' | 'error' | 'response' | 'promise' | 'unknown'

export function kindOf(source: Source, node: ts.Expression | undefined): Kind {
  const { ts } = source
  if (node === undefined) return 'none'
  const inner = innerOf(source, node)
  // A type that is asserted changes no value: `data as any`.
  const kindOfInner = inner === node ? 'unknown' : kindOf(source, inner)
  if (kindOfInner !== 'unknown') return kindOfInner
  if (ts.isStringLiteralLike(node)) return node.text === '' ? 'none' : 'string'
  if (ts.isTemplateExpression(node)) return 'string'
  if (ts.isObjectLiteralExpression(node) && node.properties.some(({ name }) => name?.getText() === 'then'))
    return 'promise'
  if (ts.isObjectLiteralExpression(node) || ts.isArrayLiteralExpression(node) || ts.isNumericLiteral(node))
    return 'json'
  if (ts.isNewExpression(node) && ts.isIdentifier(node.expression)) return kindOfNew(source, node.expression.text, node)
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return 'function'
  if (ts.isIdentifier(node) && node.text === 'undefined') return 'none'
  const kind = kindOfType(source, source.checker.getTypeAtLocation(node))
  if (kind !== 'unknown') return kind
  const call = ts.isAwaitExpression(node) ? node.expression : node
  const callee = ts.isCallExpression(call) ? call.expression.getText() : ''
  const [module] = callee === 'require' && ts.isCallExpression(call) ? call.arguments : []
  if (module && ts.isStringLiteralLike(module) && module.text.endsWith('.json')) return 'json'
  if (call === node && /\.(?:text|json)$/.test(callee)) return 'promise'
  return (call === node ? /\.toString$/ : /\.text$/).test(callee) ? 'string' : (MADE_BY[callee] ?? kind)
}

/** What functions of the platform return, also where their types are missing. */
const MADE_BY: Readonly<Record<string, Kind>> = {
  'JSON.parse': 'json',
  'Buffer.from': 'bytes',
  'Buffer.alloc': 'bytes',
  createReadStream: 'stream',
  'fs.createReadStream': 'stream',
}

/** A class of the platform is known by its name, also where its types are missing. */
function kindOfNew(source: Source, name: string, node: ts.NewExpression): Kind {
  if (/Error$/.test(name)) return 'error'
  const kind = kindOfObject(name, () => false)
  return kind === 'json' ? kindOfType(source, source.checker.getTypeAtLocation(node)) : kind
}

function kindOfType(source: Source, type: ts.Type): Kind {
  const { ts, checker } = source
  if (type.isUnion()) {
    const kinds = new Set(type.types.map((one) => kindOfType(source, one)))
    return kinds.size === 1 ? ([...kinds][0] as Kind) : 'unknown'
  }
  const { flags } = type
  if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.TypeParameter)) return 'unknown'
  if (flags & ts.TypeFlags.StringLike) return 'string'
  if (flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)) return 'none'
  if (flags & (ts.TypeFlags.NumberLike | ts.TypeFlags.BooleanLike | ts.TypeFlags.Null)) return 'json'
  if (type.getCallSignatures().length > 0) return 'function'
  return kindOfObject(type.symbol?.name ?? checker.typeToString(type), (name) => type.getProperty(name) !== undefined)
}

const BYTES = /^(?:Buffer|Uint8Array|ArrayBuffer|Blob|File|FormData|URLSearchParams|ReadableStream|DataView)$/

function kindOfObject(name: string, has: (member: string) => boolean): Kind {
  if (BYTES.test(name)) return 'bytes'
  if (name === 'Promise') return 'promise'
  if (name === 'Response' || name === 'HttpResponse') return 'response'
  if (has('stack') && has('message')) return 'error'
  return has('pipe') || has('asyncIterator') ? 'stream' : 'json'
}

export function isRegExp({ checker }: Source, node: ts.Expression): boolean {
  return checker.getTypeAtLocation(node).symbol?.name === 'RegExp'
}

export function payloadCode(source: Source, node?: ts.Expression, isAsked = true): DeclaredResponse {
  const kind = kindOf(source, node)
  if (node === undefined || kind === 'none') return { code: 'undefined', isJson: false }
  const code = source.code(node)
  if (kind === 'json') return { code, isJson: true }
  if (kind === 'bytes' || kind === 'response') return { code, isJson: false }
  if (kind === 'string') return { code: `${source.name('text')}(${code})`, isJson: false }
  if (kind === 'stream') return { code: `${source.name('stream')}(${code})`, isJson: false }
  if (kind === 'unknown' && isAsked && mayBeAny(source, node)) {
    const sent = (one: string) => `typeof ${one} === 'string' ? ${source.name('text')}(${one}) : ${one}`
    // What is no name is evaluated once.
    return { code: isNamed(source, node) ? sent(code) : `((value) => ${sent('value')})(${code})`, isJson: true }
  }
  return leaveByHand(`is ${shorten(code)} a text or a JSON value? A text is text(…), anything else stands as it is`)
}

/** Whether a value may be of any type, and is no name that nothing declares: it is asked for its type where it is sent. */
export function mayBeAny({ ts, checker }: Source, node: ts.Expression): boolean {
  let root = ts.isCallExpression(node) ? node.expression : node
  while (ts.isPropertyAccessExpression(root)) root = root.expression
  if (ts.isIdentifier(root) && root.text !== 'require' && !checker.getSymbolAtLocation(root)) return false
  const type = checker.getTypeAtLocation(node)
  return type.isUnion() || (type.flags & ts.TypeFlags.Any) !== 0
}

export function isNamed({ ts }: Source, node: ts.Expression): boolean {
  return ts.isPropertyAccessExpression(node) || ts.isIdentifier(node)
}

export function shorten(code: string): string {
  const line = code.replaceAll(/\s+/g, ' ')
  return line.length > 40 ? `${line.slice(0, 39)}…` : line
}

/** Whether a type, or each member of a union, has one of these flags. */
export function hasFlags(type: ts.Type, flags: ts.TypeFlags): boolean {
  return (type.isUnion() ? type.types : [type]).every((one) => (one.flags & flags) !== 0)
}
