/** Returns a source of random numbers below a bound, the same ones for the same seed (mulberry32). */
export function randomOf(seed) {
  let state = seed
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % bound
  }
}

const NAMES = ['Ada', 'Bob', 'Cy', 'Di']
const FIELDS = ['id', 'name', 'age', 'vip', 'postcode', 'author.name', 'author.team.id']

/** Makes items with numbers as ids, some fields missing. */
export function seedOf(random) {
  const ids = [...new Set(Array.from({ length: random(12) }, () => 1 + random(30)))]
  return ids.map((id) => ({ id, userId: 1 + random(3), ...fieldsOf(random) }))
}

function fieldsOf(random) {
  const author = { name: NAMES[random(4)], ...(random(2) === 0 && { team: { id: random(3) } }) }
  const all = { name: NAMES[random(4)], age: random(50), vip: random(2) === 0, postcode: `0${random(5)}`, author }
  return Object.fromEntries(Object.entries(all).filter(([name]) => name === 'name' || random(4) > 0))
}

/**
 * Makes the next request to a list and its items. `ids` are the ids there, `highest` the highest one that ever was: json-server
 * uses the id of the last item again if that was removed, so the id is sent then.
 */
export function nextRequest(random, ids, highest) {
  const id = random(3) === 0 || ids.length === 0 ? 100 + random(50) : ids[random(ids.length)]
  switch (random(7)) {
    case 0:
      return { method: 'GET', id }
    case 1: {
      const isCounted = highest === (ids.length === 0 ? 0 : Math.max(...ids))
      const known = isCounted && random(2) === 0 ? {} : { id: highest + 1 + random(3) }
      return { method: 'POST', body: { ...known, ...fieldsOf(random) } }
    }
    case 2:
      return { method: 'PUT', id, body: { ...(random(2) === 0 && { id }), ...fieldsOf(random) } }
    case 3:
      return { method: 'PATCH', id, body: fieldsOf(random) }
    case 4:
      return { method: 'DELETE', id }
    default:
      return { method: 'GET', query: queryOf(random) }
  }
}

/** Makes the queries of a list, in no syntax: `filters` by field, `order` of fields, a page and its size. */
function queryOf(random) {
  const values = {
    id: () => 1 + random(30),
    name: () => NAMES[random(4)],
    age: () => random(50),
    vip: () => random(2) === 0,
    postcode: () => `0${random(5)}`,
    'author.name': () => NAMES[random(4)],
    'author.team.id': () => random(3),
  }
  const filters = Array.from({ length: random(3) }, () => FIELDS[random(FIELDS.length)]).map((field) => [
    field,
    String(values[field]()),
  ])
  if (random(8) === 0) filters.push(['unknown', 'x'])
  const order = Array.from({ length: random(3) }, () => ({
    field: FIELDS[random(FIELDS.length)],
    isDown: random(2) === 0,
  }))
  const page = random(3) === 0 ? { number: 1 + random(4), size: 1 + random(5) } : undefined
  return { filters, order, page }
}
