import { nodesIn } from './nodes.ts'
import type { Source } from './source.ts'
import { hookName } from './tests.ts'

/** Removes the hooks whose callbacks have lost all their statements. Their comments are removed too, except those that the command wrote. */
export function sweepHooks(source: Source): void {
  const { ts } = source
  // What loses all inside of it may be lost itself.
  for (const block of nodesIn(ts, source.file, ts.isBlock).reverse()) {
    const call = block.parent.parent
    const isEmptied = block.statements.length > 0 && block.statements.every((one) => source.removed.has(one))
    if (!isEmptied || source.code(block).includes('// mynah: ') || !ts.isCallExpression(call)) continue
    if (!ts.isExpressionStatement(call.parent) || hookName(source, call) === undefined) continue
    // What starts the mocks in place of a call of the hook stands before it.
    const start = call.parent.getStart(source.file)
    const before = source.edits.slice(start, start).trimEnd()
    if (!before) source.remove(call.parent)
    else source.edits.replace(start - 1, call.parent.end, source.file.text[start - 1] + before)
  }
}
