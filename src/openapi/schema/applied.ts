import { type ApiDocument, isData, type Part } from '../document/document.ts'

/** The schemas that are applied to one value, with the names of their translations. */
export type Applied = ReadonlyMap<unknown, string>

/** No schema yet: a value that is met first. */
export const NOTHING_APPLIED: Applied = new Map()

/** The keywords that apply schemas to the same value. The opposite of a schema, and a condition, cannot be taken for granted. */
export const SAME_VALUE = ['allOf', 'anyOf', 'oneOf']

/**
 * Returns which of the wanted schemas a schema leads to, applied to the same value. The way to them goes through none of them.
 * @throws {MynahError} `OPENAPI`, for a reference that cannot be read.
 */
export function reachedFrom(document: ApiDocument, start: Part, wanted: { has(schema: unknown): boolean }): unknown[] {
  // The map grows while it is read.
  const seen = new Map<unknown, string>()
  const reached = new Set<unknown>()
  const meet = ({ value, at }: Part) =>
    wanted.has(value) ? reached.add(value) : seen.has(value) || seen.set(value, at)
  const follow = (value: unknown, at: string) => {
    if (!isData(value)) return
    if (typeof value.$ref === 'string') meet(document.target(value.$ref, at))
    for (const keyword of SAME_VALUE) for (const inner of [value[keyword] ?? []].flat()) meet({ value: inner, at })
  }
  follow(start.value, start.at)
  for (const [value, at] of seen) follow(value, at)
  return [...reached]
}
