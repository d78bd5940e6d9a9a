import { isAsymmetric, isObject, isPlainObject, isSchema } from './type-guards.ts'

/**
 * The member that marks a value of mynah. A symbol of the whole process: the value may be of another copy of mynah, or of its other
 * format. Its content has the kind of the value, and data that only mynah reads.
 */
export const BRAND: unique symbol = Symbol.for('mynah.brand.1') as never

/** The kinds of values that mynah makes, and users can hold in the wrong place. None of them can be sent. */
type BrandedKind = 'matcher' | 'reply' | 'stub' | 'mocks' | 'maker'

/** What the member of a value holds: its kind. */
export interface Brand {
  readonly kind: BrandedKind | 'context' | 'ended'
}

/** Returns the brand of a value; `undefined` if the value is not of the kind. */
export function brandOf<One extends Brand>(value: unknown, kind: One['kind']): One | undefined {
  const brand = anyBrandOf(value)
  return brand?.kind === kind ? (brand as One) : undefined
}

function anyBrandOf(value: unknown): Brand | undefined {
  const isBranded = (isObject(value) || typeof value === 'function') && BRAND in value
  return isBranded ? (value[BRAND] as Brand | undefined) : undefined
}

/** Whether a value is a named reply, such as the result of `text('Hello')`. */
export function isNamedReply(value: unknown): value is { readonly name: string; readonly args: readonly unknown[] } {
  return brandOf(value, 'reply') !== undefined
}

/** A function of mynah whose result is meant, such as `exists` or `text`. */
export interface Maker {
  readonly [BRAND]: { readonly kind: 'maker'; readonly makes: 'matcher' | 'reply' }
  readonly name: string
}

export function isMaker(value: unknown): value is Maker {
  return brandOf(value, 'maker') !== undefined
}

/** Each kind in a sentence. */
export const KINDS: Readonly<Record<BrandedKind, string>> = {
  matcher: 'a matcher such as exists()',
  reply: 'a reply such as text()',
  stub: 'a stub',
  mocks: 'mocks',
  maker: 'a function that was not called',
}

/** Returns the kind of a value of mynah, also of another copy of mynah; `undefined` for any other value. */
export function brandedKindOf(value: unknown): BrandedKind | undefined {
  try {
    return readKind(value)
  } catch {
    // A proxy may throw when it is read.
    return undefined
  }
}

function readKind(value: unknown): BrandedKind | undefined {
  if (isAsymmetric(value)) return 'matcher'
  const kind = anyBrandOf(value)?.kind
  return kind !== undefined && kind in KINDS ? (kind as BrandedKind) : undefined
}

/**
 * Finds the first value of these kinds in lists, plain objects and the arguments of matchers, the value itself included. `keys`
 * are those that lead to the value.
 */
export function findBranded(
  value: unknown,
  kinds: readonly BrandedKind[],
  keys: readonly string[] = [],
): { readonly kind: BrandedKind; readonly value: unknown; readonly keys: readonly string[] } | undefined {
  const given = brandedKindOf(value)
  const kind = kinds.find((one) => one === given)
  if (kind) return { kind, value, keys }
  // A value that is nested more deeply contains itself, or is refused elsewhere.
  if (keys.length > DEEPEST_SEARCH) return undefined
  for (const [key, one] of entriesOf(value)) {
    const found = findBranded(one, kinds, [...keys, key])
    if (found) return found
  }
  return undefined
}

/** Returns the members of a list, a plain object or a matcher. If one throws when it is read, it is refused later: when it is compiled or sent. */
function entriesOf(value: unknown): [string, unknown][] {
  try {
    if (isSchema(value)) return []
    if (brandOf(value, 'matcher')) return Object.entries((value as { readonly args: readonly unknown[] }).args)
    return Array.isArray(value) || isPlainObject(value) ? Object.entries(value) : []
  } catch {
    return []
  }
}

/** A value that contains itself several times would be walked through for ever if this were much more. */
const DEEPEST_SEARCH = 20
