import type ts from 'typescript'
import { pathOfExpectation } from '../read/assertions.ts'
import { callsNamed, nodesIn, propertyOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'

const FLOATING = 'await this: nothing waits for it, and responses arrive some event-loop turns later than before'
const UNBEGUN = 'wait for its status: a mutation is not pending before it begins either, and this waits for nothing'
const RETRIED =
  'a request without a stub fails its test here, also one that a client sends again and whose error it handles: declare each, if need be with networkError()'
const CERTIFICATE = 'a certificate is read here, as by a connection: it has to be one'

/** Names what fails in a test that passed before, wherever its stubs are declared. */
export function noteDifferences(source: Source): void {
  const { ts, file } = source
  for (const node of nodesIn(ts, file, (one) => ts.isExpressionStatement(one) || ts.isObjectLiteralExpression(one))) {
    const reason = ts.isObjectLiteralExpression(node) ? reasonOfOptions(source, node) : reasonOfStatement(source, node)
    if (reason) source.notes.push({ line: source.lineOf(node), reason })
  }
}

/** `expect(promise).resolves` that nothing awaits, and a wait for a mutation that is over at once, fail in tests that passed. */
function reasonOfStatement(source: Source, { expression, parent }: ts.ExpressionStatement): string | undefined {
  if (/^(?:resolves|rejects)\./.test(pathOfExpectation(source, expression))) return FLOATING
  const asked = source.ts.isAwaitExpression(expression) ? callsNamed(source, PENDING, expression) : []
  const isOver = asked.some(({ arguments: [value] }) => value?.kind !== source.ts.SyntaxKind.TrueKeyword)
  return isOver && callsNamed(source, /\.mutate$/, parent).length > 0 ? UNBEGUN : undefined
}

/** The options of a client: `{ retries: 2 }`, `{ cert, key }`. */
function reasonOfOptions(source: Source, node: ts.ObjectLiteralExpression): string | undefined {
  if (['cert', 'key'].every((name) => propertyOf(source, node, name))) return CERTIFICATE
  return node.properties.some(({ name }) => name && RETRY.test(name.getText())) ? RETRIED : undefined
}

const PENDING = /\.isPending\)\.toBe(?:Falsy)?$/
const RETRY = /^(?:retr(?:y|ies)|\w*Retries|retry\w+)$/
