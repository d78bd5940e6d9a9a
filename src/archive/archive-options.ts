import type { OptionTable } from '../core/options.ts'
import { isPlainObject } from '../core/type-guards.ts'
import type { HarEntry } from './har-format.ts'

/** The parts of a request that are not compared when it is matched. Headers are never compared. */
export interface Ignore {
  /** Names of queries. */
  readonly queries?: readonly string[]
  /** Whether the body is not compared, or the names of its fields that are not: `'params.at'`. */
  readonly body?: boolean | readonly string[]
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
  wanted: "{ queries: [names], body: true or ['id', 'params.at'] }, or one of them",
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
  return isNames(queries) && (typeof body === 'boolean' || isNames(body))
}

function isNames(value: unknown): boolean {
  return Array.isArray(value) && value.every((name) => typeof name === 'string' && name !== '')
}

export function isOrigin(text: unknown): boolean {
  return typeof text === 'string' && /^https?:\/\/[^/?#@*]+\/?$/i.test(text) && URL.canParse(text)
}
