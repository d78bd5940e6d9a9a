import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** In bytes: how much more is held than before, in the heap and beside it, and how much more the process has. */
export interface Growth {
  readonly held: number
  readonly rss: number
}

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/** Returns the growth of the memory over so many turns, measured after the first tenth. */
export async function growthOver(turns: number, take: (turn: number) => Promise<unknown>): Promise<Growth> {
  for (let turn = 0; turn < turns / 10; turn++) await take(turn)
  const before = await measure()
  for (let turn = 0; turn < turns; turn++) await take(turn)
  const after = await measure()
  return { held: after.held - before.held, rss: after.rss - before.rss }
}

async function measure(): Promise<Growth> {
  // Closed handles are freed a turn later.
  for (let turn = 0; turn < 3; turn++) {
    await new Promise((resolve) => setImmediate(resolve))
    collect()
  }
  const { heapUsed, external, rss } = process.memoryUsage()
  return { held: heapUsed + external, rss }
}
