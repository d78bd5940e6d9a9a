import { readFileSync } from 'node:fs'

/** The lists of candidates with their seeds: that of the first two draws, those of the third one, those of the fourth, the fifth and the sixth, of what is left of them all for the seventh, of a half of what is left of that for the eighth, of a half of what is left then, with new ones, for the ninth, of what is left of that for the tenth, of what is left then, with new ones, for the eleventh, of what is left of that for the twelfth, and of what is left then, with new ones, for the thirteenth. */
const DRAWS = {
  'candidates.json': 20261129,
  'candidates-nock.json': 20261130,
  'candidates-third.json': 20261201,
  'candidates-fourth.json': 20261202,
  'candidates-fifth.json': 20261203,
  'candidates-sixth.json': 20261204,
  'candidates-seventh.json': 20261205,
  'candidates-eighth.json': 20261206,
  'candidates-ninth.json': 20261207,
  'candidates-tenth.json': 20261208,
  'candidates-eleventh.json': 20261209,
  'candidates-twelfth.json': 20261210,
  'candidates-thirteenth.json': 20261211,
}

/** The candidates of each library in the order of a draw: the first that qualify are the suites, of the first list the next ones the second draw. */
export function drawn(file = 'candidates.json') {
  const { searches: _, ...lists } = JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'))
  const random = numbers(DRAWS[file])
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

if (process.argv[1] === new URL(import.meta.url).pathname)
  console.log(JSON.stringify(drawn(process.argv[2]), undefined, 2))
