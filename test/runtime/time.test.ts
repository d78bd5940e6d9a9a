import { afterEach, expect, test, vi } from 'vitest'
import { keepOpen } from '../../src/runtime/time.ts'

const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length

afterEach(() => {
  vi.unstubAllGlobals()
})

test('a script stays open until the undo', () => {
  const before = timers()
  const letEnd = keepOpen()
  const during = timers()
  letEnd()
  expect([during, timers()]).toEqual([before + 1, before])
})

test('a runner with global functions may end', () => {
  vi.stubGlobal('describe', () => {})
  const before = timers()
  const letEnd = keepOpen()
  expect(timers()).toBe(before)
  letEnd()
})
