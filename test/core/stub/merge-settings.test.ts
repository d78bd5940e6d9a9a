import { expect, test } from 'vitest'
import { exists } from '../../../src/core/match/matchers.ts'
import { mergeSettings } from '../../../src/core/stub/merge-settings.ts'
import type { Settings } from '../../../src/core/stub/stub.ts'

const some = exists()

const cases: readonly { title: string; base?: Settings; own?: Settings; merged: Settings }[] = [
  { title: 'nothing', merged: {} },
  { title: 'no base', own: { status: 404 }, merged: { status: 404 } },
  { title: 'no settings of its own', base: { status: 404, delay: 5 }, merged: { status: 404, delay: 5 } },
  { title: 'other settings', base: { status: 404 }, own: { delay: 5 }, merged: { status: 404, delay: 5 } },
  { title: 'the same setting', base: { status: 404 }, own: { status: 500 }, merged: { status: 500 } },
  {
    title: 'a setting that is undefined',
    base: { status: 404 },
    own: { status: undefined } as never,
    merged: { status: 404 },
  },
  {
    title: 'headers by their names in any case',
    base: { headers: { 'X-Api': 'a', accept: 'b' } },
    own: { headers: { 'x-api': 'c', via: 'd' } },
    merged: { headers: { accept: 'b', 'x-api': 'c', via: 'd' } },
  },
  {
    title: 'headers on one side',
    base: { headers: { accept: 'b' } },
    own: { status: 404 },
    merged: { headers: { accept: 'b' }, status: 404 },
  },
  {
    title: 'the parts of a match',
    base: { match: { queries: { page: '1', size: '5' }, headers: { 'X-Api': 'a' } } },
    own: { match: { queries: { page: '2', sort: undefined }, headers: { 'x-api': 'b' }, body: { id: 1 } } },
    merged: {
      match: { queries: { page: '2', size: '5' }, headers: { 'x-api': 'b' }, body: { id: 1 } },
    },
  },
  {
    title: 'a part that is a matcher',
    base: { match: { body: { id: 1 } } },
    own: { match: { body: some } },
    merged: { match: { body: some } },
  },
  {
    title: 'a part that was a matcher',
    base: { match: { body: some } },
    own: { match: { body: { id: 1 } } },
    merged: { match: { body: { id: 1 } } },
  },
  {
    title: 'names of a query in other cases',
    base: { match: { queries: { A: '1' } } },
    own: { match: { queries: { a: '2' } } },
    merged: { match: { queries: { A: '1', a: '2' } } },
  },
  { title: 'a match on one side', base: { match: { body: 'a' } }, own: {}, merged: { match: { body: 'a' } } },
]

test.each(cases)('the settings of a stub are merged with those of rest.at: $title', ({ base, own, merged }) => {
  expect(mergeSettings(base, own)).toEqual(merged)
})

test('a match that is a function replaces the other as a whole, and is replaced', () => {
  const match = () => true
  expect(mergeSettings({ match: { body: 'a' } }, { match }).match).toBe(match)
  expect(mergeSettings({ match }, { match: { body: 'a' } }).match).toEqual({ body: 'a' })
})
