import type { Base } from '../../core/path/base.ts'
import type { Stub } from '../../core/stub/stub.ts'
import type { CallEntry } from './journal.ts'

/** The overrides that took no request, with the requests that arrived while they were on. */
export interface UnusedOverrides {
  readonly stubs: readonly Stub[]
  readonly entries: readonly CallEntry[]
  readonly base: Base | undefined
}

/** What a session knows of its overrides. */
interface Overridden {
  readonly layers: { readonly overrides: readonly Stub[] }
  readonly journal: { entries(): readonly CallEntry[] }
  readonly base: Base | undefined
  unused(among: readonly Stub[]): readonly Stub[]
}

/** Returns the overrides that took no request. */
export function unusedOverrides(session: Overridden): UnusedOverrides {
  const stubs = session.unused(session.layers.overrides)
  return { stubs, entries: stubs.length > 0 ? session.journal.entries() : [], base: session.base }
}
