import { expect, test } from 'vitest'
import { isJsonType, isStatus } from '../../src/core/http-rules.ts'

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

test.each([
  { type: 'application/json', is: true },
  { type: 'application/json; charset=utf-8', is: true },
  { type: 'APPLICATION/JSON', is: true },
  { type: 'application/problem+json', is: true },
  { type: 'application/x-json', is: true },
  { type: 'application/jsonl', is: false },
  { type: 'application/x-ndjson', is: false },
  { type: 'text/plain', is: false },
  { type: undefined, is: false },
])('the content type $type is JSON: $is', ({ type, is }) => {
  expect(isJsonType(type)).toBe(is)
})
