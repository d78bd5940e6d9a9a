import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { after, before, test } from 'node:test'
import jsonServer from 'json-server'
import { setupMocks } from 'mynah'
import { collection } from 'mynah/collection'
import { nextRequest, randomOf, seedOf } from './random.mjs'

/*
 * Random requests to a collection and to json-server with the same items. Compared is what both define. Not compared: the body
 * of an error, the status of a DELETE (json-server sends 200), ids that are taken (500), and bodies with another id.
 */
const SEQUENCES = 60
const REQUESTS = 40
const SEED = Number(process.env.ORACLE_SEED ?? Date.now() % 1_000_000)

let app
const server = createServer((request, response) => app(request, response))

before(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
after(() => server.close())

/** A json-server with these items. Its queries have other names. Beside a list of users, it would remove the items of those that it lacks. */
function real(items) {
  app = jsonServer.create().use(jsonServer.router({ items }))
  const base = `http://127.0.0.1:${server.address().port}`
  return (request, path) =>
    send(fetch, base + path, request, ({ filters, order, page }) => [
      ...filters,
      ...(order.length > 0
        ? [
            ['_sort', order.map(({ field }) => field).join()],
            ['_order', order.map(({ isDown }) => (isDown ? 'desc' : 'asc')).join()],
          ]
        : []),
      ...(page
        ? [
            ['_page', page.number],
            ['_limit', page.size],
          ]
        : []),
    ])
}

function mocked(stubs) {
  const mocks = setupMocks([...stubs], { patch: false })
  return (request, path) =>
    send(mocks.fetch, `http://api.test${path}`, request, ({ filters, order, page }) => [
      ...filters,
      ...(order.length > 0 ? [['sort', order.map(({ field, isDown }) => (isDown ? '-' : '') + field).join()]] : []),
      ...(page
        ? [
            ['page', page.number],
            ['size', page.size],
          ]
        : []),
    ])
}

const OPTIONS = { sort: 'sort', page: { page: 'page', size: 'size' } }

async function send(fetch, url, { method, body, query }, toQueries) {
  const search = query ? `?${new URLSearchParams(toQueries(query).map(([name, value]) => [name, String(value)]))}` : ''
  const init = body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}
  const response = await fetch(url + search, { method, ...init })
  const text = await response.text()
  const location = response.headers.get('location')
  return {
    status: method === 'DELETE' && response.ok ? 204 : response.status,
    ...(response.ok && method !== 'DELETE' && { body: JSON.parse(text) }),
    ...(location && { location: new URL(location, url).pathname }),
    ...(query?.page && { total: response.headers.get('x-total-count') }),
  }
}

/** Sends random requests to both, and compares each answer. */
async function compare(seed, askReal, askMocked, items, pathOf, normal = (seen) => seen) {
  const random = randomOf(seed)
  let ids = items.map(({ id }) => id)
  let highest = Math.max(0, ...ids)
  for (let count = 0; count < REQUESTS; count++) {
    const request = nextRequest(random, ids, highest)
    const path = pathOf(random, request)
    const expected = normal(await askReal(request, path))
    const received = normal(await askMocked(request, path))
    assert.deepEqual(
      received,
      expected,
      `ORACLE_SEED=${seed}, request ${count}: ${JSON.stringify({ path, ...request })}`,
    )
    if (expected.status === 201) {
      ids.push(expected.body.id)
      highest = Math.max(highest, expected.body.id)
    }
    if (expected.status === 204) ids = ids.filter((id) => id !== request.id)
  }
}

test('a list and its items', async () => {
  for (let seed = SEED; seed < SEED + SEQUENCES; seed++) {
    const items = seedOf(randomOf(-seed))
    const pathOf = (_, { id }) => (id === undefined ? '/items' : `/items/${id}`)
    await compare(seed, real(items), mocked(collection('/items', items, OPTIONS)), items, pathOf)
  }
})

test('a list below another', async () => {
  for (let seed = SEED; seed < SEED + SEQUENCES; seed++) {
    const random = randomOf(-seed)
    const items = [{ id: 50, userId: 1, name: 'Ada' }, ...seedOf(random)]
    const nested = collection('/users/:userId/items', items, OPTIONS)
    const mocks = mocked(nested)
    // json-server has the nested list alone, and sends the bound field of a new item as text.
    const texts = (seen) =>
      JSON.parse(JSON.stringify(seen), (name, value) => (name === 'userId' ? String(value) : value))
    const bare = (seen) =>
      texts({ ...seen, ...(seen.location && { location: seen.location.replace(/^.*\/items/, '/items') }) })
    const askReal = real(items)
    const onlyLists = async (ask, request, path) => (request.id === undefined ? ask(request, path) : { status: 0 })
    const pathOf = (next) => `/users/${1 + next(3)}/items`
    await compare(
      seed,
      (...args) => onlyLists(askReal, ...args),
      (...args) => onlyLists(mocks, ...args),
      items,
      pathOf,
      bare,
    )
  }
})
