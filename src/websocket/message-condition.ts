import { parsedJson } from '../core/json.ts'
import { compare } from '../core/match/compare.ts'
import { isMistake, type Mistake } from '../core/stub/correction.ts'
import { tryMatch } from '../core/stub/parse-match.ts'

/** Whether a message meets a condition. */
export type MessageCondition = (data: string | Uint8Array) => boolean

/**
 * Compiles a condition on a message, by the rule of a `match` for a body: the JSON of a text is compared, and the text itself if the
 * condition is a string or a RegExp. Returns the reason why no message can meet it.
 */
export function tryMessage(expected: unknown): MessageCondition | Mistake {
  const match = tryMatch(undefined, { message: expected }, ['message'])
  if (isMistake(match)) return match
  const condition = match?.parts[0]?.condition
  if (!condition) return { problem: 'a message is compared with a value, a RegExp, a function or a matcher' }
  return (data) => {
    const isText = typeof data === 'string'
    const parsed = parsedJson(data)
    const raw = { text: isText ? data : undefined, bytes: isText ? undefined : data }
    let error: { readonly thrown: unknown } | undefined
    const isMet = compare(condition, parsed === undefined ? data : parsed, '', {
      all: false,
      raw,
      add(difference) {
        if ('error' in difference) error = { thrown: difference.error }
      },
    })
    if (error) throw error.thrown
    return isMet
  }
}
