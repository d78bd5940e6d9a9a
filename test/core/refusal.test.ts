import { expect, test } from 'vitest'
import { nearestTo } from '../../src/core/refusal.ts'

const names: readonly { title: string; key: string; right: readonly string[]; nearest: string | undefined }[] = [
  { title: 'a typo', key: 'satus', right: ['match', 'status'], nearest: 'status' },
  { title: 'another case', key: 'Status', right: ['match', 'status'], nearest: 'status' },
  { title: 'half of a name', key: 'sta', right: ['match', 'status'], nearest: 'status' },
  { title: 'something else', key: 'priority', right: ['match', 'status'], nearest: undefined },
  { title: 'no valid names at all', key: 'status', right: [], nearest: undefined },
]

test('a name in capitals was taken for none, or for another one', () => {
  expect(nearestTo('STATUS', ['match', 'status'])).toBe('status')
  expect(nearestTo('GETUSER', ['getTeam', 'getUser'])).toBe('getUser')
})

test.each(names)('the name that was probably meant: $title', ({ key, right, nearest }) => {
  expect(nearestTo(key, right)).toBe(nearest)
})
