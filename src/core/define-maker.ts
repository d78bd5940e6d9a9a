import { findOwn, MAKER, type Maker } from './own-kind.ts'
import { asCode, refuseCall } from './refusal.ts'
import { show } from './show.ts'

/** The call of a function of mynah. */
interface Usage {
  /** A matcher by default. */
  readonly makes?: 'reply'
  /** The number of its arguments, or the smallest and the largest number. */
  readonly takes: number | readonly [least: number, most: number]
  /** Returns the call that was probably meant by too many arguments. A reply is meant without those too many. */
  readonly meant?: (args: readonly unknown[]) => string | undefined
  /** Written in the message behind the number of arguments, after a semicolon. */
  readonly note?: string
}

/**
 * Defines a function whose result is meant. It refuses a wrong number of arguments, which types do not see in JavaScript, and
 * the function is recognised if it is written without its call.
 */
export function defineMaker<Args extends readonly unknown[], Made>(
  name: string,
  usage: Usage,
  make: (...args: Args) => Made,
): (...args: Args) => Made {
  const [least, most] = typeof usage.takes === 'number' ? [usage.takes, usage.takes] : usage.takes
  const maker = (...args: Args) => {
    if (args.length < least || args.length > most) {
      const problem = `it takes ${countText(least, most)}${usage.note === undefined ? '' : `; ${usage.note}`}`
      refuseCall(writtenCall(name, args), problem, args.length > most ? meantCall(args) : undefined)
    }
    const uncalled = findOwn(args, ['maker'])
    if (uncalled) {
      const problem = `${(uncalled.value as Maker).name} is a function; call it`
      refuseCall(writtenCall(name, args), problem, usage.makes ? undefined : rightCall(args))
    }
    return make(...args)
  }
  const meantCall = (args: Args): string | undefined => {
    if (usage.meant) return usage.meant(args)
    return most === 0 || usage.makes === 'reply' ? rightCall(args.slice(0, most) as unknown as Args) : undefined
  }
  const rightCall = (args: Args): string | undefined => {
    try {
      make(...args)
      return `${name}(${args.map(asCode).join(', ')})`
    } catch {
      return undefined
    }
  }
  return Object.defineProperties(maker, {
    name: { value: name },
    [MAKER]: { value: { makes: usage.makes ?? 'matcher', call: least === 0 ? `${name}()` : `${name}(…)` } },
  })
}

function writtenCall(name: string, args: readonly unknown[]): string {
  return `${name}(${args.map((arg) => (arg === undefined ? 'undefined' : show(arg))).join(', ')})`
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
