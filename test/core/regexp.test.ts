import { expect, test } from 'vitest'
import { escapeRegExp, stateless } from '../../src/core/regexp.ts'

test('an escaped text matches itself alone', () => {
  const text = ['a.*+?^$', '{}()|[]\\b'].join('')
  expect(new RegExp(`^${escapeRegExp(text)}$`).test(text)).toBe(true)
  expect(escapeRegExp('a.b c')).toBe('a\\.b c')
})

test('a RegExp loses the flags that remember a place', () => {
  expect(stateless(/a/giy).flags).toBe('i')
})
