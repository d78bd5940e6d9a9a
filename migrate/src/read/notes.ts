import type ts from 'typescript'
import { nodesIn } from './nodes.ts'
import type { Source } from './source.ts'

/** What a file reads or compares that mynah does in another way. */
interface Difference {
  /** The name of a property, or a part of a text. */
  readonly at: 'property' | 'text'
  readonly is: RegExp
  readonly reason: string
}

/** Lists the places of a file at which the old library and mynah differ. */
export function noteDifferences(source: Source, differences: readonly Difference[]): void {
  const { ts, file } = source
  for (const node of nodesIn(ts, file, (one) => ts.isPropertyAccessExpression(one) || isText(source, one))) {
    const at = isText(source, node) ? 'text' : 'property'
    const text = ts.isPropertyAccessExpression(node) ? node.name.text : node.getText(file)
    const found = differences.find((one) => one.at === at && one.is.test(text))
    if (found) source.note(node, found.reason)
  }
}

function isText({ ts }: Source, node: ts.Node): boolean {
  return ts.isStringLiteralLike(node) || ts.isRegularExpressionLiteral(node)
}

/** A test that wants a request to reach no stub. */
export function missReason(mocks: string): string {
  return `a request without a stub fails its test here: declare the failure, ${mocks}.use.get(path, networkError())`
}
