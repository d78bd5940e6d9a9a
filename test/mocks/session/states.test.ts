import { afterEach, describe, expect, test } from 'vitest'
import { getOrAdd } from '../../../src/core/get-or-add.ts'
import { type StubStates, statesIn } from '../../../src/core/stub/stub-states.ts'
import { createResolver, rest, setupMocks } from '../../../src/entries/index.ts'
import type { Mocks } from '../../../src/mocks/mocks.ts'

/* What stubs keep between requests belongs to the session that answers them, as the counts of a sequence do. */

const OWNER = {}
const URL_ = 'http://api.test/visits'

function statesOf(target: object, changes = true): StubStates {
  return statesIn(target, 'visits.in(mocks)', changes) as StubStates
}

function visit({ kept }: StubStates): number {
  const counter = getOrAdd(kept, OWNER, () => ({ visits: 0 })) as { visits: number }
  counter.visits += 1
  return counter.visits
}

const stub = rest.get('/visits', (context) => visit(statesOf(context)))
const routes = [stub]

async function ask({ fetch }: Pick<Mocks, 'fetch'>): Promise<unknown> {
  return (await fetch(URL_)).json()
}

describe('the state of a stub', () => {
  const mocks = setupMocks(routes)
  afterEach(mocks.stop)

  test('is kept from request to request, and forgotten at a reset', async () => {
    mocks.start()
    expect([await ask(mocks), await ask(mocks), visit(statesOf(mocks))]).toEqual([1, 2, 3])
    mocks.reset()
    expect(await ask(mocks)).toBe(1)
  })

  test('is new after a start', async () => {
    mocks.start()
    expect(await ask(mocks)).toBe(1)
  })

  test('is not shared by two mocks, or with an isolate', async () => {
    mocks.start()
    const others = setupMocks(routes, { patch: false })
    const isolated = mocks.isolate(async () => [await ask(mocks), visit(statesOf(mocks))])
    expect([await ask(mocks), await ask(others), await isolated, await ask(mocks)]).toEqual([1, 1, [1, 2], 2])
    others.stop()
  })

  test('of a createResolver is kept', async () => {
    const { fetch } = createResolver(routes)
    const visits = [await fetch(new Request(URL_)), await fetch(new Request(URL_))]
    expect(await Promise.all(visits.map((response) => response.json()))).toEqual([1, 2])
  })

  test('is not changed by a resolver that goes on after a reset', async () => {
    mocks.start()
    let go = () => {}
    const waiting = new Promise<void>((resolve) => {
      go = resolve
    })
    mocks.use.get('/visits', async (context) => {
      await waiting
      return visit(statesOf(context))
    })
    const response = expect(mocks.fetch(URL_)).rejects.toThrow()
    mocks.reset()
    go()
    await response
    expect(await ask(mocks)).toBe(1)
  })

  test('names the stubs in force', () => {
    mocks.start()
    const override = rest.get('/teams', [])
    mocks.use(override)
    expect(statesOf(mocks).stubs()).toEqual([override, stub])
  })

  test('can be read after the end, and is refused before a start, and to be changed after the end', () => {
    const never = setupMocks(routes)
    expect(() => statesOf(never)).toThrow(/^visits\.in\(mocks\): these mocks were never started\n/)
    mocks.start()
    mocks.stop()
    expect(() => statesOf(mocks)).toThrow(/^visits\.in\(mocks\): these mocks have ended\n/)
    expect(statesOf(mocks, false).stubs()).toEqual([stub])
  })
})
