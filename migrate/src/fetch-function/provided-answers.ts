import type ts from 'typescript'
import { delayedValue, isNever } from '../declare/delayed.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import { propertyOf } from '../read/nodes.ts'
import { kindOf } from '../read/payload.ts'
import type { Source } from '../read/source.ts'
import { type Inline, isInline } from '../request/resolver.ts'
import { lazily, resolverAnswer } from './resolvers.ts'
import type { Answer } from './response-init.ts'
import { rejection, returnedBy, thrownBy } from './returned-values.ts'
import { bodyAnswer, responseAnswer } from './values.ts'

export const RESOLVER = 'write this function as a resolver: mocks.use.all(/.*/, ({ request }) => payload)'

/** A promise that never resolves, or that does so after a time. */
export function laterAnswer(source: Source, value: ts.Expression, read: (value: ts.Expression) => Answer): Answer {
  if (isNever(source, value)) return NEVER
  const delayed = delayedValue(source, value)
  if (!delayed) return read(value)
  const answer = read(delayed.value)
  return { ...answer, settings: [...answer.settings, ['delay', delayed.delay]] }
}

export const NEVER: Answer = { response: { code: 'undefined', isJson: false }, settings: [['delay', 'Infinity']] }

/** The other fields of `{ body, status, headers }`. */
function initOf(source: Source, object: ts.ObjectLiteralExpression): ts.Expression | undefined {
  return object.properties.length > (propertyOf(source, object, 'body') ? 1 : 0) ? object : undefined
}

/** Whether a function reads its request, waits, or does more than to return or throw a value. */
export function isResolver({ ts, file }: Source, { parameters, body }: Inline): boolean {
  return parameters.length > 0 || (ts.isBlock(body) && body.statements.length > 1) || THEN.test(body.getText(file))
}

const THEN = /\.then\(/

/** A text, a `Response`, or a function without parameters that returns one of them. */
export function providedBy(source: Source, body: ts.Expression | undefined, init: ts.Expression | undefined): Answer {
  const { ts } = source
  if (body && kindOf(source, body) === 'function') {
    if (!isInline(source, body) || init) return leaveByHand(RESOLVER)
    if (isResolver(source, body)) return resolverAnswer(source, body, false)
    const thrown = thrownBy(source, body)
    if (thrown) return rejection(source, thrown, body)
    return laterAnswer(source, returnedBy(source, body), (value) => returnedAnswer(source, value))
  }
  if (body && ts.isObjectLiteralExpression(body) && !init && isOfVitest(source, body))
    return bodyAnswer(source, propertyOf(source, body, 'body'), initOf(source, body), OF_NO_USE)
  return body && ts.isNewExpression(body) ? responseAnswer(source, body) : bodyAnswer(source, body, init)
}

/** jest-fetch-mock takes no object here. The setup of vitest-fetch-mock may be in another file. */
function isOfVitest(source: Source, object: ts.ObjectLiteralExpression): boolean {
  const { text } = source.file
  return (
    /['"]vitest-fetch-mock['"]/.test(text) ||
    (propertyOf(source, object, 'body') !== undefined && !/\bjest\b/.test(text))
  )
}

/** What a function of the library returns: a text, a `Response`, or `{ body, status }`, also as `{ body, init }`. */
function returnedAnswer(source: Source, value: ts.Expression): Answer {
  if (!source.ts.isObjectLiteralExpression(value)) return lazily(source, value, providedBy(source, value, undefined))
  const inner = propertyOf(source, value, 'init')
  const own = value.properties.filter((one) => !/^(?:body|init)$/.test(one.name?.getText(source.file) ?? ''))
  if (inner && own.length > 0)
    leaveByHand('write the status and the headers of this response once: { status, headers }')
  return lazily(source, value, bodyAnswer(source, propertyOf(source, value, 'body'), inner ?? initOf(source, value)))
}

/** What vitest-fetch-mock does not read of `{ body, status }`: it makes a `Response` of the rest. */
const OF_NO_USE = /^(?:ok|json|text)$/
