import type ts from 'typescript'
import { leaveByHand } from '../../layout/by-hand.ts'
import { constantText } from '../../read/constants.ts'
import { namesDeclared } from '../../read/known-names.ts'
import { nodesIn } from '../../read/nodes.ts'
import { isRegExp } from '../../read/payload.ts'
import type { Source } from '../../read/source.ts'
import { bodyOf, type Inline, isInline } from '../../request/resolver.ts'

/** A path as code, and a condition on what a path cannot say, as code. */
export interface Key {
  readonly code: string
  readonly match?: string
}

/** Reads the first argument of `http.get`: a path, a RegExp on the whole URL without its query, or a function. */
export function keyOfPath(source: Source, node: ts.Expression): Key {
  const anywhere = source.quote('/{*rest}')
  if (isRegExp(source, node))
    return { code: anywhere, match: `({ url }) => ${source.code(node)}.test(url.replace(/[?#].*/, ''))` }
  if (isInline(source, node)) return { code: anywhere, match: predicateOf(source, node, ['cookies']) }
  if (source.checker.getTypeAtLocation(node).getCallSignatures().length > 0) leaveByHand(FUNCTION)
  const starred = starredHost(constantText(source, node) ?? '')
  if (!starred) return { code: mswPath(source, node) }
  return {
    code: source.quote(pathOf(starred.path)),
    match: `({ url }) => /${starred.pattern}/.test(url)`,
  }
}

/** A path of msw behind a host with stars: the path, a pattern of the URL's begin, and an origin that fits. */
export function starredHost(text: string): { path: string; pattern: string; sample: string } | undefined {
  const [, origin = '', place = ''] = STARRED.exec(text) ?? []
  if (!origin.includes('*') || /[+(){}[\]\\?]/.test(origin)) return undefined
  // A star is any text, also with slashes: the last one of an origin may have folders too.
  const isOpen = origin.endsWith('*')
  const start = isOpen ? origin.slice(0, -1) : `${origin}/`
  const pattern = start.replaceAll(/[.$^|/]/g, '\\$&').replaceAll('*', '.*')
  const host = origin
    .replace(/^.*\/\//, '')
    .replace(/:\*$/, ':8080')
    .replaceAll('*', 'sample')
  return {
    path: isOpen ? `*${place}` : place,
    pattern: `^${pattern}`,
    sample: `${/^http:/.exec(origin) ?? 'https:'}//${host}`,
  }
}

const STARRED = /^((?:https?|\*):\/\/[^/]*|\*[^/]*[.:][^/]*)(\/.*)$/

const FUNCTION = 'write this function as match: ({ url, headers, body }) => …'

/** A function of the request, and of what both libraries hand it under the same name. */
export function predicateOf(source: Source, node: Inline, same: readonly string[]): string {
  const { ts } = source
  const [parameter] = node.parameters
  const pattern = parameter?.name
  if (!pattern || !ts.isObjectBindingPattern(pattern) || node.parameters.length > 1) return leaveByHand(FUNCTION)
  const [signature] = source.checker.getTypeAtLocation(node).getCallSignatures()
  if (signature?.getReturnType().getProperty('matches'))
    return leaveByHand(
      'a match function returns whether it matches: take its params out of request.url in the resolver',
    )
  const isRead = replaceReads(source, node, pattern)
  const fields = pattern.elements.map((one) => {
    const name = (one.propertyName ?? one.name).getText(source.file)
    if (name === 'request') return `raw: ${one.name.getText(source.file)}`
    return same.includes(name)
      ? one.getText(source.file)
      : leaveByHand(
          `a match function has no ${name}: it gets ({ ${[...same, 'method', 'url', 'headers', 'text', 'body', 'raw'].join(', ')} })`,
        )
  })
  return `({ ${[...fields, ...(isRead ? ['text'] : [])].join(', ')} }) => ${bodyOf(source, node)}`
}

/** A match function has the body already, as text. Returns whether it reads it. */
function replaceReads(source: Source, { body }: Inline, pattern: ts.ObjectBindingPattern): boolean {
  const { ts } = source
  const request = pattern.elements.find((one) => (one.propertyName ?? one.name).getText(source.file) === 'request')
  const reads = nodesIn(ts, body, ts.isAwaitExpression)
  if (reads.length > 0 && namesDeclared(ts, body).includes('text')) leaveByHand(FUNCTION)
  for (const read of reads) {
    const [, name, kind] = /^(\w+)(?:\.clone\(\))?\.(json|text)\(\)$/.exec(read.expression.getText(source.file)) ?? []
    if (!name || name !== request?.name.getText(source.file)) leaveByHand(FUNCTION)
    const isBare = ts.isParenthesizedExpression(read.parent)
    source.replace(read, kind === 'json' ? "JSON.parse(text ?? '')" : isBare ? "text ?? ''" : "(text ?? '')")
  }
  return reads.length > 0
}

/** Returns msw's path as code of mynah's. A path in a variable keeps its name if both read it alike. */
export function mswPath(source: Source, node: ts.Expression): string {
  const { ts } = source
  if (isRegExp(source, node)) {
    return leaveByHand(
      'msw tests a RegExp on the whole URL: write rest.get(/.*/, payload, { match: ({ url }) => pattern.test(url) })',
    )
  }
  const text = constantText(source, node)
  if (text !== undefined) {
    const path = pathOf(text)
    return path === text ? source.code(node) : source.quote(path)
  }
  if (ts.isTemplateExpression(node)) convertTemplate(source, node)
  return source.code(node)
}

/** What an expression of a template holds is not known, so only a path behind the last one may differ in mynah. */
function convertTemplate(source: Source, node: ts.TemplateExpression): void {
  const literals = node.templateSpans.map(({ literal }) => literal)
  const last = literals.at(-1)
  const isPath = last?.text.startsWith('/')
  const before = [node.head, ...(isPath ? literals.slice(0, -1) : literals)]
  if (before.some(({ text }) => /[*?#+!(){}[\]\\]/.test(text)))
    leaveByHand(`put the wildcards of ${node.getText(source.file)} into a path behind its last \${…}: \`\${base}/*\``)
  const path = last && isPath ? pathOf(last.text) : undefined
  if (last && path !== undefined && path !== last.text)
    source.edits.replace(last.getStart(source.file) + 1, last.end - 1, path)
}

/** msw's `*` is any text, with slashes, also none. Before a path it is the origin and any folders. A query does not count. */
export function pathOf(text: string): string {
  const [, origin = '', place = ''] = /^(https?:\/\/[^/]*)?(.*)$/s.exec(text.replace(/[?#](?!$).*$/s, '')) ?? []
  const isKnown = place === '' ? origin !== '' : /^(?:\/(?!\/)|\*)/.test(place)
  if (!isKnown || /[*+(){}[\]\\?]/.test(origin) || /[+!(){}[\]\\#]|\w\*|\*\*/.test(place.replace(/\/:\w+[+*]$/, ''))) {
    return leaveByHand(`write the path ${text} in path-to-regexp's syntax, without wildcards in the origin`)
  }
  let wildcards = 0
  const name = () => `*rest${wildcards++ === 0 ? '' : wildcards}`
  const path = place
    .replace(/^\*(?=\/)/, () => `{/${name()}}`)
    .replace(/\/:(\w+)\?$/, '{/:$1}')
    .replace(/\/:(\w+)\+$/, '/*$1')
    .replace(/\/:(\w+)\*$/, '{/*$1}')
    .replace(/(?<=\w\/)\*$/, () => name())
    .replaceAll(/\*(?!\w)/g, () => `{${name()}}`)
  if (path.includes('?')) leaveByHand(`write the optional part of ${text} as {/:name}`)
  return origin + (path.startsWith('{*') ? `/${path}` : path)
}
