import { isMatcher } from './matcher.ts'
import { isAsymmetric, isObject, isPlainObject, isSchema } from './type-guards.ts'

/** Marks the results of `text('Hello')` and the like. */
export const REPLY: unique symbol = Symbol.for('mynah.reply') as never

/** Whether a value is a named reply, including one from another copy of mynah. */
export function isNamedReply(value: unknown): value is { readonly name: string; readonly args: readonly unknown[] } {
  return isObject(value) && REPLY in value
}

/** Marks a function whose result is meant, such as `exists` or `text`. */
export const MAKER: unique symbol = Symbol.for('mynah.maker.2') as never

/**
 * Marks mocks, and is the member that assertions read. A symbol of the whole process: the mocks may be of another copy of
 * mynah than the assertions, or of its other format.
 */
export const INSPECT: unique symbol = Symbol.for('mynah.inspect.1') as never

/** The kinds of values that mynah makes. None of them can be sent, and most cannot be an expectation. */
type OwnKind = 'matcher' | 'reply' | 'stub' | 'mocks' | 'maker'

/** Each kind in a sentence. */
export const KINDS: Readonly<Record<OwnKind, string>> = {
  matcher: 'a matcher such as exists()',
  reply: 'a reply such as text()',
  stub: 'a stub',
  mocks: 'mocks',
  maker: 'a function that was not called',
}

/** A function of mynah whose result is meant. */
export interface Maker {
  readonly [MAKER]: 'matcher' | 'reply'
  readonly name: string
}

export function isMaker(value: unknown): value is Maker {
  return typeof value === 'function' && MAKER in value
}

/** Returns the kind of a value of mynah, also of another copy of mynah; `undefined` for any other value. */
export function ownKindOf(value: unknown): OwnKind | undefined {
  try {
    return readKind(value)
  } catch {
    // A proxy may throw when it is read.
    return undefined
  }
}

function readKind(value: unknown): OwnKind | undefined {
  if (typeof value === 'function') return MAKER in value ? 'maker' : INSPECT in value ? 'mocks' : undefined
  if (!isObject(value)) return undefined
  if (isMatcher(value) || isAsymmetric(value)) return 'matcher'
  if (isNamedReply(value)) return 'reply'
  return isStubLike(value) ? 'stub' : undefined
}

/** Whether an object is a stub, of any copy of mynah. */
export function isStubLike(value: object): boolean {
  return 'parts' in value && 'declarer' in value
}

/**
 * Finds the first value of these kinds in lists, plain objects and the arguments of matchers, the value itself included. `keys`
 * are those that lead to the value.
 */
export function findOwn(
  value: unknown,
  kinds: readonly OwnKind[],
  keys: readonly string[] = [],
): { readonly kind: OwnKind; readonly value: unknown; readonly keys: readonly string[] } | undefined {
  const own = ownKindOf(value)
  const kind = kinds.find((one) => one === own)
  if (kind) return { kind, value, keys }
  // A value that is nested more deeply contains itself, or is refused elsewhere.
  if (keys.length > DEEPEST) return undefined
  for (const [key, one] of entriesOf(value)) {
    const found = findOwn(one, kinds, [...keys, key])
    if (found) return found
  }
  return undefined
}

/** Returns the members of a list, a plain object or a matcher. If one throws when it is read, it is refused later: when it is compiled or sent. */
function entriesOf(value: unknown): [string, unknown][] {
  try {
    if (isSchema(value)) return []
    if (isMatcher(value)) return Object.entries(value.args)
    return Array.isArray(value) || isPlainObject(value) ? Object.entries(value) : []
  } catch {
    return []
  }
}

/** A value that contains itself several times would be walked through for ever if this were much more. */
const DEEPEST = 20
