import { expect, test } from 'vitest'
import { replay, replayedBytes } from '../../src/response/stream-body.ts'

test('the bytes of a source are known when it has been read to its end, and not before', async () => {
  const source = new Blob(['Hello'])
  expect(replayedBytes(source)).toBeUndefined()
  const reader = replay(source, () => source.stream(), false).getReader()
  await reader.read()
  expect(replayedBytes(source)).toBeUndefined()
  while (!(await reader.read()).done);
  expect(new TextDecoder().decode(replayedBytes(source))).toBe('Hello')
})
