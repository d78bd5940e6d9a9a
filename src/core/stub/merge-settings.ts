import { brandedKindOf } from '../brand.ts'
import { isPlainObject } from '../type-guards.ts'
import type { Settings } from './stub.ts'

type Names = Readonly<Record<string, unknown>>

/**
 * Merges the settings of `rest.at(base, settings)` with the settings of one of its stubs, which win. The names of `headers`
 * are merged, and the names in each part of a `match`. Any other value is replaced as a whole.
 */
export function mergeSettings(base: Settings | undefined, added: Settings = {}): Settings {
  if (!base) return added
  const all = mergeNames(base as Names, added as Names)
  const headers = mergeParts('headers', base.headers, added.headers)
  return { ...all, headers, match: mergeMatch(base.match, added.match) } as Settings
}

function mergeMatch(base: unknown, added: unknown): unknown {
  if (!isRecord(base) || !isRecord(added)) return added ?? base
  const parts = Object.keys({ ...base, ...added })
  return Object.fromEntries(parts.map((part) => [part, mergeParts(part, base[part], added[part])]))
}

function mergeParts(part: string, base: unknown, added: unknown): unknown {
  if (!isRecord(base) || !isRecord(added)) return added ?? base
  if (part !== 'headers') return mergeNames(base, added)
  const names = new Set(Object.keys(added).map((name) => name.toLowerCase()))
  return mergeNames(Object.fromEntries(Object.entries(base).filter(([name]) => !names.has(name.toLowerCase()))), added)
}

/** A setting that is `undefined` is none. */
function mergeNames(base: Names, added: Names): Names {
  return { ...base, ...Object.fromEntries(Object.entries(added).filter(([, value]) => value !== undefined)) }
}

function isRecord(value: unknown): value is Names {
  return isPlainObject(value) && brandedKindOf(value) === undefined
}
