import type ts from 'typescript'
import { newResponse, replyCode } from '../../declare/reply-value.ts'
import { leaveByHand } from '../../layout/by-hand.ts'
import type { DeclaredResponse } from '../../layout/model.ts'
import { kindOf } from '../../read/payload.ts'
import type { Source } from '../../read/source.ts'
import { AS_ONE } from './print-match.ts'
import { partsOfResponse } from './read-response.ts'

/** `sendAsJson: false` says nothing where no object is sent. */
export function checkSentAsText(source: Source, value: ts.Expression | undefined, isAsText: boolean): void {
  if (!isAsText || !value) return
  const body = partsOfResponse(source, value)?.get('body')?.value ?? value
  if (!/^(?:string|response)$/.test(kindOf(source, body)) && !source.ts.isNumericLiteral(body))
    leaveByHand('a payload is sent as JSON, text(…) as text: remove sendAsJson')
}

/** A `Response` is sent without a `content-length`. */
export function withoutLength(source: Source, value: ts.Expression | undefined): DeclaredResponse {
  const parts = value && partsOfResponse(source, value)
  const body = parts ? parts.get('body')?.value : value
  const isStatus = body !== undefined && !parts && source.ts.isNumericLiteral(body)
  const isKnown = ['string', 'json', 'none'].includes(kindOf(source, body))
  if (!isKnown || parts?.has('throws') || parts?.has('redirectUrl'))
    leaveByHand('the length is sent where it is known: answer with new Response(body), which has none')
  const code = newResponse(source, {
    status: isStatus ? body : parts?.get('status')?.value,
    body: isStatus ? undefined : body,
    headers: parts?.get('headers')?.code,
  })
  return { code, isJson: false }
}

export const WAITING = 'write a resolver that waits: async () => { await mocks.waitFor(path); return payload }'
const isFunction = (code: string) => /^(?:async )?\(/.test(code)

/** A resolver that answers a URL that passes a test, and leaves the others to the next stub. */
export function answerIf(source: Source, test: string, answer: DeclaredResponse): DeclaredResponse {
  if (isFunction(answer.code)) leaveByHand(AS_ONE)
  return { code: `({ request: { url }, next }) => ${test} ? ${valueCode(source, answer)} : next()`, isJson: false }
}

/** A resolver that answers after a request of another stub was answered. */
export function answerAfter(wait: string, { code, status }: DeclaredResponse): DeclaredResponse {
  if (isFunction(code)) leaveByHand(WAITING)
  const value = code === 'undefined' ? '' : `; return ${code}`
  return { code: `async () => { ${wait}${value} }`, isJson: false, status }
}

/** The answer as what a resolver returns. */
function valueCode(source: Source, answer: DeclaredResponse): string {
  const isKnown = answer.status === undefined || answer.isJson || answer.code === 'undefined'
  return isKnown ? replyCode(source, answer) : leaveByHand(AS_ONE)
}
