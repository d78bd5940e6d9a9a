import type ts from 'typescript'
import { pathOfExpectation } from '../read/assertions.ts'
import { calleeOf, functionAround, isInside, nodesIn, propertyOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { testAround, testsIn } from '../read/tests.ts'

const FLOATING = 'await this: nothing waits for it, and responses arrive some event-loop turns later than before'
const UNANSWERED =
  'nothing is mocked for this test: an unmatched request fails it, even if the client handles the error; to expect a failure, declare networkError()'
export const UNDECLARED =
  'a request without a stub fails its test here, also one that a client sends again and whose error it handles: declare each, if need be with networkError()'
const CERTIFICATE = 'mynah parses certificates, as a real connection does: use a valid one'

/** `options` are those of the mocks of the file, as code. */
export function noteDifferences(source: Source, options = ''): void {
  const { ts, file } = source
  if (!options.includes('onUnmatched')) noteUnanswered(source)
  // The product reads its files, often by a path that the tests hand over.
  const texts = [file, ...source.rulings.importers()].flatMap((one) => nodesIn(ts, one, ts.isStringLiteralLike))
  if (texts.some(({ text }) => /\.(?:pem|crt|p12|pfx)$/.test(text))) source.notes.push({ line: 1, reason: CERTIFICATE })
  for (const node of nodesIn(ts, file, (one) => ts.isExpressionStatement(one) || ts.isObjectLiteralExpression(one))) {
    const reason = ts.isObjectLiteralExpression(node) ? reasonOfOptions(source, node) : reasonOfStatement(source, node)
    if (reason) source.notes.push({ line: source.lineOf(node), reason })
  }
}

/** nock and undici let a request without an answer reach the network, or refuse it, where a test may want it to fail. */
function noteUnanswered(source: Source): void {
  if (source.answers.length === 0 || source.declared.length === 0) return
  const answered = source.answers.flatMap(({ tests }) => (Array.isArray(tests) ? tests : source.file))
  const isAnswered = (call: ts.Node) => answered.some((one) => isInside(one, call) || isInside(call, one))
  const isRun = (call: ts.Node) => !/\.(?:skip|todo)$|^x/.test(calleeOf(source, call))
  for (const call of testsIn(source))
    if (isRun(call) && !isAnswered(call)) source.notes.push({ line: source.lineOf(call), reason: UNANSWERED })
}

/** Assertions that nothing waits for. */
function reasonOfStatement(source: Source, { expression }: ts.ExpressionStatement): string | undefined {
  const path = pathOfExpectation(source, expression)
  const test = functionAround(source, expression)
  const isUnawaited = /\.(?:then|catch|finally)$/.test(calleeOf(source, expression)) && test?.parameters.length === 0
  const isFloating = isUnawaited && test === testAround(source, expression)
  return isFloating || /^(?:resolves|rejects)\./.test(path) ? FLOATING : undefined
}

/** The options of a client: `{ retries: 2 }`, `{ cert, key }`. */
function reasonOfOptions(source: Source, node: ts.ObjectLiteralExpression): string | undefined {
  if (['cert', 'key'].every((name) => propertyOf(source, node, name))) return CERTIFICATE
  const isOff = (one: ts.Node) => source.ts.isPropertyAssignment(one) && /^(?:false|0)$/.test(one.initializer.getText())
  return node.properties.some((one) => one.name && RETRY.test(one.name.getText()) && !isOff(one))
    ? UNDECLARED
    : undefined
}

const RETRY = /^(?:retr(?:y|ies)|\w*Retries|retry\w+)$/
