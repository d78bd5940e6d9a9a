import { networkError } from '../../core/reply/named-replies.ts'
import type { ResolverContext } from '../../core/reply/reply.ts'
import { defineStub } from '../../core/stub/define-stub.ts'
import type { Declarer, Settings, Stub } from '../../core/stub/stub.ts'
import type { Choice } from './messages.ts'
import { setTimeout } from './real-timers.ts'

/** The response and the settings of each choice. */
const ANSWERS: Readonly<Record<Choice, readonly [response: unknown, settings?: Settings]>> = {
  '404': [{ error: 'Not Found' }, { status: 404 }],
  '500': [{ error: 'Internal Server Error' }, { status: 500 }],
  'network error': [networkError()],
  'no answer': [{}, { delay: Number.POSITIVE_INFINITY }],
  'delay 300 ms': [after(300)],
  'delay 1,000 ms': [after(1000)],
  'delay 3,000 ms': [after(3000)],
}

/** Returns a stub that takes all requests of another stub's route, and answers them as chosen. */
export function choiceStub({ method, path, declarer }: Stub, choice: Choice): Stub {
  const [response, settings] = ANSWERS[choice]
  return defineStub(method, path, response, settings, {}, placeOf(declarer))
}

/** A declarer's path without its contract: a document need not describe a failure that is tried out. */
function placeOf({ at, caller, pattern }: Declarer): Declarer {
  return { ...(at !== undefined && { at }), ...(caller !== undefined && { caller }), ...(pattern && { pattern }) }
}

function after(ms: number) {
  return async ({ next }: ResolverContext) => {
    await new Promise((resolve) => {
      setTimeout(resolve, ms)
    })
    return next()
  }
}
