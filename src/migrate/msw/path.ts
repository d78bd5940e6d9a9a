import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { constantText } from '../read/constants.ts'
import type { Source } from '../read/source.ts'

/** Returns msw's path as code of mynah's. A path in a variable keeps its name if both read it alike. */
export function mswPath(source: Source, node: ts.Expression): string {
  const { ts } = source
  if (ts.isRegularExpressionLiteral(node)) {
    return leaveByHand(
      'msw tests a RegExp on the whole URL, mynah on the pathname: write the path of this handler by hand',
    )
  }
  const text = constantText(source, node)
  if (text !== undefined) {
    const path = pathOf(text)
    return path === text ? source.code(node) : source.quote(path)
  }
  if (ts.isTemplateExpression(node)) checkTemplate(source, node)
  return source.code(node)
}

/** What an expression in a template holds is not known, so the text around it has to mean the same in both. */
function checkTemplate(source: Source, node: ts.TemplateExpression): void {
  const texts = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)]
  if (texts.some((text) => /[*?#+!(){}[\]\\]/.test(text))) {
    leaveByHand(`write the path ${node.getText(source.file)} with mynah's wildcards`)
  }
}

/** msw's `*` is any text, with slashes, also none. Before a path it is the origin and any folders. A query does not count. */
export function pathOf(text: string): string {
  const [, origin = '', place = ''] = /^(https?:\/\/[^/]*)?(.*)$/s.exec(text.replace(/[?#](?!$).*$/s, '')) ?? []
  const isKnown = place === '' ? origin !== '' : /^[/*]/.test(place)
  if (!isKnown || /[*+(){}[\]\\?]/.test(origin) || /[+!(){}[\]\\#]|\w\*|\*\*/.test(place)) {
    return leaveByHand(`write the path ${text} in path-to-regexp's syntax, without wildcards in the origin`)
  }
  let wildcards = 0
  const name = () => `*rest${wildcards++ === 0 ? '' : wildcards}`
  const path = place
    .replace(/^\*(?=\/)/, () => `{/${name()}}`)
    .replace(/\/:(\w+)\?$/, '{/:$1}')
    .replaceAll(/\*(?!rest)/g, () => `{${name()}}`)
  if (path.includes('?')) leaveByHand(`write the optional part of ${text} as {/:name}`)
  return origin + (path.startsWith('{*') ? `/${path}` : path)
}
