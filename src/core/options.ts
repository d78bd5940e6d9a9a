import { brandedKindOf } from './brand.ts'
import { asCode, keyProblem, nearestTo, objectCode, refuseCall } from './refusal.ts'
import { quote, show } from './show.ts'
import { isOneOf, isPlainObject } from './type-guards.ts'

/** The values that an option can have. */
export interface OptionRow {
  readonly isRight: (value: unknown) => boolean
  /** Follows the option's name and `is` in a message. */
  readonly wanted: string
  readonly isRequired?: true
  /** Returns the right value that a wrong one says in another way. */
  readonly meant?: (value: unknown) => unknown
}

/** The options of a function. */
export type OptionTable = Readonly<Record<string, OptionRow>>

/** The row of an option that is on or off. */
export const ON_OR_OFF: OptionRow = { isRight: (value) => typeof value === 'boolean', wanted: 'true or false' }

const CHECKS = ['error', 'warn', 'off']

/** The row of an option that says what a violation has as its consequence. */
export const CHECK: OptionRow = {
  isRight: (value) => isOneOf(CHECKS, value),
  wanted: `one of ${CHECKS.map(quote).join(', ')}`,
}

/**
 * Returns the first unknown option, which would silently do nothing, or the first with a wrong value: the problem, the name that
 * was probably meant, and the value as written. `what` names an option.
 */
export function optionMistake(
  options: unknown,
  table: OptionTable,
  what = 'option',
): { readonly problem: string; readonly name?: string | undefined; readonly value?: unknown } | undefined {
  if (!isPlainObject(options) || brandedKindOf(options)) {
    return { problem: `the ${what}s must be an object, got ${show(options)}` }
  }
  const names = Object.keys(table)
  const unknown = Object.keys(options).find((key) => !names.includes(key))
  if (unknown !== undefined) {
    return { problem: keyProblem(unknown, what, names), name: nearestTo(unknown, names), value: options[unknown] }
  }
  for (const [name, row] of Object.entries(table)) {
    const value = options[name]
    const isAbsent = value === undefined && !row.isRequired
    if (!(isAbsent || row.isRight(value))) {
      return { problem: `${name} is ${row.wanted}, not ${show(value)}`, name, value }
    }
  }
  return undefined
}

/**
 * Refuses wrong options. `taker` is the function that takes the options, and `before` the code of its arguments before them.
 * @throws {RouteDefinitionError}
 */
export function checkOptions(taker: string, before: string, options: unknown, table: OptionTable): void {
  const mistake = optionMistake(options, table)
  if (!mistake) return
  const { problem, name, value } = mistake
  const right = name === undefined ? undefined : rightCode(name, table[name] as OptionRow, value)
  refuseCall(taker, problem, right && `${taker}(${before}${right})`)
}

/** The code of an option with a value, or with the value that it says in another way; `undefined` if neither is right. */
function rightCode(name: string, row: OptionRow, value: unknown): string | undefined {
  const right = row.isRight(value) ? value : row.meant?.(value)
  return row.isRight(right) ? objectCode([name], asCode(right)) : undefined
}
