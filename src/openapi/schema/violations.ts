import type { OutputUnit, Schema } from '@cfworker/json-schema'
import { getOrAdd } from '../../core/get-or-add.ts'
import { parsedJson } from '../../core/json.ts'
import { show } from '../../core/show.ts'
import { keysOf } from '../document/document.ts'
import { coerce } from './coerce.ts'
import { describeSchema, expectationOf, fitsSeveral } from './expectation.ts'
import { isOnly } from './members.ts'
import type { CompiledSchema, LinkedSchema } from './schemas.ts'

/** One violation of a contract. `at` is its place, `body.items[0].id`; `received` is written as code. */
export interface Violation {
  readonly at: string
  readonly expected: string
  readonly received: string
}

/** How many violations are shown; further ones are counted. */
const MOST_VIOLATIONS = 12

/** The place of a checked value. `showValue` writes what was received there, or within, as code. */
interface Place {
  readonly at: string
  readonly showValue: (value: unknown, at: string) => string
}
const PAYLOAD: Place = { at: '', showValue: show }

/** Returns all violations of a schema, in the order of the schema. */
export function violationsOf(schema: CompiledSchema, value: unknown, place = PAYLOAD): Violation[] {
  if (schema.isValid(value)) return []
  const found = leavesOf(schema.errorsOf(value)).flatMap((error) => wordError(schema, value, error, place))
  // Two members of an `allOf` may have the same violation.
  return [...new Map(found.map((violation) => [`${violation.at} ${violation.expected}`, violation])).values()]
}

/**
 * Returns the violations of a body that is a text. A text may stand for a number. What a schema describes as an object or a
 * list, such as YAML and CSV, is not checked: only its text is known.
 */
export function textViolations(schema: CompiledSchema, text: string, place?: Place): Violation[] {
  if (isOnly('object', schema) || isOnly('array', schema)) return []
  return violationsOf(schema, coerce(text, schema), place)
}

/** Returns the violations of a text that must be JSON. */
export function jsonViolations(schema: CompiledSchema, text: string, place = PAYLOAD): Violation[] {
  const value = parsedJson(text)
  const { at, showValue } = place
  return value === undefined
    ? [{ at, expected: 'JSON', received: showValue(text, at) }]
    : violationsOf(schema, value, place)
}

/** Returns the errors to show: those that have no errors further in. Of alternatives, only the errors of the nearest one. */
function leavesOf(errors: readonly OutputUnit[]): OutputUnit[] {
  const leaves: OutputUnit[] = []
  for (let index = 0; index < errors.length; index++) {
    const error = errors[index] as OutputUnit
    const isWithin = (other?: OutputUnit) => other?.keywordLocation.startsWith(`${error.keywordLocation}/`)
    if (['anyOf', 'oneOf', 'contains'].includes(error.keyword)) {
      const start = index + 1
      while (isWithin(errors[index + 1])) index++
      leaves.push(...nearestOf(error, errors.slice(start, index + 1)))
    } else if (error.keyword !== 'if' && !isWithin(errors[index + 1])) leaves.push(error)
  }
  return leaves
}

/** Returns the errors of the alternative that a value is nearest to; the keyword's own error if it is near to none. */
function nearestOf(outer: OutputUnit, errors: readonly OutputUnit[]): OutputUnit[] {
  if (outer.keyword === 'contains' || fitsSeveral(outer)) return [outer]
  const branches = new Map<string, OutputUnit[]>()
  for (const error of errors) {
    const [branch = ''] = error.keywordLocation.slice(outer.keywordLocation.length + 1).split('/', 1)
    getOrAdd(branches, branch, () => []).push(error)
  }
  const candidates = [...branches.values()].map(leavesOf)
  const near = candidates.filter((leaves) => !leaves.some((leaf) => isOtherType(leaf, outer)))
  const [best] = near.sort((a, b) => distanceOf(a, outer) - distanceOf(b, outer))
  return best ?? [outer]
}

/** Whether an alternative is for values of another type. */
function isOtherType(leaf: OutputUnit, { instanceLocation }: OutputUnit): boolean {
  return ['type', 'anyOf', 'oneOf'].includes(leaf.keyword) && leaf.instanceLocation === instanceLocation
}

/** A wrong constant tells that another alternative is meant. */
function distanceOf(leaves: readonly OutputUnit[], outer: OutputUnit): number {
  const depth = outer.instanceLocation.split('/').length + 1
  const isKind = ({ keyword, instanceLocation }: OutputUnit) =>
    (keyword === 'const' || keyword === 'enum') && instanceLocation.split('/').length <= depth
  return leaves.reduce((sum, leaf) => sum + (isKind(leaf) ? 10 : 1), 0)
}

function wordError(schema: CompiledSchema, value: unknown, error: OutputUnit, place: Place): Violation[] {
  const { at, part } = partAt(place.at, value, keysOf(error.instanceLocation))
  const owner = ownerOf(schema, error)
  if (error.keyword === 'required' || error.keyword === 'dependentRequired') {
    const instance = part as object
    const missing = requiredBy(owner, error.keyword, instance).filter((name) => !Object.hasOwn(instance, name))
    return missing.map((name) => ({
      at: partAt(at, undefined, [name]).at,
      expected: describeSchema(owner.properties?.[name], schema.lookup),
      received: 'nothing',
    }))
  }
  const expected = fitsSeveral(error)
    ? `only one of ${fittingNames(schema, owner, part).join(', ')}`
    : expectationOf(error, owner, schema.lookup)
  return [{ at, expected, received: place.showValue(part, at) }]
}

/** Returns the names of the alternatives that a value fits. */
function fittingNames(schema: CompiledSchema, { oneOf = [] }: Schema, value: unknown): string[] {
  return oneOf.flatMap((one, index) => {
    if (!schema.withRoot(one).isValid(value)) return []
    const reference = typeof one === 'object' ? one.$ref : undefined
    return [keysOf(reference ?? '').at(-1) ?? `alternative ${index + 1}`]
  })
}

/** Returns the names that a keyword requires of an object. */
function requiredBy(owner: Schema, keyword: 'required' | 'dependentRequired', instance: object): string[] {
  if (keyword === 'required') return owner.required ?? []
  const dependent = Object.entries(owner.dependentRequired as Readonly<Record<string, string[]>>)
  return dependent.flatMap(([name, names]) => (Object.hasOwn(instance, name) ? names : []))
}

/** Returns the schema with the broken keyword. */
function ownerOf({ root, lookup }: LinkedSchema, { keywordLocation }: OutputUnit): Schema {
  return (
    keysOf(keywordLocation)
      .slice(0, -1)
      // A property may have this name too.
      .reduce(
        (owner, key) => (typeof owner.$ref === 'string' && key === '$ref' ? lookup[owner.$ref] : owner[key]),
        root as Schema,
      )
  )
}

/** Returns the part of a value that keys lead to, and its place. */
function partAt(owner: string, value: unknown, keys: readonly string[]) {
  let at = owner
  let part = value
  for (const key of keys) {
    at += Array.isArray(part) ? `[${key}]` : at === '' ? key : `.${key}`
    part = (part as Record<string, unknown> | undefined)?.[key]
  }
  return { at, part }
}

/** Words violations, one on each line. */
export function wordViolations(violations: readonly Violation[]): string {
  const shown = violations.slice(0, MOST_VIOLATIONS)
  const labels = shown.map(({ at }) => at || 'the payload')
  const places = Math.max(...labels.map(({ length }) => length))
  const expectations = Math.max(...shown.map(({ expected }) => expected.length))
  const lines = shown.map(
    ({ expected, received }, index) =>
      `  ${(labels[index] as string).padEnd(places)}  expected ${expected.padEnd(expectations)}  received ${received}`,
  )
  const left = violations.length - shown.length
  return [...lines, ...(left > 0 ? [`  and ${left} more`] : [])].join('\n')
}
