import type { RawBody } from '../request.ts'
import { join } from '../show.ts'
import { isObject, propertyOf } from '../type-guards.ts'
import { compareBytes } from './bytes.ts'
import type { Condition, Difference, Predicate } from './condition.ts'
import { evaluate, type PredicateResults } from './predicate.ts'

/** Collects the differences of a comparison. */
export interface Trail {
  /** Whether all differences are wanted, as for a report; without it the comparison ends at the first. */
  readonly all: boolean
  add(difference: Difference): void
  /** Whether user code is not called, and counts as satisfied. */
  readonly skipsUserCode?: boolean
  /** The earlier results of user code for the same request. */
  readonly predicateResults?: () => PredicateResults
  /** The raw body, if the received value is the whole body: a text, a RegExp and bytes may match it too. */
  readonly raw?: RawBody | undefined
}

/**
 * Whether a received value meets a condition (docs/guide/matching.md, one rule at every depth). A predicate that throws does
 * not match; the difference has its error.
 */
export function compare(condition: Condition, received: unknown, at: string, trail: Trail): boolean {
  switch (condition.kind) {
    case 'value':
      return compareValue(condition.value, received, at, trail)
    case 'pattern':
      return comparePattern(condition.regexp, received, at, trail)
    case 'bytes':
      return compareBytes(condition.bytes, trail.raw?.bytes ?? received, at, (difference) => trail.add(difference))
    case 'array':
      return compareArray(condition, received, at, withoutRaw(trail))
    case 'object':
      return compareObject(condition, received, at, withoutRaw(trail))
    case 'predicate':
      return comparePredicate(condition, received, at, trail)
  }
}

function differ(trail: Trail, difference: Difference): false {
  trail.add(difference)
  return false
}

function compareValue(value: unknown, received: unknown, at: string, trail: Trail): boolean {
  if (Object.is(value, received) || (value === 0 && received === 0)) return true
  const raw = typeof value === 'string' ? trail.raw?.text : undefined
  return raw === undefined
    ? differ(trail, { at, expected: value, received })
    : raw === value || differ(trail, { at, expected: value, received: raw })
}

function comparePattern(regexp: RegExp, received: unknown, at: string, trail: Trail): boolean {
  if (isPrimitive(received) && regexp.test(String(received))) return true
  const raw = trail.raw?.text
  return raw === undefined
    ? differ(trail, { at, expected: regexp, received })
    : regexp.test(raw) || differ(trail, { at, expected: regexp, received: raw })
}

/** Only a body as a whole has a raw text; its parts have none. */
function withoutRaw(trail: Trail): Trail {
  return trail.raw ? { ...trail, raw: undefined } : trail
}

function compareArray(
  condition: Extract<Condition, { kind: 'array' }>,
  received: unknown,
  at: string,
  trail: Trail,
): boolean {
  const { items } = condition
  if (!Array.isArray(received)) return differ(trail, { at, expected: expectedBy(condition, trail), received })
  let same = items.length === received.length
  if (!same) differ(trail, { at: join(at, 'length'), expected: items.length, received: received.length })
  for (let index = 0; index < items.length && (same || trail.all); index++) {
    if (index >= received.length) break
    same = compare(items[index] as Condition, received[index], `${at}[${index}]`, trail) && same
  }
  return same
}

function compareObject(
  condition: Extract<Condition, { kind: 'object' }>,
  received: unknown,
  at: string,
  trail: Trail,
): boolean {
  if (!isObject(received) || Array.isArray(received) || ArrayBuffer.isView(received)) {
    return differ(trail, { at, expected: expectedBy(condition, trail), received })
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

function comparePredicate(predicate: Predicate, received: unknown, at: string, trail: Trail): boolean {
  if (trail.skipsUserCode && predicate.isUserCode) return true
  const expected = predicate.written
  const outcome = evaluate(predicate, received, trail)
  if ('error' in outcome) return differ(trail, { at, expected, received, error: outcome.error })
  const { result } = outcome
  if (typeof result === 'boolean') return result || differ(trail, { at, expected, received })
  for (const inner of result) differ(trail, { ...inner, at: joinPlace(at, inner.at) })
  return result.length === 0
}

/** The place of a difference within a value that is itself at a place: `user` and `[0].id` are `user[0].id`. */
export function joinPlace(outer: string, inner: string): string {
  return inner === '' || inner.startsWith('[') ? outer + inner : join(outer, inner)
}

/** The expectation for the report. Only a report reads it, so a decision does not build it. */
function expectedBy(condition: Condition, trail: Trail): unknown {
  return trail.all ? toExpected(condition) : undefined
}

/** A condition as it would be written. */
function toExpected(condition: Condition): unknown {
  switch (condition.kind) {
    case 'value':
      return condition.value
    case 'pattern':
      return condition.regexp
    case 'bytes':
      return condition.bytes
    case 'predicate':
      return condition.written
    case 'array':
      return condition.items.map(toExpected)
    case 'object':
      return Object.fromEntries(condition.entries.map(([key, part]) => [key, toExpected(part)]))
  }
}

function isPrimitive(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}
