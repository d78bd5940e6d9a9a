import { expect, test, vi } from 'vitest'
import { choose } from '../../../src/core/choose/choose.ts'
import { explain } from '../../../src/core/explain/explain.ts'
import { equals, exists, fn, includes, not, some } from '../../../src/core/match/matchers.ts'
import { requestOf, stubOf, tableOf } from '../support.ts'

type Ask = () => boolean

/** Where code of the user's may stand in a `match`; none of these is satisfied. */
const places: readonly { title: string; match: (ask: Ask) => unknown }[] = [
  { title: 'a function of the request', match: (ask) => ask },
  { title: 'a function of a part', match: (ask) => ({ queries: ask }) },
  { title: 'a function of a value', match: (ask) => ({ queries: { a: ask } }) },
  { title: 'a function deep in a body', match: (ask) => ({ body: { list: [1, { b: ask }] } }) },
  { title: 'fn()', match: (ask) => ({ queries: { a: fn(ask) } }) },
  { title: 'a function inside of a matcher', match: (ask) => ({ queries: { a: not(not(ask)) } }) },
  { title: 'a function among the values of a matcher', match: (ask) => ({ queries: { a: some('0', ask) } }) },
  { title: 'a function deep inside of a matcher', match: (ask) => ({ body: { list: includes({ b: [ask] }) } }) },
  { title: 'a function beside values in a matcher', match: (ask) => ({ body: not(not({ a: 1, b: ask })) }) },
  {
    title: 'a function beside a matcher in a matcher',
    match: (ask) => ({ body: not(not({ a: exists(), b: ask })) }),
  },
  { title: 'a function inside of equals()', match: (ask) => ({ body: { list: equals([1, { b: ask }]) } }) },
  { title: 'an asymmetric matcher', match: (ask) => ({ queries: { a: { asymmetricMatch: ask } } }) },
  {
    title: 'a schema',
    match: (ask) => ({
      queries: {
        a: { '~standard': { vendor: 'mine', validate: () => ({ issues: ask() ? [] : [{ message: 'no' }] }) } },
      },
    }),
  },
]

test.each(places)('of one request it is asked once, though its miss is explained: $title', ({ match }) => {
  const ask = vi.fn(() => false)
  const tables = [tableOf([stubOf('POST', '/:id', { match: match(ask) })])]
  const request = requestOf({ line: 'POST /7?a=1', body: { a: 1, b: 2, list: [1, { b: [2] }] } })
  const available = () => true
  const decision = choose(tables, request, { available, threw: () => {} })
  const { misses } = explain(request, [{ tables, available }], decision, undefined)
  expect(decision).toBeUndefined()
  expect(misses).toHaveLength(1)
  expect(ask).toHaveBeenCalledTimes(1)
})
