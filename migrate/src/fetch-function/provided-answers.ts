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

const RESOLVER = 'write this function as a resolver: mocks.use.all(/.*/, ({ request }) => payload)'
const NEVER: Answer = { response: { code: 'undefined', isJson: false }, settings: [['delay', 'Infinity']] }

/** A promise that never resolves, or that does so after a time. */
function laterAnswer(source: Source, value: ts.Expression): Answer {
  if (isNever(source, value)) return NEVER
  const delayed = delayedValue(source, value)
  if (!delayed) return returnedAnswer(source, value)
  const answer = returnedAnswer(source, delayed.value)
  return { ...answer, settings: [...answer.settings, ['delay', delayed.delay]] }
}

/** The other fields of `{ body, status, headers }`. */
function initOf(source: Source, object: ts.ObjectLiteralExpression): ts.Expression | undefined {
  return object.properties.length > (propertyOf(source, object, 'body') ? 1 : 0) ? object : undefined
}

/** Whether a function reads its request, waits, or does more than to return or throw a value. */
function isResolver({ ts, file }: Source, { parameters, body }: Inline): boolean {
  return (
    parameters.length > 0 || (ts.isBlock(body) && body.statements.length > 1) || /\.then\(/.test(body.getText(file))
  )
}

/** A text, a `Response`, or a function that returns one of them. */
export function providedBy(source: Source, body: ts.Expression | undefined, init: ts.Expression | undefined): Answer {
  const { ts } = source
  if (body && kindOf(source, body) === 'function') {
    if (!isInline(source, body) || init) return leaveByHand(RESOLVER)
    if (isResolver(source, body)) return resolverAnswer(source, body)
    const thrown = thrownBy(source, body)
    return thrown ? rejection(source, thrown, body) : laterAnswer(source, returnedBy(source, body))
  }
  if (body && ts.isObjectLiteralExpression(body) && !init && isOfVitest(source, body))
    return bodyAnswer(source, propertyOf(source, body, 'body'), initOf(source, body), OF_NO_USE)
  return body && ts.isNewExpression(body) ? responseAnswer(source, body) : bodyAnswer(source, body, init)
}

/** jest-fetch-mock takes no object here. The setup of vitest-fetch-mock may be in another file. */
function isOfVitest(source: Source, object: ts.ObjectLiteralExpression): boolean {
  const { text } = source.file
  const isSaid = /['"]vitest-fetch-mock['"]/.test(text)
  return isSaid || (propertyOf(source, object, 'body') !== undefined && !/\bjest\b/.test(text))
}

/** What a function of the library returns: a text, a `Response`, or `{ body, status }`, also as `{ body, init }`. */
function returnedAnswer(source: Source, value: ts.Expression): Answer {
  if (!source.ts.isObjectLiteralExpression(value)) return lazily(source, value, providedBy(source, value, undefined))
  const inner = propertyOf(source, value, 'init')
  return lazily(source, value, bodyAnswer(source, propertyOf(source, value, 'body'), inner ?? initOf(source, value)))
}

/** What vitest-fetch-mock does not read of `{ body, status }`: it makes a `Response` of the rest. */
const OF_NO_USE = /^(?:ok|json|text)$/
