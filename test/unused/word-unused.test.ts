import { expect, test } from 'vitest'
import type { Line } from '../../src/unused/recorder.ts'
import { wordUnused } from '../../src/unused/word-unused.ts'

const used = (name: string): Line => [null, `rest.get('/${name}')  routes.ts:1`, true]
const unused = (name: string, place = 'routes.ts:1'): Line => [null, `rest.get('/${name}')  ${place}`.trimEnd(), false]

const TABLES: readonly { title: string; lines: readonly Line[]; text: string; hasUnused?: boolean }[] = [
  { title: 'no mocks', lines: [], text: 'mynah: no mocks ran in the tests\n' },
  { title: 'one stub, used', lines: [used('a')], text: 'mynah: the tests used all 1 stub\n' },
  {
    title: 'a stub that several workers have, and one of them uses',
    lines: [unused('a'), used('a'), unused('a'), used('b')],
    text: 'mynah: the tests used all 2 stubs\n',
  },
  {
    title: 'unused stubs, in the order of their places',
    lines: [unused('b', 'b.ts:2'), unused('long', 'a.ts:10'), unused('a', 'a.ts:9'), unused('nowhere', ''), used('c')],
    text: `mynah: no test used 4 of 5 stubs

  rest.get('/nowhere')
  rest.get('/a')        a.ts:9
  rest.get('/long')     a.ts:10
  rest.get('/b')        b.ts:2
`,
    hasUnused: true,
  },
  {
    title: 'operations of two APIs',
    lines: [used('a'), ['Pets 1', 'GET /pets', false], ['Pets 1', 'GET /pets', true], ['Users', 'GET /users', false]],
    text: `mynah: the tests used all 1 stub

mynah: the tests touched all 1 operation of Pets 1

mynah: no test touched 1 of 1 operation of Users

  GET /users
`,
    hasUnused: true,
  },
]

test.for(TABLES)('$title', ({ lines, text, hasUnused = false }) => {
  expect(wordUnused(lines)).toEqual({ text, hasUnused })
})
