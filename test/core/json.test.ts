import { expect, test } from 'vitest'
import { parsedJson } from '../../src/core/json.ts'

test.each([
  { text: '{"a":1}', value: { a: 1 } },
  { text: 'null', value: null },
  { text: '{', value: undefined },
  { text: 1, value: undefined },
])('the JSON in $text is read', ({ text, value }) => {
  expect(parsedJson(text)).toEqual(value)
})
