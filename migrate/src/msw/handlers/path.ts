import type ts from 'typescript'
import { constantText } from '../../read/constants.ts'
import { anyPath } from '../../read/path.ts'
import { isRegExp } from '../../read/payload.ts'
import { leaveByHand, type Source } from '../../read/source.ts'

export interface Key {
  readonly code: string
  readonly match?: string
}

/** Reads the first argument of `http.get`: a path, a RegExp on the whole URL without its query, or a function. */
export function keyOfPath(source: Source, node: ts.Expression): Key {
  if (isRegExp(source, node))
    return { code: anyPath(source), match: `({ url }) => ${source.code(node)}.test(url.replace(/[?#].*/, ''))` }
  if (source.checker.getTypeAtLocation(node).getCallSignatures().length > 0)
    leaveByHand('write this function as match: ({ url, headers, body }) => …')
  return { code: mswPath(source, node) }
}

/** Returns msw's path as code of mynah's. A path in a variable keeps its name if both read it alike. */
export function mswPath(source: Source, node: ts.Expression): string {
  const { ts } = source
  if (isRegExp(source, node)) leaveByHand('write the URL of this link as a text: a RegExp is tested on its path here')
  const text = constantText(source, node)
  if (text !== undefined) {
    if (OF_SCHEME.test(text)) source.note(node, ANY_SCHEME)
    const path = pathOf(text.replace(RELATIVE, '/$1').replace(OF_SCHEME, ''))
    return path === text ? source.code(node) : source.quote(path)
  }
  if (ts.isTemplateExpression(node)) convertTemplate(source, node)
  else if (isParameter(source, node))
    source.note(node, 'a wildcard of msw, as in */users, is /{*rest}/users here: write it so where it is passed')
  return source.code(node)
}

const RELATIVE = /^(?:\.\/)?(\w[\w.-]*(?:[/?#]|$))/

const OF_SCHEME = /^https?:\/\/(?=\*\/)/
const ANY_SCHEME = 'msw takes this path from one scheme alone, and mynah from http and https'

function isParameter({ ts, checker }: Source, node: ts.Expression): boolean {
  const declaration = ts.isIdentifier(node) ? checker.getSymbolAtLocation(node)?.valueDeclaration : undefined
  return declaration !== undefined && ts.isParameter(declaration)
}

/** What an expression of a template holds is not known, so only a path behind the last one may differ in mynah. */
function convertTemplate(source: Source, node: ts.TemplateExpression): void {
  const literals = node.templateSpans.map(({ literal }) => literal)
  const last = literals.at(-1)
  const isPath = last?.text.startsWith('/')
  const [at = ''] = /^(?:https?:\/\/)?\*(?=\/\w)/.exec(node.head.text) ?? []
  const others = isPath ? literals.slice(0, -1) : literals
  const before = [node.head.text.slice(at.length), ...others.map(({ text }) => text)]
  if (before.some((text) => /[*?#+!(){}[\]\\]/.test(text)) || (at && last?.text.includes('*')))
    leaveByHand(`put the wildcards of ${node.getText(source.file)} into a path behind its last \${…}: \`\${base}/*\``)
  if (at.length > 1) source.note(node, ANY_SCHEME)
  const start = node.getStart(source.file) + 1
  if (at) source.edits.replace(start, start + at.length, '{/*rest}')
  const path = last && isPath ? pathOf(last.text) : undefined
  if (last && path !== undefined && path !== last.text)
    source.edits.replace(last.getStart(source.file) + 1, last.end - 1, path)
}

/** msw's `*` is any text, with slashes, also none. Before a path it is the origin and any folders. A query does not count. */
export function pathOf(text: string): string {
  const [, origin = '', place = ''] = /^(https?:\/\/[^/]*)?(.*)$/s.exec(text.replace(/[?#](?!$).*$/s, '')) ?? []
  const isKnown = place === '' ? origin !== '' : /^(?:\/(?!\/)|\*)/.test(place)
  if (
    !isKnown ||
    /[*+(){}[\]\\?]/.test(origin) ||
    /^\*[^/]+\/|[+!(){}[\]\\#]|:\w+\*|\*[*\w]/.test(place.replace(/\/:\w+[+*]$/, ''))
  ) {
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
