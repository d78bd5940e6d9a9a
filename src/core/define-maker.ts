import { BRAND, findBranded, type Maker } from './brand.ts'
import { refuseCall } from './refusal.ts'
import { showWritten } from './show.ts'

/** Where the second argument of `text('Not Found', 404)` belongs. */
export const SETTINGS_NOTE = 'a status and headers are settings of the stub'

/** The call of a function of mynah. */
interface MakerUsage {
  /** A matcher by default. */
  readonly makes?: Maker[typeof BRAND]['makes']
  /** The number of its arguments, or the smallest and the largest number. */
  readonly takes: number | readonly [least: number, most: number]
  /** Written in the message behind the number of arguments, after a semicolon. */
  readonly note?: string
}

/**
 * Defines a function whose result is meant. It refuses a wrong number of arguments, which types do not see in JavaScript, and
 * the function is recognised if it is written without its call.
 */
export function defineMaker<Args extends readonly unknown[], Made>(
  name: string,
  { makes = 'matcher', takes, note }: MakerUsage,
  make: (...args: Args) => Made,
): (...args: Args) => Made {
  const [least, most] = typeof takes === 'number' ? [takes, takes] : takes
  const maker = (...args: Args) => {
    const isCount = args.length >= least && args.length <= most
    if (!isCount) refuseCall(writtenCall(name, args), `it takes ${countText(least, most)}${note ? `; ${note}` : ''}`)
    const uncalled = findBranded(args, ['maker'])
    if (uncalled) refuseCall(writtenCall(name, args), `${(uncalled.value as Maker).name} is a function; call it`)
    return make(...args)
  }
  return Object.defineProperties(maker, {
    name: { value: name },
    [BRAND]: { value: { kind: 'maker', makes } satisfies Maker[typeof BRAND] },
  })
}

function writtenCall(name: string, args: readonly unknown[]): string {
  return `${name}(${args.map(showWritten).join(', ')})`
}

const NUMBERS = ['no', 'one', 'two']

function countText(least: number, most: number): string {
  if (most === Number.POSITIVE_INFINITY) return `at least ${argumentsText(least)}`
  if (least === 0 && most > 0) return `at most ${argumentsText(most)}`
  return least === most ? argumentsText(most) : `${NUMBERS[least]} or ${argumentsText(most)}`
}

function argumentsText(count: number): string {
  return `${NUMBERS[count]} argument${count === 1 ? '' : 's'}`
}
