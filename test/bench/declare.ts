import { rest, setupMocks } from '../../dist/index.js'
import { paths, USERS } from './scenario.ts'

/** Measures declaring and starting 10,000 routes, their heap, and a start with its stop. Run with `--expose-gc`. */
const all = paths(10_000)
const collect = globalThis.gc as () => void

collect()
const before = process.memoryUsage().heapUsed
const start = performance.now()
const mocks = setupMocks(all.map((path) => rest.get(path, USERS)))
mocks()
const declared = performance.now() - start
collect()
const heap = (process.memoryUsage().heapUsed - before) / all.length
mocks.stop()

const few = setupMocks([rest.get('/users', USERS)])
for (let round = 0; round < 200; round++) few()()
const startOfRounds = performance.now()
for (let round = 0; round < 1000; round++) few()()
const cycle = (performance.now() - startOfRounds) / 1000

console.log(JSON.stringify({ declared, heap, cycle }))
