import { parsedJson } from '../core/json.ts'
import type { Miss } from '../core/match/match.ts'
import { HIDDEN, quote } from '../core/show.ts'
import { isObject, isPlainObject } from '../core/type-guards.ts'
import type { Ignore } from './archive-options.ts'
import type { RecordedBody } from './read-entry.ts'

/** Returns a body without the parts that are not compared. */
export function ignoreInBody(body: RecordedBody, ignored: Ignore['body']): RecordedBody {
  if (!ignored) return body
  if (ignored === true) return { kind: 'unknown' }
  if (body.kind === 'data') return { kind: 'data', data: ignoreFields(body.data, ignored) }
  return body.kind === 'text' ? { ...body, text: ignoreInText(body.text, ignored), ignored } : body
}

/** Returns a JSON text with any value in the place of each ignored field. Other texts have no fields. */
export function ignoreInText(text: string, ignored: readonly string[]): string {
  const data = parsedJson(text)
  return isObject(data) ? JSON.stringify(ignoreFields(data, ignored)) : text
}

function ignoreFields(data: unknown, ignored: readonly string[]): unknown {
  return ignored.reduce(ignoreField, data)
}

/**
 * Writes `'(hidden)'`, which matches any value and none, in the place of a field: in each element of a list. The name of a
 * field may have dots itself.
 */
function ignoreField(data: unknown, name: string): unknown {
  if (Array.isArray(data)) return data.map((item) => ignoreField(item, name))
  if (!isPlainObject(data)) return data
  const inner = [...name.matchAll(/\./g)]
    .map(({ index }) => [name.slice(0, index), name.slice(index + 1)] as const)
    .filter(([owner]) => Object.hasOwn(data, owner))
    .map(([owner, rest]) => [owner, ignoreField(data[owner], rest)] as const)
  return Object.fromEntries([...Object.entries(data), [name, HIDDEN], ...inner])
}

/** Returns the line that offers to ignore what differs, if nothing but queries and fields of the body does. */
export function ignoreHint(
  caller: string,
  { queries = [], body = [] }: Ignore,
  misses: readonly Miss[],
): string | undefined {
  const isOfField = ({ part, at }: Miss) =>
    (part === 'queries' || part === 'body') && /[^[\]\d.]/.test(at) && !/(?:^|\.)length$/.test(at)
  if (misses.length === 0 || !misses.every(isOfField)) return undefined
  const namesIn = (wanted: string) =>
    misses.flatMap(({ part, at }) => (part === wanted ? at.replace(/\[\d+\]\.?/g, '.').replace(/^\.|\.$/g, '') : []))
  const list = (name: string, names: readonly string[]) =>
    names.length === 0 ? [] : [`${name}: [${[...new Set(names)].map(quote).join(', ')}]`]
  const parts = [
    ...list('queries', [...queries, ...namesIn('queries')]),
    ...list('body', [...(Array.isArray(body) ? body : []), ...namesIn('body')]),
  ]
  return `To ignore it: ${caller}(…, { ignore: { ${parts.join(', ')} } })`
}
