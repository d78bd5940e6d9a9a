import { join, propertyOf } from '../property.ts'
import { isObject } from '../type-guards.ts'
import type { Asked, Condition, Difference } from './condition.ts'
import { ask, type Opinions } from './predicate.ts'

/** Where differences go. A comparison that is not asked for `all` ends at the first. */
export interface Trail {
  readonly all: boolean
  add(difference: Difference): void
  /** What has been said before of the request that is compared. */
  readonly opinions?: () => Opinions
}

/**
 * Whether a value is what was asked for (contract: section 3, one rule at every depth). Whatever throws on the way
 * does not match, and is reported with its error.
 */
export function compare(condition: Condition, received: unknown, at: string, trail: Trail): boolean {
  switch (condition.kind) {
    case 'value':
      return Object.is(condition.value, received) || (condition.value === 0 && received === 0)
        ? true
        : differ(trail, { at, expected: condition.value, received })
    case 'pattern':
      return isPrimitive(received) && condition.regexp.test(String(received))
        ? true
        : differ(trail, { at, expected: condition.regexp, received })
    case 'array':
      return compareArray(condition.items, received, at, trail)
    case 'object':
      return compareObject(condition, received, at, trail)
    case 'ask':
      return compareAsked(condition, received, at, trail)
  }
}

function differ(trail: Trail, difference: Difference): false {
  trail.add(difference)
  return false
}

function compareArray(items: readonly Condition[], received: unknown, at: string, trail: Trail): boolean {
  if (!Array.isArray(received)) return differ(trail, { at, expected: trail.all && items.map(toExpected), received })
  let same = items.length === received.length
  if (!same) differ(trail, { at: join(at, 'length'), expected: items.length, received: received.length })
  for (let index = 0; index < items.length && (same || trail.all); index++) {
    if (index >= received.length) break
    same = compare(items[index] as Condition, received[index], `${at}[${index}]`, trail) && same
  }
  return same
}

type ObjectCondition = Extract<Condition, { kind: 'object' }>

function compareObject(condition: ObjectCondition, received: unknown, at: string, trail: Trail): boolean {
  if (!isObject(received) || Array.isArray(received) || ArrayBuffer.isView(received)) {
    return differ(trail, { at, expected: trail.all && toExpected(condition), received })
  }
  let same = true
  for (const [key, part] of condition.entries) {
    same = compare(part, propertyOf(received, key), join(at, key), trail) && same
    if (!same && !trail.all) return false
  }
  if (!condition.exact) return same
  const asked = new Set(condition.entries.map(([key]) => key))
  for (const key of Object.keys(received)) {
    if (asked.has(key)) continue
    same = differ(trail, { at: join(at, key), expected: undefined, received: propertyOf(received, key) })
    if (!trail.all) break
  }
  return same
}

function compareAsked(condition: Asked, received: unknown, at: string, trail: Trail): boolean {
  const said = ask(condition, received, trail.opinions)
  if ('error' in said) return differ(trail, { at, expected: condition.asked, received, error: said.error })
  const { opinion } = said
  if (typeof opinion === 'boolean') return opinion || differ(trail, { at, expected: condition.asked, received })
  for (const { at: inner, expected, received: value } of opinion) {
    differ(trail, { at: isBehind(inner) ? at + inner : join(at, inner), expected, received: value })
  }
  return opinion.length === 0
}

/** Whether a place is written straight behind another one: an element of it, or the whole of it. */
function isBehind(inner: string): boolean {
  return inner === '' || inner.startsWith('[')
}

/** A condition as it would be written, for a report. */
function toExpected(condition: Condition): unknown {
  switch (condition.kind) {
    case 'value':
      return condition.value
    case 'pattern':
      return condition.regexp
    case 'ask':
      return condition.asked
    case 'array':
      return condition.items.map(toExpected)
    case 'object':
      return Object.fromEntries(condition.entries.map(([key, part]) => [key, toExpected(part)]))
  }
}

function isPrimitive(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}
