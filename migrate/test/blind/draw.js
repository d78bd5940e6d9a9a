import { readFileSync } from 'node:fs'

const SEED = 20261129

/** The candidates of each library in the order of the draw: the first that qualify are the suites, the next ones the second draw. */
export function drawn() {
  const lists = JSON.parse(readFileSync(new URL('candidates.json', import.meta.url), 'utf8'))
  const random = numbers(SEED)
  return Object.fromEntries(Object.entries(lists).map(([library, list]) => [library, shuffled(list, random)]))
}

function shuffled(list, random) {
  const rest = [...list]
  return list.map(() => rest.splice(Math.floor(random() * rest.length), 1)[0])
}

/** Marsaglia's xorshift: the same numbers on every machine. */
function numbers(seed) {
  let state = seed
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}

if (process.argv[1] === new URL(import.meta.url).pathname) console.log(JSON.stringify(drawn(), undefined, 2))
