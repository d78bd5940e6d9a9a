import type ts from 'typescript'
import { removeAssertion } from '../declare/assertion-counts.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import { assertionOf, statementOfCall } from '../read/assertions.ts'
import type { Source } from '../read/source.ts'
import { statementsAfter } from './closing.ts'
import { isPerTest, TEST } from './history.ts'

const BY_HAND = 'write const activate = mocks.use.all(/.*/, passthrough()) here, and activate() to answer again'

/** Requests pass while an agent is off: the newest override lets all of them, and its undo ends that. */
export function convertDeactivate(source: Source, mocks: string, call: ts.CallExpression): void {
  const { ts, file } = source
  const statement = statementOfCall(source, call)
  const after = statement ? statementsAfter(source, statement) : []
  const agent = call.expression.getText(file).replace(/deactivate$/, '')
  const isActivate = (one: ts.Statement) => ts.isExpressionStatement(one) && isCallOf(one, `${agent}activate()`)
  const end = after.findIndex(isActivate)
  const off = (end < 0 ? after : after.slice(0, end)).map((one) => one.getText(file)).join('\n')
  const isOnAgain = end >= 0 || isPerTest(source) || /\bafterEach\([^;]*\.activate\(/.test(file.text)
  // An expectation is asked before any override.
  const isAsked = /\bassertNoPendingInterceptors\b/.test(file.text)
  const isNamed = /(?<!\.)\bactivate\b/.test(file.text) || (file.text.match(/\.deactivate\(/g) ?? []).length > 1
  if (!statement || isAsked || /\.(?:intercept|activate)\b/.test(off) || (end >= 0 && isNamed)) leaveByHand(BY_HAND)
  else if (!isOnAgain && hasTestAfter(source, statement)) leaveByHand(BY_HAND)
  else {
    const override = `${mocks}.use.all(/.*/, ${source.name('passthrough')}())`
    source.replace(call, end < 0 ? override : `const activate = ${override}`)
    if (end >= 0) source.replace((after[end] as ts.ExpressionStatement).expression, 'activate()')
  }

  function isCallOf(one: ts.ExpressionStatement, code: string): boolean {
    return one.expression.getText(file) === code
  }
}

function hasTestAfter({ file }: Source, node: ts.Node): boolean {
  return TEST.test(file.text.slice(node.end))
}

/** An agent that nobody deactivates is always active. */
export function convertIsActive(source: Source, access: ts.PropertyAccessExpression): void {
  if (/\.deactivate\b/.test(source.file.text))
    leaveByHand('mocks answer from mocks.start() to mocks.stop(): take this away')
  const asserted = assertionOf(source, access)
  if (asserted?.isTrue) removeAssertion(source, asserted.statement)
  else source.replace(access, 'true')
}
