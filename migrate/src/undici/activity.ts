import type ts from 'typescript'
import { removeAssertion } from '../declare/assertion-counts.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import { mayRunBefore } from '../order/placements.ts'
import { assertionOf, statementOfCall } from '../read/assertions.ts'
import { isInside, statementsAfter } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { countTests, hookAround } from '../read/tests.ts'
import { isPerTest } from './history.ts'
import { membersNamed } from './values.ts'

const BY_HAND = 'write const activate = mocks.use.all(/.*/, passthrough()) here, and activate() to answer again'
const ENABLE = "write mocks.use.all('https://api.test/*rest', passthrough()) before the stubs of this test"
const CLOSED = 'each request fails from here on: write mocks.use.all(/.*/, networkError())'

/** A call of an agent that counts until another one of its block, or until the end of the test. */
interface Span {
  readonly statement: ts.Statement
  readonly end: ts.ExpressionStatement | undefined
  /** The code of the statements in between. */
  readonly between: string
}

/** Requests pass while an agent is off: the newest override lets all of them, and its undo ends that. */
export function convertDeactivate(source: Source, mocks: string, call: ts.CallExpression): void {
  const { text } = source.file
  const span = spanOf(source, call, 'activate')
  const isOnAgain = span?.end || isPerTest(source) || /\bafterEach\([^;]*\.activate\(/.test(text)
  if (!span || hasExpectations(source) || /\.(?:intercept|activate)\b/.test(span.between)) leaveByHand(BY_HAND)
  else if (!isOnAgain && hasTestAfter(source, span.statement)) leaveByHand(BY_HAND)
  else writeSpan(source, call, span, 'activate', `${mocks}.use.all(/.*/, ${source.name('passthrough')}())`, BY_HAND)
}

/** Requests without a stub pass: the override stands before all stubs of its test, which are asked first. */
export function convertEnable(source: Source, mocks: string, call: ts.CallExpression, host: string | undefined): void {
  const span = spanOf(source, call, 'disableNetConnect')
  const disables = membersNamed(source, 'disableNetConnect')
  const isAgain = disables.some((one) => mayRunBefore(source, call, one) && (!span?.end || !isInside(one, span.end)))
  const isOff =
    span?.end || isPerTest(source) || disables.some((one) => /Each$/.test(hookAround(source, one)?.name ?? ''))
  if (!span || isAgain || membersNamed(source, 'intercept').some((one) => mayRunBefore(source, one, call)))
    leaveByHand(ENABLE)
  else if (!isOff && hasTestAfter(source, span.statement)) leaveByHand(ENABLE)
  else {
    const match = host ? `, { match: ({ url }) => ${host} }` : ''
    const code = `${mocks}.use.all(/.*/, ${source.name('passthrough')}()${match})`
    writeSpan(source, call, span, 'disableNetConnect', code, ENABLE)
  }
}

/** A closed agent refuses all requests. */
export function convertClose(source: Source, mocks: string, call: ts.CallExpression): void {
  const awaited = source.ts.isAwaitExpression(call.parent) ? call.parent : call
  const statement = statementOfCall(source, awaited)
  const isUsed = ['intercept', 'getCallHistory', 'assertNoPendingInterceptors', 'pendingInterceptors']
    .flatMap((name) => membersNamed(source, name))
    .some((one) => mayRunBefore(source, call, one))
  if (!statement || isUsed || hasExpectations(source) || (!isPerTest(source) && hasTestAfter(source, statement)))
    leaveByHand(CLOSED)
  source.replace(awaited, `${mocks}.use.all(/.*/, ${source.name('networkError')}())`)
}

/** Whether a file has expectations, which answer before any override. */
export function hasExpectations({ file }: Source): boolean {
  return /\bassertNoPendingInterceptors\b/.test(file.text)
}

function spanOf(source: Source, call: ts.CallExpression, ending: string): Span | undefined {
  const { ts, file } = source
  const statement = statementOfCall(source, call)
  if (!statement) return undefined
  const after = statementsAfter(source, statement)
  const end = `${call.expression.getText(file).replace(/\w+$/, ending)}()`
  const index = after.findIndex((one) => ts.isExpressionStatement(one) && one.expression.getText(file) === end)
  const between = (index < 0 ? after : after.slice(0, index)).map((one) => one.getText(file)).join('\n')
  return { statement, end: after[index] as ts.ExpressionStatement | undefined, between }
}

/** Writes the override, and its undo where the span ends, under the name of what ended it. */
function writeSpan(
  source: Source,
  call: ts.CallExpression,
  { end }: Span,
  undo: string,
  code: string,
  reason: string,
): void {
  const { text } = source.file
  const begin = /\.(\w+)$/.exec(call.expression.getText(source.file))?.[1] ?? ''
  const isNamed = new RegExp(String.raw`(?<!\.)\b${undo}\b`).test(text)
  if (end && (isNamed || membersNamed(source, begin).length > 1)) leaveByHand(reason)
  source.replace(call, end ? `const ${undo} = ${code}` : code)
  if (end) source.replace(end.expression, `${undo}()`)
}

function hasTestAfter({ file }: Source, node: ts.Node): boolean {
  return countTests(file.text.slice(node.end)) > 0
}

/** An agent that nobody deactivates is always active. */
export function convertIsActive(source: Source, access: ts.PropertyAccessExpression): void {
  if (/\.deactivate\b/.test(source.file.text))
    leaveByHand('mocks answer from mocks.start() to mocks.stop(): remove this')
  const asserted = assertionOf(source, access)
  if (asserted?.isTrue) removeAssertion(source, asserted.statement)
  else source.replace(access, 'true')
}
