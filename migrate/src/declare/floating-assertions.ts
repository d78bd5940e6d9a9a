import type ts from 'typescript'
import { pathOfExpectation } from '../read/assertions.ts'
import { nodesIn } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'

const FLOATING = 'await this: nothing waits for it, and responses arrive some event-loop turns later than before'

/** Names each `expect(promise).resolves` whose promise nothing awaits: it fails in a test that passed without it. */
export function noteFloating(source: Source): void {
  const isFloating = (node: ts.Node) =>
    source.ts.isExpressionStatement(node) && /^(?:resolves|rejects)\./.test(pathOfExpectation(source, node.expression))
  for (const node of nodesIn(source.ts, source.file, isFloating))
    source.notes.push({ line: source.lineOf(node), reason: FLOATING })
}
