import type ts from 'typescript'
import { calleeOf, functionAround, nodesIn, statementsAfter } from './nodes.ts'
import type { Source } from './source.ts'
import { hookName, isTest } from './tests.ts'

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

/** Removes the comments that stand right above hooks which were removed, unless they may be about what follows. */
export function sweepComments(source: Source, isHook: IsHook): void {
  const { ts, file, removed } = source
  for (const statement of removed) {
    if (!ts.isExpressionStatement(statement) || !ts.isCallExpression(statement.expression)) continue
    const start = statement.getStart(file)
    if (
      !isHook(statement.expression) ||
      source.edits.slice(start, start) !== '' ||
      isFollowed(source, statement, isHook)
    )
      continue
    const own = commentAbove(source, statement)
    if (own !== undefined && !KEPT.test(file.text.slice(own, start)))
      source.edits.replace(own, file.text.lastIndexOf('\n', start - 1) + 1, '')
  }
}

/** Comments for tools, licences, and those that begin a section. */
const KEPT =
  /@|licen[cs]e|copyright|eslint(?!-disable-next)|biome|prettier|istanbul|v8|c8|region|mynah:|([-=*#])\1\1|\/{3}/i

/** Whether another hook, which stays, comes in the next line. */
function isFollowed(source: Source, statement: ts.Node, isHook: IsHook): boolean {
  const { ts, file, removed } = source
  const [next] = statementsAfter(source, statement)
  if (!next || removed.has(next) || !ts.isExpressionStatement(next) || !ts.isCallExpression(next.expression))
    return false
  return isHook(next.expression) && /^[ \t]*\n[ \t]*$/.test(file.text.slice(statement.end, next.getStart(file)))
}

/** Where the comment begins that ends in the line above a statement, and has its lines alone. It is not the first of the file. */
function commentAbove({ ts, file }: Source, statement: ts.Node): number | undefined {
  const { text } = file
  let end = statement.getStart(file)
  let found: number | undefined
  for (const { pos, end: last } of (ts.getLeadingCommentRanges(text, statement.pos) ?? []).reverse()) {
    const line = text.lastIndexOf('\n', pos - 1) + 1
    const isAlone = text.slice(line, pos).trim() === '' && /^[ \t]*\n[ \t]*$/.test(text.slice(last, end))
    if (!isAlone || line === 0) break
    found = line
    end = pos
  }
  return found
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

/** Takes a `try` apart that has lost what it tried, or what it did at last. */
export function sweepTries(source: Source): void {
  const isLost = (block: ts.Block | undefined) => block !== undefined && hasLostAll(source, block)
  for (const node of innermostFirst(source, source.ts.isTryStatement)) {
    const { tryBlock, catchClause, finallyBlock } = node
    if (isLost(tryBlock)) keepStatements(source, node, isLost(finallyBlock) ? undefined : finallyBlock)
    else if (isLost(finallyBlock) && finallyBlock) {
      if (catchClause) source.edits.replace(catchClause.end, finallyBlock.end, '')
      else keepStatements(source, node, tryBlock)
    }
  }
}

/** Takes a `.then()` away whose function has lost all that it did, where nothing uses what it returns. */
export function sweepThens(source: Source): void {
  const { ts } = source
  for (const node of innermostFirst(source, ts.isCallExpression)) {
    if (!ts.isPropertyAccessExpression(node.expression)) continue
    const { expression: promise, name } = node.expression
    const [run, ...others] = node.arguments
    const body = run && (ts.isArrowFunction(run) || ts.isFunctionExpression(run)) ? run.body : undefined
    if (name.text !== 'then' || others.length > 0 || !isWaitedFor(source, node)) continue
    if (body && ts.isBlock(body) && hasLostAll(source, body)) source.edits.replace(promise.end, node.end, '')
  }
}

/** Whether a promise is awaited for nothing, or returned to the runner. */
function isWaitedFor(source: Source, { parent }: ts.Node): boolean {
  const { ts } = source
  if (ts.isAwaitExpression(parent)) return ts.isExpressionStatement(parent.parent)
  const call = ts.isReturnStatement(parent) ? functionAround(source, parent)?.parent : undefined
  return (
    isTest(calleeOf(source, call)) ||
    (call !== undefined && ts.isCallExpression(call) && hookName(source, call) !== undefined)
  )
}

const OF_NOCK = /\/\/(?! mynah:).*\bnock\b.*/gi

/** Whether all statements of a block were removed, and no comment is left in it but one that names nock. */
function hasLostAll(source: Source, block: ts.Block): boolean {
  return isEmptied(source, block) && !/\/\/|\/\*/.test(source.code(block).replaceAll(OF_NOCK, ''))
}

function isEmptied({ removed }: Source, { statements }: ts.Block): boolean {
  return statements.length > 0 && statements.every((one) => removed.has(one))
}

/** Puts the statements of a block in the place of the statement that it is a part of. */
function keepStatements(source: Source, statement: ts.TryStatement, block: ts.Block | undefined): void {
  const [first] = block?.statements ?? []
  const last = block?.statements.at(-1)
  if (!first || !last) {
    source.remove(statement)
    return
  }
  const code = source.edits.slice(first.getStart(source.file), last.end)
  const [outer, inner] = [statement, first].map((one) => source.indentOf(one))
  source.replace(statement, code.replaceAll(`\n${inner}`, `\n${outer}`).trimEnd())
}
