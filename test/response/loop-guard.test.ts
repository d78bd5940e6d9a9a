import { AsyncLocalStorage } from 'node:async_hooks'
import * as http from 'node:http'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { isObject } from '../../src/core/type-guards.ts'
import { createResolver, exists, MynahError, not, rest } from '../../src/entries/index.ts'
import { rejectionOf, start, startForgiving, thrownBy } from '../promises/support.ts'

/* What a test's own functions send while they are asked about a request. */

/** Of this file alone: a call that another test never ends counts as the outermost call of every later request. */
const URL = 'http://loops.test/users'

const message = `GET ${URL} is waiting for itself: the resolver, listener or onUnmatched that handles it sent it again; in a resolver, use fetchReal() to bypass the mocks`

const loop = new MynahError('LOOP', message)

/** Sends the request over `node:http`, and waits for the end of its answer. */
const byHttp = () =>
  new Promise((resolve, reject) => {
    http.get(URL, (answer) => answer.on('end', resolve).resume()).on('error', reject)
  })

describe('a request that waited for itself overflowed the stack, and the process crashed', () => {
  test.each<[title: string, resolver: (context: { request: { url: string; raw: Request } }) => unknown]>([
    ['fetches its own request', ({ request }) => fetch(request.raw)],
    ['fetches its URL', async ({ request }) => (await fetch(request.url)).json()],
    [
      'fetches its URL later',
      async ({ request }) => {
        await new Promise((resolve) => setTimeout(resolve))
        return fetch(request.url)
      },
    ],
    ['sends it over node:http', byHttp],
  ])('where its resolver %s', async (_title, resolver) => {
    const mocks = startForgiving([rest.get(URL, resolver)])
    expect(await rejectionOf(fetch(URL))).toEqual(loop)
    expect((thrownBy(() => mocks.verify()) as Error).message).toBe(`${message}\n\nThis happened 51 times`)
  })

  test('if its resolver fetches its URL and does not wait', async () => {
    const failures: unknown[] = []
    const mocks = startForgiving([
      rest.get(URL, ({ request }) => {
        fetch(request.url).catch((error: unknown) => failures.push(error))
        return []
      }),
    ])
    expect(await (await fetch(URL)).json()).toEqual([])
    await vi.waitFor(() => expect(failures).toEqual([loop]))
    expect(thrownBy(() => mocks.verify())).toBe(failures[0])
  })

  test('if onUnmatched fetches it', async () => {
    startForgiving([], { onUnmatched: ({ raw }) => fetch(raw) })
    expect(await rejectionOf(fetch(URL))).toEqual(loop)
  })

  test('if a listener fetches it: the request itself is answered', async () => {
    const mocks = startForgiving([rest.get(URL, [])])
    mocks.on('request', () => {
      fetch(URL).catch(() => {})
    })
    expect(await (await fetch(URL)).json()).toEqual([])
    expect(thrownBy(() => mocks.verify())).toEqual(loop)
  })

  test('if the resolver of an inner request fetches it', async () => {
    const resolver = createResolver([rest.get(URL, ({ request }) => resolver.fetch(request.raw) as unknown)])
    expect(await rejectionOf(resolver.fetch(new Request(URL)))).toEqual(loop)
  })
})

describe('a resolver may send other requests', () => {
  test('that its own stub answers, with another URL', async () => {
    start([
      rest.get('/tree/:depth', async ({ request }) => {
        const depth = Number(request.params.depth)
        if (depth === 0) return []
        return [await (await fetch(`http://api.test/tree/${depth - 1}`)).json()]
      }),
    ])
    const tree: unknown = await (await fetch('http://api.test/tree/100')).json()
    expect(JSON.stringify(tree)).toBe('['.repeat(101) + ']'.repeat(101))
  })

  test('with its own URL, if they end', async () => {
    start([
      rest.post('/rpc', async ({ request }) => {
        const { left } = request.body as { left: number }
        return left === 0 ? 0 : 1 + ((await (await rpc(left - 1)).json()) as number)
      }),
    ])
    const rpc = (left: number) =>
      fetch('http://api.test/rpc', {
        method: 'POST',
        body: JSON.stringify({ left }),
        headers: { 'content-type': 'application/json' },
      })
    expect(await (await rpc(40)).json()).toBe(40)
  })

  test('repeatedly, from a timer that it has started', async () => {
    let polls = 0
    const done = new Promise<void>((resolve) => {
      start([
        rest.get(URL, ({ request }) => {
          polls++
          if (polls === 200) resolve()
          else setTimeout(() => fetch(request.url))
          return polls
        }),
      ])
    })
    expect(await (await fetch(URL)).json()).toBe(1)
    await done
  })

  test('to the stubs that do not match them', async () => {
    start([
      rest.get(
        URL,
        async ({ request }) => [await (await fetch(request.url, { headers: { 'x-own': '1' } })).json(), 2],
        {
          match: { headers: { 'x-own': not(exists()) } },
        },
      ),
      rest.get(URL, 1),
    ])
    expect(await (await fetch(URL)).json()).toEqual([1, 2])
  })
})

describe('a scope for the guard is half of what a resolver costs', () => {
  /** Returns how many scopes have been opened for calls of `guardLoop`: no other one has this store. */
  const scopes = () => {
    const run = vi.spyOn(AsyncLocalStorage.prototype, 'run')
    onTestFinished(() => run.mockRestore())
    return () => run.mock.calls.filter(([store]) => isObject(store) && 'isRunning' in store).length
  }

  test('so a resolver that runs alone has none', async () => {
    start([rest.get(URL, ({ request }) => request.method)])
    const opened = scopes()
    expect([await (await fetch(URL)).json(), await (await fetch(URL)).json(), opened()]).toEqual(['GET', 'GET', 0])
  })

  test('and one that is asked while another one runs has one', async () => {
    start([rest.get(URL, () => new Promise((resolve) => setTimeout(resolve, 0, 1)))])
    const opened = scopes()
    await Promise.all([fetch(URL), fetch(URL)])
    expect(opened()).toBe(1)
  })
})
