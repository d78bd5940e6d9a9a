import type ts from 'typescript'
import { nodesIn } from './nodes.ts'
import type { Source } from './source.ts'

type IsHook = (call: ts.CallExpression) => boolean

/** Removes the hooks whose callbacks have lost all their statements. Their comments are removed too, except those that the command wrote. */
export function sweepHooks(source: Source, isHook: IsHook): void {
  const { ts } = source
  for (const block of innermostFirst(source, ts.isBlock)) {
    const call = block.parent.parent
    if (!isEmptied(source, block) || source.code(block).includes('// mynah: ') || !ts.isCallExpression(call)) continue
    if (!ts.isExpressionStatement(call.parent) || !isHook(call)) continue
    // What starts the mocks in place of a call of the hook stands before it.
    const start = call.parent.getStart(source.file)
    const before = source.edits.slice(start, start).trimEnd()
    if (!before) source.remove(call.parent)
    else source.edits.replace(start - 1, call.parent.end, source.file.text[start - 1] + before)
  }
}

/** The nodes of a kind, each before those around it: what loses all inside of it may be lost itself. */
function innermostFirst<Found extends ts.Node>({ ts, file }: Source, test: (node: ts.Node) => node is Found): Found[] {
  return nodesIn(ts, file, test).reverse()
}

/** Removes an `if` that has lost what it did, with a condition that asks the mocks alone. Another condition keeps an empty block. */
export function sweepIfs(source: Source): void {
  const { ts } = source
  for (const node of innermostFirst(source, ts.isIfStatement)) {
    if (source.removed.has(node)) continue
    const { thenStatement: then, expression, elseStatement } = node
    const isLost = source.removed.has(then) || (ts.isBlock(then) && hasLostAll(source, then))
    const isOfMocks = /^!?\(?\w+\.unused\(\)(?:\.length [=>!]+ \d+)?\)?$/.test(source.code(expression))
    if (isLost && isOfMocks && !elseStatement) source.remove(node)
    else if (source.removed.has(then)) {
      const isOneLine = !source.file.text.slice(then.pos, then.getStart(source.file)).includes('\n')
      source.edits.insert(isOneLine ? then.getStart(source.file) : then.pos, isOneLine ? '{}' : ' {}')
    }
  }
}

const OF_NOCK = /\/\/(?! mynah:).*\bnock\b.*/gi

/** Whether all statements of a block were removed, and no comment is left in it but one that names nock. */
function hasLostAll(source: Source, block: ts.Block): boolean {
  return isEmptied(source, block) && !/\/\/|\/\*/.test(source.code(block).replaceAll(OF_NOCK, ''))
}

function isEmptied({ removed }: Source, { statements }: ts.Block): boolean {
  return statements.length > 0 && statements.every((one) => removed.has(one))
}
