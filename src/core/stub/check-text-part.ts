import { isToken } from '../http-rules.ts'
import { isPredicate } from '../match/compile.ts'
import { isMatcher } from '../matcher.ts'
import { isWildcard, type Pattern } from '../path/path.ts'
import { withArticle } from '../refusal.ts'
import { MATCH_PARTS, type MatchPart } from '../request.ts'
import { show } from '../show.ts'
import { isObject, isPlainObject, isRegExp, tagOf } from '../type-guards.ts'
import { firstMistake, type Mistake } from './correction.ts'

type TextPart = Exclude<MatchPart, 'body'>

/** The parts whose values arrive as text, so that only a text, or what can be written as one, is equal to them. */
export const TEXT_PARTS = MATCH_PARTS.filter((part): part is TextPart => part !== 'body')

/** How a value arrives: as one text, as a list of segments, as a list if it is repeated, or in any of these ways. */
type Arrival = 'text' | 'segments' | 'repeated' | 'any'

/** Returns the first expectation that no text can meet. */
export function textPartMistake(pattern: Pattern | undefined, part: TextPart, expected: unknown): Mistake | undefined {
  if (expected === undefined || isPredicate(expected)) return undefined
  if (!isPlainObject(expected)) {
    return { problem: `${part} in a match must be an object of names and values, got ${show(expected)}` }
  }
  return firstMistake(Object.entries(expected), ([name, value]) => {
    if (part === 'headers' && !isToken(name)) return { problem: `${show(name)} is not a header name` }
    const problem = firstProblem(value, arrivalOf(pattern, part, name))
    return problem === undefined ? undefined : { problem: `${part}.${name} ${problem}` }
  })
}

function arrivalOf(pattern: Pattern | undefined, part: TextPart, name: string): Arrival {
  if (part === 'queries') return 'repeated'
  if (part !== 'params') return 'text'
  if (!pattern) return 'any'
  return isWildcard(pattern, name) ? 'segments' : 'text'
}

function firstProblem(value: unknown, arrival: Arrival): string | undefined {
  for (const one of alternativesOf(value)) {
    const problem = Array.isArray(one) ? listProblem(one, arrival) : valueProblem(one, arrival)
    if (problem !== undefined) return problem
  }
  return undefined
}

/** Returns the values, one of which has to be equal: those in `oneOf([…])`, or the value itself. Other matchers name none. */
export function alternativesOf(value: unknown): readonly unknown[] {
  if (!isMatcher(value)) return [value]
  if (value.name === 'oneOf') return (value.args[0] as readonly unknown[]).flatMap(alternativesOf)
  return ['equals', 'some', 'every'].includes(value.name) ? value.args.flatMap(alternativesOf) : []
}

function listProblem(list: readonly unknown[], arrival: Arrival): string | undefined {
  const inner = list.map(neverText).find((never) => never !== undefined)
  if (inner !== undefined) return `arrives as text and is never ${inner}`
  if (arrival === 'text') return 'arrives as one text and is never a list'
  const isShort = arrival === 'repeated' && list.length < 2
  return isShort ? `arrives as a list only if it is repeated, never as a list of ${list.length}` : undefined
}

function valueProblem(value: unknown, arrival: Arrival): string | undefined {
  const never = neverText(value)
  if (never !== undefined) return `arrives as text and is never ${never}`
  const isOneText = arrival === 'segments' && value !== undefined && !isPredicate(value)
  return isOneText ? 'arrives as a list of segments and is never one text' : undefined
}

/** Returns what a value is if no text can be equal to it: a URL can be written as text, a map cannot. */
function neverText(value: unknown): string | undefined {
  if (typeof value === 'symbol') return 'a symbol'
  if (!isObject(value) || isPredicate(value) || isRegExp(value)) return undefined
  if (Array.isArray(value)) return 'a list of lists'
  const tag = tagOf(value)
  return tag === 'Date' || String(value).startsWith('[object ')
    ? withArticle(tag === 'Object' ? 'object' : tag)
    : undefined
}
