import type { StubStates } from '../core/stub/stub-states.ts'
import type { AbortSignals } from '../runtime/abort.ts'

/** The key of what ends the connections of a session. */
const ENDS = {}

/**
 * Calls a function when the state of its test is over, or when one of the endings comes. Returns the function that forgets it: an
 * application that reconnects for hours leaves nothing behind.
 */
export function endWith(states: StubStates, endings: AbortSignals, end: () => void): () => void {
  const ends = endsIn(states)
  ends.add(end)
  for (const ending of endings) ending?.addEventListener('abort', end)
  return () => {
    ends.delete(end)
    for (const ending of endings) ending?.removeEventListener('abort', end)
  }
}

function endsIn({ kept, whenOver }: StubStates): Set<() => void> {
  const known = kept.get(ENDS) as Set<() => void> | undefined
  if (known) return known
  const ends = new Set<() => void>()
  kept.set(ENDS, ends)
  whenOver(() => {
    for (const end of ends) end()
  })
  return ends
}
