import { closest, distance } from 'fastest-levenshtein'
import { COMPRESSION_FORMATS, isFormType, isJsonType } from '../http-rules.ts'
import { parsedJson } from '../json.ts'
import type { MatchableRequest, Miss } from '../match/match.ts'
import { asCode } from '../refusal.ts'
import { propertyName, show } from '../show.ts'
import { isObject, isPlainObject, isRegExp, propertyOf } from '../type-guards.ts'

/** The parts of a request that explain a difference in another part. */
export type SentParts = Pick<MatchableRequest, 'headers' | 'queries' | 'cookies' | 'body' | 'text'>

/** At most so many names are compared, so that a report on a large body stays fast. */
const MOST_NAMES = 1000

/** Longer texts are not compared as JSON. */
const LONGEST_JSON = 100_000

/** Returns a line for the report on a difference that has a likely cause. */
export function likelyCause(miss: Miss, sent: SentParts): string | undefined {
  return wordEncoding(miss, sent) ?? wordBrackets(miss, sent) ?? wordSimilarName(miss, sent) ?? wordSameJson(miss)
}

/** Says that a body is still encoded: `br`, `zstd` or the `aws-chunked` of S3's clients. */
function wordEncoding({ part }: Miss, { headers }: SentParts): string | undefined {
  const encodings = part === 'body' ? headers['content-encoding'] : undefined
  const isUndone = (encoding: string) => Object.hasOwn(COMPRESSION_FORMATS, encoding.trim().toLowerCase())
  if (encodings === undefined || encodings.split(',').every(isUndone)) return undefined
  return `sent with content-encoding ${show(encodings)}, which is not decoded`
}

/** Says that a request has the query under a name with brackets, `?tag[]=a` for `tag`, or without them. */
function wordBrackets({ part, at, received }: Miss, { queries }: SentParts): string | undefined {
  if (part !== 'queries' || received !== undefined) return undefined
  const withoutBrackets = (name: string) => name.replace(/\[.*/s, '')
  const other = Object.keys(queries).find((name) => withoutBrackets(name) === withoutBrackets(at))
  return other && `its name is ${show(other)}: write queries: { ${propertyName(other)}: … }`
}

/** Says that a request has nearly the name that is missing: `authorisation` for `authorization`. */
function wordSimilarName({ part, at, expected, received }: Miss, sent: SentParts): string | undefined {
  if (!(part in sent) || expected === undefined || received !== undefined) return undefined
  const steps = at.split(/[.[\]]+/)
  const name = steps.pop() as string
  const outer = steps.reduce<unknown>(
    (value, step) => (isObject(value) ? propertyOf(value, step) : undefined),
    sent[part as keyof SentParts],
  )
  const names = isPlainObject(outer) ? Object.keys(outer).slice(0, MOST_NAMES) : []
  if (names.length === 0) return undefined
  const similar = closest(name, names)
  return distance(name, similar) <= name.length / 4 ? `a similar name was sent: ${show(similar)}` : undefined
}

/** Says that two texts are the same JSON, which is better compared as a value. */
function wordSameJson({ part, at, expected, received }: Miss): string | undefined {
  const [expectedJson, receivedJson] = [jsonObject(expected), jsonObject(received)]
  if (!expectedJson || !receivedJson || sortedJson(expectedJson) !== sortedJson(receivedJson)) return undefined
  const differs =
    JSON.stringify(expectedJson) === JSON.stringify(receivedJson)
      ? 'with other spaces'
      : 'with its keys in another order'
  const code = asCode(expectedJson)
  const advice = part !== 'body' || at !== '' ? '' : code === '…' ? ': write an object' : `: write body: ${code}`
  return `the same JSON, ${differs}${advice}`
}

/** Returns the object or list that a text is as JSON. */
function jsonObject(text: unknown): object | undefined {
  const value = typeof text === 'string' && text.length <= LONGEST_JSON ? parsedJson(text) : undefined
  return isObject(value) ? value : undefined
}

/** Returns JSON whose keys are sorted; `NaN`, which equals nothing, if it is nested too deeply. */
function sortedJson(value: object): string | number {
  try {
    return JSON.stringify(value, (_key, inner: unknown) => (isPlainObject(inner) ? withSortedKeys(inner) : inner))
  } catch {
    return Number.NaN
  }
}

function withSortedKeys(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const keys = Object.keys(value).sort()
  return Object.fromEntries(keys.map((key) => [key, value[key]]))
}

/** Says why a body that has JSON in it was not read as an object. */
export function wordUnreadJson({ headers }: SentParts): string {
  const type = headers['content-type']
  if (isJsonType(type)) return 'a JSON text that has JSON in it: it was made JSON twice'
  return `sent with ${type ? `content-type ${show(type)}` : 'no content-type'}, so it was not read as JSON`
}

/** Whether a body has JSON in it, but was read as text, bytes or a form because of its content type. */
export function isUnreadJson({ part, at, expected, received }: Miss, sent: SentParts): boolean {
  if (part !== 'body') return false
  if (isFormType(sent.headers['content-type']))
    return (at !== '' || isPlainObject(expected)) && isObject(parsedJson(sent.text))
  // A RegExp is compared with the raw body, whatever it is read as.
  if (at !== '' || !isObject(expected) || isRegExp(expected)) return false
  return isObject(parsedJson(received instanceof Uint8Array ? new TextDecoder().decode(received) : received))
}
