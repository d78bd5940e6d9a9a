import { expect, test } from 'vitest'
import { tableOf } from '../src/report.ts'

test('a reason to check was printed and counted for each of its lines, sixty in one suite', () => {
  const [reason, other] = ['the order counts', 'the type tells']
  const notes = [
    { line: 3, reason },
    { line: 9, reason },
    { line: 4, reason: other },
    { line: 9, reason },
  ]
  expect(tableOf([{ file: 'a.test.ts', converted: 5, left: [], notes }])).toBe(`file       converted  by hand  to check
a.test.ts          5        0         2
total              5        0         2

a.test.ts:3  to check: the order counts (also 9)
a.test.ts:4  to check: the type tells
`)
})
