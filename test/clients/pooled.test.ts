import { expect, test } from 'vitest'
import { rest, setupMocks, stream } from '../../src/index.ts'
import { start } from '../mocks/support.ts'

/** Taken before any mocks start: it sends over undici's pool. */
const captured = globalThis.fetch

async function* endless() {
  yield 'x'
  await new Promise(() => {})
}

// undici connects anew after an answer that somebody left: an error of that spare connection's would fail what is sent next.
test('a fetch sent in the tick in which other mocks end has its answer', async () => {
  const url = 'http://pooled.test/'
  const first = setupMocks([rest.get(url, () => stream(endless()))])
  first.start()
  const kept = await captured(url)
  await kept.body?.getReader().read()
  for await (const _ of (await captured(url)).body ?? []) break
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate)
  first.stop()
  start([rest.get(url, 'next')])
  expect(await (await captured(url)).json()).toBe('next')
})
