import type { OptionTable } from '../core/options.ts'
import { isPlainObject } from '../core/type-guards.ts'
import type { HarEntry } from './har-format.ts'

/** The parts of a request that are not compared when it is matched. Headers are never compared. */
export interface Ignore {
  /** Names of queries. */
  readonly queries?: readonly string[]
  /** Whether the body is not compared. */
  readonly body?: boolean
}

/** The options of `har`. */
export interface ArchiveOptions {
  readonly ignore?: Ignore
  /** The origin that answers in place of the recorded one, or `'any'`. */
  readonly origin?: string
  /** Leaves out each entry for which it returns `false`. */
  readonly filter?: (entry: HarEntry) => boolean
}

/** The row of the option `ignore`. */
export const IGNORE: OptionTable[string] = {
  isRight: isIgnore,
  wanted: '{ queries: [names], body: true }, or one of them',
}

/** The options of `har`, for `checkOptions`. */
export const ARCHIVE_OPTIONS: OptionTable = {
  ignore: IGNORE,
  origin: { isRight: (value) => value === 'any' || isOrigin(value), wanted: "an origin, or 'any'" },
  filter: { isRight: (value) => typeof value === 'function', wanted: 'a function of the entry' },
}

function isIgnore(ignore: unknown): boolean {
  if (!isPlainObject(ignore) || Object.keys(ignore).some((key) => key !== 'queries' && key !== 'body')) return false
  const { queries = [], body = false } = ignore
  return Array.isArray(queries) && queries.every((query) => typeof query === 'string') && typeof body === 'boolean'
}

export function isOrigin(text: unknown): boolean {
  return typeof text === 'string' && /^https?:\/\/[^/?#@*]+\/?$/i.test(text) && URL.canParse(text)
}
