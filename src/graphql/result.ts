import { isNamedReply } from '../core/brand.ts'
import { jsonText } from '../core/json.ts'
import { type OptionTable, optionMistake } from '../core/options.ts'
import { asCode, reasonOf } from '../core/refusal.ts'
import { sequence } from '../core/reply/named-replies.ts'
import { type Items, named } from '../core/reply/reply.ts'
import { showWritten } from '../core/show.ts'
import { isItems, isObject, isPlainObject, isResponse } from '../core/type-guards.ts'
import { iteratorOf } from '../response/stream-body.ts'

/** A result as GraphQL sends it. */
export interface GraphqlResult<Data = unknown> {
  readonly data?: Data | null
  readonly errors?: readonly GraphqlError[]
  readonly extensions?: object
}

/** An error of a result. */
export interface GraphqlError {
  readonly message: string
  readonly path?: readonly (string | number)[]
  readonly locations?: readonly { readonly line: number; readonly column: number }[]
  readonly extensions?: object
}

/** Refuses a result; `meant` is the code of the right one. */
export type RefuseResult = (problem: string, meant?: string) => never

const MEMBERS: OptionTable = {
  data: { isRight: (value) => value === null || isPlainObject(value), wanted: 'an object or null' },
  errors: {
    isRight: (value) =>
      Array.isArray(value) && value.length > 0 && value.every((error) => typeof error?.message === 'string'),
    wanted: 'a list of objects with a message',
  },
  extensions: { isRight: isObject, wanted: 'an object' },
}

/** Marks the end of the results. */
export const END: unique symbol = Symbol('end')

/** Marks a body whose items are the texts of results, which are written for each request: `writeResults`. */
export const RESULTS = 'results'

/** Makes the reply of a result, or of several for a subscription. */
export function toResultReply(isStream: boolean, response: unknown, refuse: RefuseResult): unknown {
  if (isResponse(response)) return response
  if (isNamedReply(response)) {
    if (response.name !== 'sequence') return response
    return sequence(...response.args.map((one) => toResultReply(isStream, one, refuse)))
  }
  const items = textsOf(isStream && isItems(response) ? response : [response], refuse)
  return named('result', [], {
    kind: 'content',
    body: { kind: 'stream', items, toChunk: String, type: RESULTS },
  })
}

/** Returns results as texts. A list is read at once, so that a wrong result is refused where it is written. */
function textsOf(results: Items, refuse: RefuseResult): Items {
  const textOrReply = (result: unknown) => (isNamedReply(result) ? result : resultText(result, refuse))
  if (Array.isArray(results)) return [...results.map(textOrReply), END]
  // Not a generator: its `return` would wait for the result that the user's iterator waits for.
  const texts = (): AsyncIterableIterator<unknown> => {
    const iterator = iteratorOf(results)
    let isOver = false
    return {
      async next() {
        if (isOver) return { done: true, value: undefined }
        const { done, value } = await iterator.next()
        isOver = !!done
        try {
          return { done: false, value: done ? END : textOrReply(await value) }
        } catch (error) {
          await iterator.return?.()
          throw error
        }
      },
      async return(value) {
        await iterator.return?.()
        return { done: true, value }
      },
      [Symbol.asyncIterator]() {
        return this
      },
    }
  }
  // An iterable that can be walked through again is; an iterator is walked through once, and its results are sent again.
  return 'next' in results ? texts() : { [Symbol.asyncIterator]: texts }
}

/** Returns the JSON of a result. */
function resultText(result: unknown, refuse: RefuseResult): string {
  if (!isPlainObject(result) || !('data' in result || 'errors' in result)) {
    const isData = isPlainObject(result) && !('extensions' in result)
    const problem = `a result is an object with data or errors, got ${showWritten(result)}`
    return refuse(problem, isData ? `{ data: ${asCode(result)} }` : undefined)
  }
  const mistake = optionMistake(result, MEMBERS, 'member of a result')
  if (mistake) refuse(mistake.problem)
  try {
    return jsonText(result)
  } catch (error) {
    return refuse(`the result cannot be sent as JSON: ${reasonOf(error)}`)
  }
}
