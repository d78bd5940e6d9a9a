import { asCode, keyProblem, nearestTo, objectCode, refuseCall } from './refusal.ts'
import { show } from './show.ts'
import { isObject } from './type-guards.ts'

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

/**
 * Refuses an unknown option, which would silently do nothing, and an option with a wrong value. `taker` is the function that
 * takes the options, and `before` the code of its arguments before them.
 * @throws {RouteDefinitionError}
 */
export function checkOptions(taker: string, before: string, options: unknown, table: OptionTable): void {
  const refuse = (problem: string, name?: string, value?: unknown): never => {
    const right = name === undefined ? undefined : rightCode(name, table[name] as OptionRow, value)
    return refuseCall(taker, problem, right && `${taker}(${before}${right})`)
  }
  if (!isObject(options) || Array.isArray(options)) {
    refuse(`the options must be an object, got ${show(options)}`)
    return
  }
  const names = Object.keys(table)
  const given = options as Readonly<Record<string, unknown>>
  const unknown = Object.keys(options).find((key) => !names.includes(key))
  if (unknown !== undefined) refuse(keyProblem(unknown, 'option', names), nearestTo(unknown, names), given[unknown])
  for (const [name, row] of Object.entries(table)) {
    const isAbsent = given[name] === undefined && !row.isRequired
    if (!(isAbsent || row.isRight(given[name])))
      refuse(`${name} is ${row.wanted}, not ${show(given[name])}`, name, given[name])
  }
}

/** The code of an option with a value, or with the value that it says in another way; `undefined` if neither is right. */
function rightCode(name: string, row: OptionRow, value: unknown): string | undefined {
  const right = row.isRight(value) ? value : row.meant?.(value)
  return row.isRight(right) ? objectCode([name], asCode(right)) : undefined
}
