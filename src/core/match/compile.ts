import { typeError } from '../frames.ts'
import { type CompileOptions, isMatcher, type Matcher, type Test } from '../matcher.ts'
import { isAsymmetric, isPlainObject, isRegExp, isSchema, stateless, synchronous } from '../type-guards.ts'
import { copyBytes } from './bytes.ts'
import { compare, type Trail } from './compare.ts'
import type { Condition, Predicate } from './condition.ts'
import { validate } from './predicate.ts'

/** The maximum depth of an expectation: each level uses the stack, here and at each comparison. */
export const DEEPEST = 500

/**
 * Compiles an expectation.
 * @throws {RangeError} if it is nested too deeply, as one that contains itself is.
 */
export function compile(expected: unknown, options: CompileOptions, depth = 0): Condition {
  if (depth > DEEPEST) throw new RangeError(`it is nested more than ${DEEPEST} levels deep`)
  if (isMatcher(expected)) return compileMatcher(expected, options, depth)
  if (isSchema(expected)) return userPredicate(expected, (received) => validate(expected, received))
  if (isAsymmetric(expected))
    return userPredicate(expected, (received) => asBoolean(expected.asymmetricMatch(received)))
  if (typeof expected === 'function') return userPredicate(expected, (received) => asBoolean(expected(received)))
  if (isRegExp(expected)) return { kind: 'pattern', regexp: stateless(expected) }
  if (Array.isArray(expected)) {
    return { kind: 'array', items: expected.map((item) => compile(item, options, depth + 1)) }
  }
  if (isPlainObject(expected)) {
    const { exact = false, lowerCase = false } = options
    const inner = optionsWithin(options)
    const entries = Object.entries(expected).map(
      ([key, value]) => [lowerCase ? key.toLowerCase() : key, compile(value, inner, depth + 1)] as const,
    )
    return { kind: 'object', entries, exact }
  }
  const bytes = copyBytes(expected)
  if (bytes) return { kind: 'bytes', bytes }
  return { kind: 'value', value: options.text && expected !== undefined ? String(expected) : expected }
}

/** The fields of a form are text, but the properties of a file among them have types. */
function optionsWithin(options: CompileOptions): CompileOptions {
  if (!options.form) return options
  return options.form === 'whole' ? { ...options, form: 'field' } : {}
}

function compileMatcher(matcher: Matcher, options: CompileOptions, depth: number): Condition {
  const { rule } = matcher
  if (rule.kind === 'alias') {
    const condition = compile(rule.expected, { ...options, ...rule.options }, depth + 1)
    // The report then names the key, the element or the byte that differs, not the whole matcher.
    if (['object', 'array', 'bytes'].includes(condition.kind)) return condition
    return { kind: 'predicate', written: matcher, isUserCode: runsUserCode(condition), test: testOf(condition) }
  }
  let isUserCode = false
  const test = rule.prepare((expected, more) => {
    const condition = compile(expected, { ...options, ...more }, depth + 1)
    isUserCode ||= runsUserCode(condition)
    return testOf(condition)
  })
  return { kind: 'predicate', written: matcher, isUserCode, test }
}

function testOf(condition: Condition): Test {
  return (received, raw) => compare(condition, received, '', raw ? { ...rethrow, raw } : rethrow)
}

function userPredicate(written: unknown, test: Predicate['test']): Predicate {
  return { kind: 'predicate', written, test, isUserCode: true }
}

function runsUserCode(condition: Condition): boolean {
  return condition.kind === 'predicate' ? condition.isUserCode : innerConditions(condition).some(runsUserCode)
}

function innerConditions(condition: Condition): readonly Condition[] {
  if (condition.kind === 'object') return condition.entries.map(([, part]) => part)
  return condition.kind === 'array' ? condition.items : []
}

/** Whether an expectation compiles to a predicate: a function, a matcher, a schema, a runner's asymmetric matcher. */
export function isPredicate(expected: unknown): boolean {
  return typeof expected === 'function' || isMatcher(expected) || isSchema(expected) || isAsymmetric(expected)
}

/** How many conditions an expectation has. Of two matched stubs, the one with more conditions is asked first. */
export function countConditions(condition: Condition): number {
  const parts = innerConditions(condition)
  return parts.length === 0 ? 1 : parts.reduce((sum, part) => sum + countConditions(part), 0)
}

/** A matcher is truthy: a function that returns one, as `expect.anything` does, would match whatever arrives. */
function asBoolean(result: unknown): boolean {
  if (isMatcher(result) || isAsymmetric(result)) {
    throw typeError('The function returned a matcher, which asks nothing there; write the matcher itself')
  }
  return Boolean(synchronous(result, 'function'))
}

/** The trail of a nested comparison. It throws what a predicate threw: `not()` would turn an error into a match. */
const rethrow: Trail = {
  all: false,
  add(difference) {
    if ('error' in difference) throw difference.error
  },
}
