import { EventEmitter } from 'node:events'
import { expect, onTestFinished, test, vi } from 'vitest'
import { whenProcessEnds } from '../../src/runtime/platform.node.ts'

/** A process that a test may end. */
function fakeProcess() {
  const texts: string[] = []
  const events = new EventEmitter()
  const fake = Object.assign(events, {
    env: {},
    exitCode: undefined as number | undefined,
    stderr: { write: (text: string) => texts.push(text) },
  })
  return { fake, texts }
}

/** Calls a function while `process` is another one, as in other platforms. */
function withProcess<Result>(fake: unknown, act: () => Result): Result {
  onTestFinished(() => void vi.unstubAllGlobals())
  vi.stubGlobal('process', fake)
  try {
    return act()
  } finally {
    vi.unstubAllGlobals()
  }
}

test.each([
  { title: 'no process', fake: undefined },
  { title: 'a process of its bundler', fake: { env: {} } },
])('a page with $title tells nothing at its end', ({ fake }) => {
  const before = process.listenerCount('exit')
  const undo = withProcess(fake, () => whenProcessEnds(() => 'failed'))
  expect(process.listenerCount('exit')).toBe(before)
  undo()
})

test('a Node without getBuiltinModule, as before 20.16, tells by its global process', () => {
  const { fake, texts } = fakeProcess()
  const undos = withProcess(fake, () => [whenProcessEnds(() => 'one failed'), whenProcessEnds(() => undefined)])
  withProcess(fake, () => fake.emit('exit'))
  expect([texts, fake.exitCode]).toEqual([['\none failed\n'], 1])
  for (const undo of undos) undo()
  expect(fake.listenerCount('exit')).toBe(0)
})
