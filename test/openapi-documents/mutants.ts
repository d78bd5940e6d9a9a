/** Returns numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), state | 1)
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61)
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Draws items, the same ones for the same random numbers. */
export function drawn<Item>(items: readonly Item[], count: number, random: () => number): Item[] {
  const left = [...items]
  return Array.from({ length: Math.min(count, left.length) }, () => {
    const [item] = left.splice(Math.floor(random() * left.length), 1)
    return item as Item
  })
}

/** What a value is replaced with: one of each type, and those that a schema may exclude. */
const OTHERS: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e21,
  '',
  'x',
  'x'.repeat(300),
  '2024-02-30',
  [],
  {},
  [null],
]

/** Returns a copy of a value with one change: a part is replaced, left out, added or repeated. */
export function mutantOf(value: unknown, random: () => number): unknown {
  const copy: { root: unknown } = structuredClone({ root: value })
  const places = placesIn(copy)
  const { owner, key } = places[Math.floor(random() * places.length)] as Place
  const part = owner[key]
  const other = OTHERS[Math.floor(random() * OTHERS.length)]
  const change = random()
  if (change < 0.3 && key !== 'root') {
    if (Array.isArray(owner)) owner.splice(Number(key), 1)
    else delete owner[key]
  } else if (change < 0.5 && Array.isArray(part))
    part.push(structuredClone(random() < 0.5 ? (part[0] ?? other) : other))
  else if (change < 0.5 && isRecord(part)) part.unknown = structuredClone(other)
  else owner[key] = structuredClone(other)
  return copy.root
}

interface Place {
  readonly owner: Record<string, unknown>
  readonly key: string
}

function placesIn(owner: Record<string, unknown>): Place[] {
  return Object.keys(owner).flatMap((key) => [{ owner, key }, ...(isRecord(owner[key]) ? placesIn(owner[key]) : [])])
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
