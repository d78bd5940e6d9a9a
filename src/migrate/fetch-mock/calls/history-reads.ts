import type ts from 'typescript'
import { type Placement, placementsOf } from '../../order/placements.ts'
import type { Source } from '../../read/source.ts'

const READ =
  /^(?:calls|called|lastCall|lastUrl|lastOptions|lastResponse|callLogs|done|toBeDone|toHave\w*(?:Fetched|Got|Posted|Put|Deleted|Patched)\w*)$/

/** What of the history is read after a statement in one test. */
interface ReadsAfter {
  /** In the block of the statement. */
  readonly inBlock: readonly ts.Identifier[]
  /** Whether a hook, a helper or another block may read it too. */
  readonly isElsewhere: boolean
}

/** Finds what may read the calls after a statement of a test. `undefined` if it is not in one test alone. */
export function readsAfter(source: Source, statement: ts.Statement): ReadsAfter | undefined {
  const [own, ...others] = placementsOf(source, statement)
  if (!own || others.length > 0 || own.kind !== 'test' || own.calls.length > 0 || own.loop) return undefined
  const inBlock: ts.Identifier[] = []
  let isElsewhere = false
  for (const read of readsOf(source)) {
    const isAfter = read.pos >= statement.end
    if (isAfter && read.end <= statement.parent.end) inBlock.push(read)
    else if (mayFollow(placementsOf(source, read), own, statement)) isElsewhere = true
  }
  return { inBlock, isElsewhere }
}

/** Whether a read outside of the block may run after the statement, in its test: a helper reads where it is called. */
function mayFollow(places: readonly Placement[], own: Placement, { end }: ts.Statement): boolean {
  const isAfter = ({ kind, scope, at }: Placement) => kind === 'hook' || (scope === own.scope && at.pos >= end)
  return places.length === 0 || places.some(isAfter)
}

function readsOf({ ts, file }: Source): ts.Identifier[] {
  const found: ts.Identifier[] = []
  const visit = (node: ts.Node): void => {
    const isMember = ts.isPropertyAccessExpression(node) && READ.test(node.name.text)
    if (isMember && ts.isIdentifier(node.name)) found.push(node.name)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}
