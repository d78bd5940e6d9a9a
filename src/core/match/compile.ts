import { type CompileOptions, isMatcher, type Matcher } from '../matcher.ts'
import { stateless } from '../stateless.ts'
import { isAsymmetric, isPlainObject, isRegExp, isSchema, synchronous } from '../type-guards.ts'
import { compare, type Trail } from './compare.ts'
import type { Asked, Condition } from './condition.ts'
import { validate } from './schema.ts'

/** How many levels an expectation may have: each takes room on the stack, here and at each comparison. */
export const DEEPEST = 500

/**
 * Takes an expectation apart.
 * @throws {RangeError} where it is nested too deeply; one that has itself in it is.
 */
export function compile(expected: unknown, options: CompileOptions, depth = 0): Condition {
  if (depth > DEEPEST) throw new RangeError(`it is nested more than ${DEEPEST} levels deep`)
  if (isMatcher(expected)) return compileMatcher(expected, options, depth)
  if (isSchema(expected)) return foreign(expected, (received) => validate(expected, received))
  if (isAsymmetric(expected)) return foreign(expected, (received) => answerOf(expected.asymmetricMatch(received)))
  if (typeof expected === 'function') return foreign(expected, (received) => answerOf(expected(received)))
  if (isRegExp(expected)) return { kind: 'pattern', regexp: stateless(expected) }
  if (Array.isArray(expected))
    return { kind: 'array', items: expected.map((item) => compile(item, options, depth + 1)) }
  if (isPlainObject(expected)) {
    const { exact = false, lowerCase = false } = options
    const entries = Object.entries(expected).map(
      ([key, value]) => [lowerCase ? key.toLowerCase() : key, compile(value, options, depth + 1)] as const,
    )
    return { kind: 'object', entries, exact }
  }
  return { kind: 'value', value: options.text && expected !== undefined ? String(expected) : expected }
}

function compileMatcher(asked: Matcher, options: CompileOptions, depth: number): Condition {
  const conditions = new Map<Asked['ask'], Condition>()
  const ask = asked.prepare((value, more) => {
    const condition = compile(value, { ...options, ...more }, depth + 1)
    const test = (received: unknown) => compare(condition, received, '', rethrow)
    conditions.set(test, condition)
    return test
  })
  // One that asks for a whole and nothing else, as equals() does, differs where a part of that differs.
  const whole = conditions.get(ask)
  if (whole?.kind === 'object' || whole?.kind === 'array') return whole
  return { kind: 'ask', asked, ask, foreign: [...conditions.values()].some(isForeign) }
}

export function foreign(asked: unknown, ask: Asked['ask']): Asked {
  return { kind: 'ask', asked, ask, foreign: true }
}

function isForeign(condition: Condition): boolean {
  return condition.kind === 'ask' ? condition.foreign : partsOf(condition).some(isForeign)
}

function partsOf(condition: Condition): readonly Condition[] {
  if (condition.kind === 'object') return condition.entries.map(([, part]) => part)
  return condition.kind === 'array' ? condition.items : []
}

/** Whether a value is asked, rather than compared: a function, a matcher, a schema, a runner's asymmetric matcher. */
export function isAsked(value: unknown): boolean {
  return typeof value === 'function' || isMatcher(value) || isSchema(value) || isAsymmetric(value)
}

/** How many conditions there are in one: what makes a matched stub come before another. */
export function countConditions(condition: Condition): number {
  const parts = partsOf(condition)
  return parts.length === 0 ? 1 : parts.reduce((sum, part) => sum + countConditions(part), 0)
}

function answerOf(answer: unknown): boolean {
  return Boolean(synchronous(answer, 'function'))
}

/** The trail of a nested comparison: what throws there must reach the matcher around it, or `not()` would turn it round. */
const rethrow: Trail = {
  all: false,
  add(difference) {
    if ('error' in difference) throw difference.error
  },
}
