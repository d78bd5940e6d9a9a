import type ts from 'typescript'
import { pathOfExpectation } from '../read/assertions.ts'
import { nodesIn, propertyOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'

const FLOATING = 'await this: nothing waits for it, and responses arrive some event-loop turns later than before'
const RETRIED =
  'a request without a stub fails its test here, also one that a client sends again and whose error it handles: declare each, if need be with networkError()'
const CERTIFICATE = 'a certificate is read here, as by a connection: it has to be one'

/** Names what fails in a test that passed before, wherever its stubs are declared. */
export function noteDifferences(source: Source): void {
  const { ts, file } = source
  for (const node of nodesIn(ts, file, (one) => ts.isStatement(one) || ts.isObjectLiteralExpression(one))) {
    const reason = ts.isObjectLiteralExpression(node) ? reasonOfOptions(source, node) : reasonOfStatement(source, node)
    if (reason) source.notes.push({ line: source.lineOf(node), reason })
  }
}

/** `expect(promise).resolves` whose promise nothing awaits fails in a test that passed without it. */
function reasonOfStatement(source: Source, node: ts.Node): string | undefined {
  const path = source.ts.isExpressionStatement(node) ? pathOfExpectation(source, node.expression) : ''
  return /^(?:resolves|rejects)\./.test(path) ? FLOATING : undefined
}

/** The options of a client: `{ retries: 2 }`, `{ cert, key }`. */
function reasonOfOptions(source: Source, node: ts.ObjectLiteralExpression): string | undefined {
  if (['cert', 'key'].every((name) => propertyOf(source, node, name))) return CERTIFICATE
  return node.properties.some(({ name }) => name && RETRY.test(name.getText())) ? RETRIED : undefined
}

const RETRY = /^(?:retr(?:y|ies)|\w*Retries|retry\w+)$/
