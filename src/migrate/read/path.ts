import type ts from 'typescript'
import { constantText } from './constants.ts'
import type { Source } from './source.ts'

/** A path as code, and the queries that stood in it. */
export interface ReadPath {
  readonly code: string
  readonly queries: string | undefined
}

/** The characters that path-to-regexp reads as its own. */
const SPECIAL = /[:*?+!(){}[\]\\]/g

/** Returns a URL, or the path behind a base, as mynah's path. The base and the path may be in constants and templates. */
export function pathCode(source: Source, parts: readonly ts.Expression[]): ReadPath {
  const { ts } = source
  const texts = parts.map((part) => constantText(source, part))
  const isWritten = parts.every((part) => isLiteral(source, part))
  const [only] = parts
  if (parts.length === 1 && only && (ts.isCallExpression(only) || ts.isPropertyAccessExpression(only)))
    return { code: source.code(only), queries: undefined }
  const whole = texts.includes(undefined) ? undefined : texts.join('')
  if (whole !== undefined && isWritten) return fromText(source, whole)
  if (whole !== undefined && isSpecial(whole)) return fromConstants(source, parts, texts as string[])
  const { path, query } = splitQuery(source, parts)
  return { code: path, queries: query }
}

/** Keeps the name of a base; what is behind it is written out. */
function fromConstants(source: Source, parts: readonly ts.Expression[], texts: readonly string[]): ReadPath {
  const [base = '', ...behind] = texts
  if (behind.length === 0 || isSpecial(base)) return fromText(source, texts.join(''))
  const [path, query] = splitText(behind.join(''))
  const { path: code } = splitQuery(source, parts.slice(0, 1))
  const name = code.startsWith('`') ? code.slice(1, -1) : `\${${code}}`
  const whole = path === '/' && !code.startsWith('`') ? code : `\`${name}${escapePath(path).replaceAll('\\', '\\\\')}\``
  return { code: whole, queries: query ? queriesOf(source, query) : undefined }
}

function isLiteral(source: Source, node: ts.Expression): boolean {
  return source.ts.isStringLiteralLike(node)
}

/** Whether a URL has a query, or characters that a path gives a meaning to. */
function isSpecial(url: string): boolean {
  const [path] = splitText(url)
  return url.includes('?') || escapePath(path) !== path
}

function splitText(url: string): [path: string, query: string | undefined] {
  const at = url.indexOf('?')
  return at < 0 ? [url.replace(/#.*$/, ''), undefined] : [url.slice(0, at), url.slice(at + 1).replace(/#.*$/, '')]
}

/** A port and a scheme have colons of their own. */
export function escapePath(path: string): string {
  const [, origin = '', rest = ''] = /^(https?:\/\/[^/]*)?(.*)$/s.exec(path) ?? []
  return origin + rest.replace(SPECIAL, '\\$&')
}

export function fromText(source: Source, url: string): ReadPath {
  const [path, query] = splitText(url)
  const code = source.quote(escapePath(path))
  return { code, queries: query ? queriesOf(source, query) : undefined }
}

/** A query as the exact conditions on it. */
export function queriesOf(source: Source, query: string): string {
  const params = new URLSearchParams(query)
  const fields = [...new Set(params.keys())].map((name) => {
    const values = params.getAll(name).map((value) => source.quote(value))
    const value = values.length === 1 ? values[0] : `[${values.join(', ')}]`
    return `${/^[a-z_$][\w$]*$/i.test(name) ? name : source.quote(name)}: ${value}`
  })
  return `${source.name('equals')}({ ${fields.join(', ')} })`
}

/** Joins parts that are not all known as a template, without the query at its end. */
function splitQuery(source: Source, parts: readonly ts.Expression[]): { path: string; query: string | undefined } {
  const { ts } = source
  let text = ''
  const add = (literal: string) => {
    text += literal.replaceAll(/[\\`]|\$\{/g, '\\$&')
  }
  const addNode = (node: ts.Expression): void => {
    if (ts.isStringLiteralLike(node)) {
      add(node.text)
      return
    }
    if (ts.isTemplateExpression(node)) {
      add(node.head.text)
      for (const span of node.templateSpans) {
        addNode(span.expression)
        add(span.literal.text)
      }
      return
    }
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken && isText(source, node)) {
      addNode(node.left)
      addNode(node.right)
    }
    text += `\${${source.code(node)}}`
  }
  for (const part of parts) addNode(part)
  const at = text.search(/\?(?![^{]*\})/)
  const path = at < 0 ? text : text.slice(0, at)
  const query = at < 0 ? undefined : templateQueries(source, text.slice(at + 1))
  const only = /^\$\{([\w.$]+)\}\/?$/.exec(path)
  return { path: only ? (only[1] as string) : asCode(source, path), query }
}

function isText(source: Source, node: ts.Expression): boolean {
  return (source.checker.getTypeAtLocation(node).flags & source.ts.TypeFlags.StringLike) !== 0
}

function asCode(source: Source, template: string): string {
  return template.includes('${') ? `\`${template}\`` : source.quote(template)
}

/** The query of a template: each value may hold expressions. */
function templateQueries(source: Source, query: string): string {
  const fields = query.split('&').map((pair) => {
    const [name = '', value = ''] = pair.split('=')
    const only = /^\$\{(?:encodeURIComponent\(\s*([^()]+?),?\s*\)|([^{}]+|.+))\}$/s.exec(value)
    return `${/^[a-z_$][\w$]*$/i.test(name) ? name : asCode(source, name)}: ${only ? (only[1] ?? only[2]) : asCode(source, decode(value))}`
  })
  return `${source.name('equals')}({ ${fields.join(', ')} })`
}

function decode(value: string): string {
  return value.includes('${') ? value : decodeURIComponent(value.replaceAll('+', ' '))
}
