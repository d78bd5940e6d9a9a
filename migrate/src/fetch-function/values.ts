import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { innerOf } from '../read/nodes.ts'
import { kindOf, payloadCode, shorten } from '../read/payload.ts'
import type { Source } from '../read/source.ts'
import { type Answer, withInit } from './response-init.ts'

/** Reads a body and `{ status, statusText, headers }`. A text that `JSON.stringify` makes is the payload itself. */
export function bodyAnswer(
  source: Source,
  body: ts.Expression | undefined,
  init?: ts.Expression,
  ignored?: RegExp,
): Answer {
  const { ts } = source
  const isJson = body && ts.isCallExpression(body) && body.expression.getText(source.file) === 'JSON.stringify'
  const [value, ...others] = isJson ? body.arguments : []
  const isNothing = body === undefined || /^(?:undefined|null|''|"")$/.test(body.getText(source.file))
  if (body && !isJson && kindOf(source, body) === 'json' && !isNothing)
    leaveByHand(`is ${shorten(source.code(body))} the text of the body? Write text(…)`)
  const payload = isNothing
    ? { code: 'undefined', isJson: false }
    : value && others.length === 0
      ? { code: source.code(value), isJson: true }
      : payloadCode(source, body)
  const answer = withInit(source, payload, init, ignored)
  // A payload has to have a type.
  const isUnknown = value && (source.checker.getTypeAtLocation(value).flags & ts.TypeFlags.Unknown) !== 0
  if (!body || !isUnknown) return answer
  const code = `new Response(${source.code(body)}${init ? `, ${source.code(init)}` : ''})`
  return { response: { code, isJson: false }, settings: [] }
}

/** Reads `new Response(body, init)`. */
export function responseAnswer(source: Source, node: ts.Expression): Answer {
  const value = innerOf(source, node)
  if (!source.ts.isNewExpression(value) || value.expression.getText(source.file) !== 'Response')
    return leaveByHand(
      `write the payload and the status of ${shorten(source.code(value))}: mocks.use.get(path, payload, { status })`,
    )
  const [body, init] = value.arguments ?? []
  return bodyAnswer(source, body, init)
}
