import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

/** How fake timers that were installed before the import answer: no `Immediate`, and no call. */
const fakeImmediate = () => 1

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('setImmediate', fakeImmediate)
  vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined as never)
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function tasksInOrder(): Promise<string[]> {
  const { inNextTask, nextTask } = await import('../../src/runtime/event-loop.ts')
  const order: string[] = []
  inNextTask(() => order.push('first'))
  inNextTask(() => order.push('second'))
  void Promise.resolve().then(() => order.push('microtask'))
  order.push('now')
  await nextTask()
  return order
}

describe('a later task, if fake timers were installed before mynah was imported', () => {
  test('comes by messages', async () => {
    expect(await tasksInOrder()).toEqual(['now', 'microtask', 'first', 'second'])
  })

  test('comes by a timer without channels', async () => {
    vi.stubGlobal('MessageChannel', undefined)
    expect(await tasksInOrder()).toEqual(['now', 'microtask', 'first', 'second'])
  })
})
