import { expect, test } from 'vitest'
import { isStatus } from '../../src/core/http-rules.ts'

test.each([
  { status: 199, is: false },
  { status: 200, is: true },
  { status: 599, is: true },
  { status: 600, is: false },
  { status: 200.5, is: false },
  { status: '200', is: false },
])('a response can have the status $status: $is', ({ status, is }) => {
  expect(isStatus(status)).toBe(is)
})
