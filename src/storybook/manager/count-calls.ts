import type { Row } from '../channel/messages.ts'

export interface Counts {
  readonly calls: number
  readonly misses: number
}

export function countCalls(rows: readonly Row[]): Counts {
  return { calls: rows.length, misses: rows.filter(({ result }) => result.kind === 'miss').length }
}

/** Returns the counts as text: `3 calls, 1 miss`. */
export function wordCounts({ calls, misses }: Counts): string {
  const words = `${calls} ${calls === 1 ? 'call' : 'calls'}`
  return misses === 0 ? words : `${words}, ${misses} ${misses === 1 ? 'miss' : 'misses'}`
}
