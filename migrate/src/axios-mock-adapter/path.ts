import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { constantText } from '../read/constants.ts'
import { escapePath, fromText, pathCode } from '../read/path.ts'
import { shorten } from '../read/payload.ts'
import type { Source } from '../read/source.ts'
import type { Base } from './base.ts'

/** A path as code, what stood in its query, and the `rest.at(…)` that it is behind. */
export interface HandlerPath {
  readonly code: string
  readonly queries?: string | undefined
  readonly at?: string | undefined
  /** Whether any request has it. */
  readonly isAny?: boolean
}

/** Reads the URL of a handler, which is compared with what is behind the client's base, and with the whole URL. */
export function pathOf(source: Source, base: Base, url: ts.Expression | undefined): HandlerPath {
  const path = knownPath(source, base, url)
  return 'text' in base && base.isHandedOver && !path.isAny ? { ...path, code: behindAnything(path.code) } : path
}

/** The client that was made of this one may have a path of its own in front. */
function behindAnything(code: string): string {
  if (/^(['"`])(?:https?:|\$\{)/.test(code) || /^\/(?!\^)/.test(code)) return code
  if (/^['"`]\//.test(code)) return `${code[0]}{/*rest}${code.slice(1)}`
  if (/^\w+$/.test(code)) return `\`{/*rest}\${${code}}\``
  return leaveByHand(`write ${shorten(code)} with the path of the client's baseURL in front`)
}

function knownPath(source: Source, base: Base, url: ts.Expression | undefined): HandlerPath {
  const { ts } = source
  // A RegExp, since the older of two RegExps comes first, as there.
  if (!url || url.getText(source.file) === 'undefined') return { code: '/.*/', isAny: true }
  if (ts.isRegularExpressionLiteral(url)) return patternOf(source, base, url)
  const text = constantText(source, url)
  const isWritten = ts.isStringLiteralLike(url)
  if (text !== undefined && (isWritten || !('text' in base) || base.text !== '' || !/^\/[\w/-]*$/.test(text)))
    return pathOfText(source, base, text)
  const { code: written, queries } = pathCode(source, [url])
  const code = written.replace(/^`(?=\w[\w-]*\/)/, '`/')
  if (/^`https?:/.test(code) || ('text' in base && base.text === '')) {
    if (code.startsWith('`') && !/^`(?:\/|https?:|\$\{[^}]+\}\/)/.test(code))
      leaveByHand(`write ${shorten(code)} as a path, with a slash in front`)
    return { code, queries }
  }
  if (!code.startsWith('`/')) return leaveByHand(`write ${shorten(code)} as a path behind the client's baseURL`)
  if ('at' in base) return { code, queries, at: base.at }
  return { code: `\`${escapePath(base.text).replaceAll('\\', '\\\\')}${code.slice(1)}`, queries }
}

function pathOfText(source: Source, base: Base, text: string): HandlerPath {
  const isWhole = /^https?:/.test(text)
  const behind = isWhole ? text : `/${text.replace(/^\/+/, '')}`
  const { code, queries } = fromText(source, isWhole || 'at' in base ? behind : base.text + behind)
  return { code, queries, ...('at' in base && !isWhole && { at: base.at }) }
}

/** A RegExp is tested there on what the test asked for, and on the whole URL; here on the pathname. */
function patternOf(source: Source, base: Base, { text }: ts.RegularExpressionLiteral): HandlerPath {
  const pattern = text.replace(/\/[a-z]*$/, '').slice(1)
  if (/\\\?|\[[^\]]*\?/.test(pattern)) leaveByHand('write the query of this RegExp as match: { queries }')
  if (/https?|:\\\/\\\//.test(pattern))
    leaveByHand('a RegExp is tested on the pathname here: write its origin as rest.at(origin)')
  const isAny = /^\^?(?:\.\*)?\$?$/.test(pattern)
  if (isAny) return { code: '/.*/', isAny: true }
  const isAnchored = /^\(?(?:\?:)?\^|\|\^/.test(pattern)
  if (!isAnchored) return { code: text }
  if (!/^\^\\\//.test(pattern)) leaveByHand('a pathname begins with a slash: write this RegExp as /^\\/users/')
  if ('at' in base) return { code: text, at: base.at }
  const hasPath = /^(?:https?:\/\/[^/]+)?\/./.test(base.text)
  return hasPath ? { code: text, at: `${source.name('rest')}.at(${source.quote(base.text)})` } : { code: text }
}
