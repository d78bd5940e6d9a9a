import { clock } from './clock.ts'
import type { Mock } from './scenario.ts'

/** Measures declaring and starting 10,000 routes of a library, in ms, and the heap of a route. Run with `--expose-gc`. */
const COUNT = 10_000
const { mock } = (await import(`./libraries/${process.argv[2]}.ts`)) as { mock: Mock }
const collect = globalThis.gc as () => void

collect()
const before = process.memoryUsage().heapUsed
const start = clock()
const stop = await mock({ kind: 'static', count: COUNT })
const declared = (clock() - start) / 1000
collect()
const heap = (process.memoryUsage().heapUsed - before) / COUNT
await stop()

console.log(JSON.stringify({ declared, heap }))
process.exit()
