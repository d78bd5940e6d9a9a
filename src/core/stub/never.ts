import { isMatcher } from '../matcher.ts'
import { show } from '../show.ts'

/** Returns the values, one of which has to be equal: those in `oneOf([…])`, or the value itself. */
export function alternativesOf(value: unknown): readonly unknown[] {
  if (!isMatcher(value)) return [value]
  if (value.name === 'oneOf') return (value.args[0] as readonly unknown[]).flatMap(alternativesOf)
  return ['equals', 'some', 'every'].includes(value.name) ? value.args.flatMap(alternativesOf) : [value]
}

/** Whether only an absent value meets an expectation. */
export function isAbsence(expected: unknown): boolean {
  if (!isMatcher(expected)) return expected === undefined
  const [inner] = expected.args
  return expected.name === 'haveType'
    ? inner === 'undefined'
    : expected.name === 'not' && isMatcher(inner) && inner.name === 'exists'
}

/** What an expectation says of a value: a text, a number, a length or a type, and the least and the most that it can be. */
interface Bounds {
  readonly of: 'text' | 'number' | 'length' | 'type'
  readonly least: unknown
  readonly most: unknown
  /** Whether the bounds themselves are excluded. */
  readonly isOpen?: boolean
}

/** Returns two of the expectations in `every(…)` that no value can meet together. */
export function contradiction(expected: unknown): string | undefined {
  if (!isMatcher(expected) || expected.name !== 'every') return undefined
  for (const one of expected.args) {
    for (const other of expected.args) {
      const isNever = boundsOf(one).some((a) =>
        boundsOf(other).some((b) => a.of === b.of && (isAbove(a, b) || isAbove(b, a))),
      )
      if (isNever) return `never both ${show(one)} and ${show(other)}`
    }
  }
  return undefined
}

function isAbove(a: Bounds, b: Bounds): boolean {
  return (a.least as number) > (b.most as number) || (a.least === b.most && (a.isOpen === true || b.isOpen === true))
}

function boundsOf(expected: unknown): readonly Bounds[] {
  if (isMatcher(expected)) {
    const toBounds = BOUNDS[expected.name]
    return toBounds ? [toBounds(expected.args[0] as never)] : []
  }
  const text = exactly('text', String(expected))
  if (typeof expected === 'string') return [text, exactly('length', expected.length)]
  if (typeof expected === 'number') return [text, exactly('number', expected)]
  return typeof expected === 'boolean' || expected === null ? [text] : []
}

type ToBounds = (arg: never) => Bounds

const exactly = (of: Bounds['of'], value: unknown): Bounds => ({ of, least: value, most: value })
const upTo = (of: Bounds['of'], most: unknown, isOpen = false): Bounds => ({ of, least: -Infinity, most, isOpen })
const from = (of: Bounds['of'], least: unknown, isOpen = false): Bounds => ({ of, least, most: Infinity, isOpen })

const BOUNDS: Readonly<Record<string, ToBounds | undefined>> = {
  greater: (limit) => from('number', limit, true),
  greaterOrEquals: (limit) => from('number', limit),
  less: (limit) => upTo('number', limit, true),
  lessOrEquals: (limit) => upTo('number', limit),
  inRange: ([least, most]: readonly number[]) => ({ of: 'number', least, most }),
  length: (size) => exactly('length', size),
  minLength: (size) => from('length', size),
  maxLength: (size) => upTo('length', size),
  haveType: (type) => exactly('type', type),
}
