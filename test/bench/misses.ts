import { rest, setupMocks } from '../../dist/index.js'
import { clock } from './clock.ts'
import { ORIGIN, paths, USERS } from './scenario.ts'

/** Measures a request that no stub takes, among as many routes as the argument says: the microseconds of one. */
const count = Number(process.argv[2])
const ROUNDS = 200

const mocks = setupMocks(paths(count).map((path) => rest.get(path, USERS)))
mocks()
const times: number[] = []
for (let round = 0; round < 2 * ROUNDS; round++) {
  const start = clock()
  await fetch(`${ORIGIN}/thing/${round}/part`).catch(() => {})
  times.push(clock() - start)
  mocks.reset({ failures: true })
}
// The first half is the warm-up, and counts the routes.
console.log(JSON.stringify(times.slice(ROUNDS).sort((a, b) => a - b)[ROUNDS / 4]))
process.exit()
