import { brandedKindOf } from '../brand.ts'
import { isPlainObject } from '../type-guards.ts'
import type { Settings } from './stub.ts'

type Names = Readonly<Record<string, unknown>>

/**
 * Merges the settings of `rest.at(base, settings)` with the settings of one of its stubs, which win. The names of `headers`
 * are merged, and the names in each part of a `match`. Any other value is replaced as a whole.
 */
export function mergeSettings(base: Settings | undefined, own: Settings = {}): Settings {
  if (!base) return own
  const all = mergeNames(base as Names, own as Names)
  const headers = mergeParts('headers', base.headers, own.headers)
  return { ...all, headers, match: mergeMatch(base.match, own.match) } as Settings
}

function mergeMatch(base: unknown, own: unknown): unknown {
  if (!isRecord(base) || !isRecord(own)) return own ?? base
  const parts = Object.keys({ ...base, ...own })
  return Object.fromEntries(parts.map((part) => [part, mergeParts(part, base[part], own[part])]))
}

function mergeParts(part: string, base: unknown, own: unknown): unknown {
  if (!isRecord(base) || !isRecord(own)) return own ?? base
  if (part !== 'headers') return mergeNames(base, own)
  const names = new Set(Object.keys(own).map((name) => name.toLowerCase()))
  return mergeNames(Object.fromEntries(Object.entries(base).filter(([name]) => !names.has(name.toLowerCase()))), own)
}

/** A setting that is `undefined` is none. */
function mergeNames(base: Names, own: Names): Names {
  return { ...base, ...Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined)) }
}

function isRecord(value: unknown): value is Names {
  return isPlainObject(value) && brandedKindOf(value) === undefined
}
