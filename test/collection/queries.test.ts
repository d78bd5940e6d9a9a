import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { collection } from '../../src/entries/collection.ts'
import { redirect, setupMocks, status, text } from '../../src/entries/index.ts'

/* What the queries of a list mean, and what is said of those that mean nothing. */

const POSTS = [
  { id: 1, title: 'Hi', votes: 3, author: { name: 'ada', team: { id: 7 } }, tags: ['a', 'b'], 'x.y': 'own' },
  { id: 2, title: 'Ho', votes: 9, author: { name: 'bob', team: { id: 8 } }, tags: [], x: { y: 'below' } },
  { id: 3, title: 'Ha', votes: 7, author: null, draft: null },
]

let warn: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => warn.mockRestore())

type Fetch = typeof globalThis.fetch

async function idsOf(fetch: Fetch, query: string): Promise<unknown> {
  const response = await fetch(`http://api.test/posts${query}`)
  const items = (await response.json()) as { id: number }[]
  return items.map(({ id }) => id)
}

function fetchOf(options?: Parameters<typeof collection<(typeof POSTS)[number]>>[2]): Fetch {
  return setupMocks([...collection('/posts', POSTS, options)], { patch: false }).fetch
}

const dotted: readonly (readonly [query: string, ids: readonly number[]])[] = [
  ['?author.name=ada', [1]],
  ['?author.name=ada&author.name=bob', [1, 2]],
  ['?author.team.id=8', [2]],
  ['?author.name=ada&title=Ho', []],
  ['?author.name=undefined', []],
  ['?tags.0=a', [1]],
  // A field of that very name comes first.
  ['?x.y=own', [1]],
  ['?x.y=below', [2]],
  ['?draft=null', []],
  ['?sort=author.name', [1, 2, 3]],
  ['?sort=-author.team.id', [3, 2, 1]],
]
test.each(dotted)('a dotted name is a field below another: %s', async (query, ids) => {
  expect(await idsOf(fetchOf({ sort: 'sort' }), query)).toEqual(ids)
})

// json-server#96
describe('a query of a field that is a list finds the items whose list has the text', () => {
  const people = [
    { id: 1, tags: ['S', 'M'], sizes: [1, 2], pets: [{ name: 'Rex', toys: [{ kind: 'ball' }] }, { name: 'Tom' }] },
    { id: 2, tags: ['M'], sizes: [20], pets: [{ name: 'Tom', toys: [] }] },
    { id: 3, tags: [], sizes: [null], pets: [] },
    { id: 4, tags: 'S', sizes: 2 },
  ]

  test.each<[query: string, ids: readonly number[]]>([
    ['?tags=S', [1, 4]],
    ['?tags=M', [1, 2]],
    ['?tags=M&tags=S', [1, 2, 4]],
    ['?tags=S&sizes=1', [1]],
    ['?tags=S,M', []],
    ['?tags=', []],
    ['?sizes=2', [1, 4]],
    ['?sizes=null', []],
    ['?pets.name=Tom', [1, 2]],
    ['?pets.1.name=Tom', [1]],
    ['?pets.toys.kind=ball', [1]],
  ])('%s', async (query, ids) => {
    const { fetch } = setupMocks([...collection('/posts', people)], { patch: false })
    expect(await idsOf(fetch, query)).toEqual(ids)
    expect(warn).not.toHaveBeenCalled()
  })
})

describe('filter', () => {
  const filter = (
    item: { readonly votes: number },
    { queries }: { readonly queries: Readonly<Record<string, unknown>> },
  ) => queries.votes_gte === undefined || item.votes >= Number(queries.votes_gte)

  test.each<[query: string, ids: readonly number[]]>([
    ['', [1, 2, 3]],
    ['?votes_gte=7', [2, 3]],
    ['?votes_gte=7&title=Ha', [3]],
    ['?votes_gte=7&page=2&size=1', [3]],
    ['?votes_gte=7&sort=-id', [3, 2]],
  ])('decides beside the fields, before pages are cut: %s', async (query, ids) => {
    const fetch = fetchOf({ filter, sort: 'sort', page: { page: 'page', size: 'size' } })
    expect(await idsOf(fetch, query)).toEqual(ids)
    expect(warn).not.toHaveBeenCalled()
  })

  test('counts the items that are left', async () => {
    const response = await fetchOf({ filter, page: { page: 'page', size: 'size' } })(
      'http://api.test/posts?votes_gte=7&size=1',
    )
    expect(response.headers.get('x-total-count')).toBe('2')
  })

  test('sees a copy', async () => {
    const change = (item: object) => Object.assign(item, { title: 'changed' }) !== undefined
    const fetch = fetchOf({ filter: change })
    await idsOf(fetch, '')
    expect(await (await fetch('http://api.test/posts/1')).json()).toEqual(POSTS[0])
  })

  test('that is async kept every item', async () => {
    const mocks = setupMocks([...collection('/posts', POSTS, { filter: (async () => false) as never })], {
      patch: false,
    })
    await expect(idsOf(mocks.fetch, '')).rejects.toThrow(
      "collection('/posts'): its filter is async; items are filtered synchronously",
    )
    mocks.reset({ failures: true })
  })
})

const PLACE = String.raw` {2}test/collection/queries\.test\.ts:\d+`

describe('a query that does nothing returned the whole list, without a warning', () => {
  test.each<[query: string, problem: string]>([
    ['?votez=1', "the query 'votez' is ignored: it is not a field of the items; the nearest is 'votes'"],
    [
      '?author.nme=ada',
      "the query 'author.nme' is ignored: it is not a field of the items; the nearest is 'author.name'",
    ],
    ['?sotr=id', "the query 'sotr' is ignored: it is not a field of the items; the nearest is 'sort'"],
    ['?votes_gte=7', "the query 'votes_gte' is ignored: it is not a field of the items"],
    ['?q=Hi', "the query 'q' is ignored: it is not a field of the items"],
    ['?limit=2', "the query 'limit' is ignored: it is not a field of the items"],
  ])('%s', async (query, problem) => {
    const fetch = fetchOf({ sort: 'sort' })
    expect(await idsOf(fetch, query)).toEqual([1, 2, 3])
    await idsOf(fetch, query)
    expect(warn).toHaveBeenCalledOnce()
    const [message] = warn.mock.calls[0] as [string]
    const end = "\n\nTo read it, write  collection('/posts', …, { filter: (item, { queries }) => … })"
    expect(message.replace(new RegExp(PLACE), '')).toBe(`mynah: collection('/posts'): ${problem}${end}`)
    expect(message).toMatch(new RegExp(PLACE))
  })

  test('each name is warned of once, whichever mocks answer', async () => {
    const posts = collection('/posts', POSTS)
    for (let round = 0; round < 2; round++) {
      const { fetch } = setupMocks([...posts], { patch: false })
      await idsOf(fetch, '?q=1&p=2')
    }
    expect(warn).toHaveBeenCalledTimes(2)
  })

  test.each(['?title=Hi', '?author.name=ada', '?draft=1', '?sort=id', '?sort=colour'])(
    'nothing is said of %s',
    async (query) => {
      await idsOf(fetchOf({ sort: 'sort' }), query)
      expect(warn).not.toHaveBeenCalled()
    },
  )

  test('a field that only removed items had is known, and without any item nothing is', async () => {
    const posts = collection('/posts', POSTS)
    const mocks = setupMocks([...posts], { patch: false })
    posts.in(mocks).replace([])
    await idsOf(mocks.fetch, '?title=Hi')
    await idsOf(setupMocks([...collection('/posts', [])], { patch: false }).fetch, '?title=Hi')
    expect(warn).not.toHaveBeenCalled()
  })
})

describe('/users/undefined/posts listed the items without a userId', () => {
  const posts = collection('/users/:userId/posts', [{ id: 1, userId: 1 }, { id: 2 }, { id: 3, userId: null }])
  const { fetch } = setupMocks([...posts], { patch: false })

  test.each<[path: string, status: number]>([
    ['/users/undefined/posts', 200],
    ['/users/null/posts', 200],
    ['/users/undefined/posts/2', 404],
    ['/users/null/posts/3', 404],
  ])('%s', async (path, status) => {
    const response = await fetch(`http://api.test${path}`)
    expect([response.status, status === 200 ? await response.json() : []]).toEqual([status, []])
  })
})

describe('a reply with its own head was refused because of a status that nobody set', () => {
  const gone = () => new Response('gone', { status: 410 })
  const page = { page: 'page' }

  test.each<
    [what: string, options: Parameters<typeof fetchOf>[0], path: string, seen: readonly [number, string, string | null]]
  >([
    ['an error as a Response', { error: gone }, '/posts/9', [410, 'gone', null]],
    ['an error as a Response, later', { error: async () => gone() }, '/posts/9', [410, 'gone', null]],
    ['an error as a text', { error: () => text('none') }, '/posts/9', [404, 'none', null]],
    ['an error with a status', { error: () => status(418, 'tea') }, '/posts/9', [418, '"tea"', null]],
    ['an error as a redirect', { error: () => redirect('/login') }, '/posts/9', [302, '', null]],
    ['an error as a payload, later', { error: async () => 'none' }, '/posts/9', [404, '"none"', null]],
    ['a list as a Response', { list: gone, page }, '/posts', [410, 'gone', null]],
    ['a list as a text', { list: () => text('all'), page }, '/posts', [200, 'all', '3']],
    ['a list as a payload, later', { list: async ({ total }) => total, page }, '/posts', [200, '3', '3']],
    [
      'a list with a count of its own',
      {
        list({ setHeader }) {
          setHeader('X-Total-Count', 'many')
          return 1
        },
        page,
      },
      '/posts',
      [200, '1', 'many'],
    ],
  ])('%s', async (_what, options, path, seen) => {
    const response = await fetchOf(options)(`http://api.test${path}`, { redirect: 'manual' })
    expect([response.status, await response.text(), response.headers.get('x-total-count')]).toEqual(seen)
  })
})
