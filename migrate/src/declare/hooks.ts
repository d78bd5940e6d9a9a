import type ts from 'typescript'
import type { Interceptor } from '../read/declared.ts'
import { type Chain, functionAround, nodesIn, statementsAfter } from '../read/nodes.ts'
import { leaveByHand, type Source } from '../read/source.ts'
import { hookAround, hookName, testsIn } from '../read/tests.ts'
import { resetsAnswers } from './remove-call.ts'
import { avaTest } from './setup.ts'

const FIRST = 'this answers what its hook sends, and the first test: mynah removes it then'

/** A stub that is declared once for the file is declared before each test: mynah takes overrides off after each. Returns the blanks that it moves by. */
export function moveIntoHook(source: Source, chain: Chain, own: string, isPersisted: boolean): string {
  const { ts } = source
  const hook = hookAround(source, chain.node)
  const statement = source.statementOf(chain.node)
  if (!hook) {
    if (!ts.isExpressionStatement(statement))
      leaveByHand('declare this stub by beforeEach(() => { mocks.use(stub) }), or as a route: setupMocks([stub])')
    const indent = source.indentOf(statement)
    const test = avaTest(source)
    if (test === undefined && source.rulings.runner() === 'ava')
      leaveByHand('declare this stub in the tests: AVA has no hook for a module')
    const hook = test === undefined ? 'beforeEach' : `${test}.beforeEach`
    source.edits.insert(statement.getStart(source.file), `${hook}(() => {\n${indent}${source.style.indent}`)
    source.edits.insert(statement.end, `\n${indent}})${source.style.semicolon}`)
    source.hooks.add(hook)
    return source.style.indent
  }
  const body = functionAround(source, chain.node)
  const isOwn = (one: ts.Node) => ts.isIdentifier(one) && one.text === own
  const isOnly =
    body &&
    'body' in body &&
    body.body &&
    (!ts.isBlock(body.body) || body.body.statements.every((one) => nodesIn(ts, one, isOwn).length > 0))
  if (!isOnly) {
    if (isPersisted || statementsAfter(source, statement).length === 0)
      leaveByHand('declare this stub by beforeEach(() => { mocks.use(stub) }): overrides are removed after each test')
    source.note(chain.node, FIRST)
    return ''
  }
  const callee = hook.call.expression
  const text = callee.getText(source.file)
  const each = text.replace(/\bbefore(?:All)?$/, 'beforeEach')
  source.replace(callee, each)
  // A member, `t.beforeEach`, is not imported.
  if (!each.includes('.')) source.hooks.add(each)
  return ''
}

const KEPT = 'the old library keeps this for the tests after it; mynah removes it at the end of the test'
export function noteKept(source: Source, { node }: Chain, interceptors: readonly Interceptor[]): void {
  const { rulings, file } = source
  const isLeft =
    interceptors.some((one) => one.isPersisted) &&
    !hookAround(source, node) &&
    !rulings.isReset &&
    !resetsAnswers(source.ts, file)
  const isKnown = source.notes.some(({ reason }) => reason === KEPT)
  if (isLeft && !isKnown && testsIn(source).some(({ pos }) => pos >= node.end)) source.note(node, KEPT)
}

export function noteStricter(source: Source, chain: Chain, isDemanded: boolean): void {
  const hook = hookAround(source, chain.node)
  if (isDemanded && hook && /^(?:beforeEach|setup)$/.test(hook.name)) {
    source.note(chain.node, 'each test after this hook has to send this request, also one that did not call done()')
  }
}

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
