import { addToMessage } from '../core/frames.ts'
import type { Resolver } from '../core/reply/reply.ts'

/** The argument of a resolver that takes apart what is not in it. */
const TAKEN_APART = /^[^{=]*\(\s*\{[^{})]*\b(params|cookies)\b/

/** A call on a `Request`. A resolver's request is plain data. */
const CALLED = /\brequest\.(headers\.\w+|\w+) is not a function/

/** Adds a line to an error of a resolver that is written as msw's are. Types say it earlier, but not in plain JavaScript. */
export function explainHabit(error: unknown, resolver: Resolver): void {
  if (!(error instanceof TypeError)) return
  const [, part] = TAKEN_APART.exec(String(resolver)) ?? []
  const [, call] = CALLED.exec(error.message) ?? []
  // `(req, res, ctx) => res(ctx.json(…))`: a resolver has one argument.
  if (resolver.length > 1) addToMessage(error, 'Write  ({ request }) => …, which returns the response')
  else if (part) addToMessage(error, `Write  ({ request }) => … request.${part}`)
  else if (call) addToMessage(error, `Write  ${replacementOf(call)}`)
}

function replacementOf(call: string): string {
  if (call.startsWith('headers.')) return "request.headers['…']"
  if (call === 'json' || call === 'formData') return 'request.body, which is parsed'
  return call === 'text' ? 'request.text' : `request.raw.${call}()`
}
