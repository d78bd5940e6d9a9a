import { rest, setupMocks } from '../../dist/index.js'
import { clock } from './clock.ts'
import { paths, USERS } from './scenario.ts'

/** Measures declaring and starting 10,000 routes, their heap, and a start with its stop. Run with `--expose-gc`. */
const all = paths(10_000)
const collect = globalThis.gc as () => void

collect()
const before = process.memoryUsage().heapUsed
const start = clock()
const mocks = setupMocks(all.map((path) => rest.get(path, USERS)))
mocks()
const declared = (clock() - start) / 1000
collect()
const heap = (process.memoryUsage().heapUsed - before) / all.length
mocks.stop()

const few = setupMocks([rest.get('/users', USERS)])
for (let round = 0; round < 200; round++) few()()
const startOfRounds = clock()
for (let round = 0; round < 1000; round++) few()()
const cycle = (clock() - startOfRounds) / 1000 / 1000

console.log(JSON.stringify({ declared, heap, cycle }))
