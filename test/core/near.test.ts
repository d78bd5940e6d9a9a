import { describe, expect, test } from 'vitest'
import { explain, type StubGroup } from '../../src/core/explain.ts'
import type { Stub } from '../../src/core/stub.ts'
import { createTable } from '../../src/core/table.ts'
import { counted, explanationOf, requestOf, stubOf, tableOf } from './support.ts'

/** Many routes of several shapes, some of them of other origins. */
function many(count: number): Stub[] {
  const shapes: readonly ((n: number) => string)[] = [
    (n) => `/things/${n}/parts`,
    (n) => `/users/:id/posts/p${n}`,
    (n) => `/files${n}/*path`,
    (n) => `/a${n % 7}{/b${n}}`,
    (n) => `https://h${n % 5}.test/orders/${n}`,
    (n) => `/v${n}/:name.json`,
  ]
  return Array.from({ length: count }, (_, n) =>
    stubOf(n % 4 === 3 ? 'POST' : 'GET', shapes[n % shapes.length]?.(n) ?? '/'),
  )
}

const requests = [
  '/things/0/part',
  '/thinks/12/parts',
  '/things/9999/parts',
  '/users/7/posts/p1x',
  '/users/7/post/p1',
  '/files2',
  '/a3/b9/c',
  '/v5/a.jsn',
  'https://h4.test/orders/5',
  'https://h4.test/order/4',
  'https://h9.test/orders/4',
  'PUT /things/0/parts',
  '/',
]

test.each(requests)('of very many routes the nearest is one than which none is nearer: %s', (line) => {
  const stubs = many(300)
  const nearest = explanationOf(stubs, line).misses[0]?.stub as Stub
  for (const other of stubs) {
    if (other === nearest) continue
    const both = stubs.indexOf(other) < stubs.indexOf(nearest) ? [other, nearest] : [nearest, other]
    expect(explanationOf(both, line).misses[0]?.stub).toBe(nearest)
  }
})

describe('a report', () => {
  const group = (tables: StubGroup['tables']): StubGroup => ({ tables, available: () => true })

  test.each([
    { title: 'side by side', path: (n: number) => `/r${n}`, line: '/q3' },
    { title: 'in one place further down', path: (n: number) => `/things/${n}/parts`, line: '/things/x/parts' },
    { title: 'with params behind them', path: (n: number) => `/r${n}/:id`, line: '/r3/1/2' },
    { title: 'of many origins', path: (n: number) => `https://h${n}.test/a`, line: 'https://other.test/a' },
    { title: 'of RegExps', path: (n: number) => new RegExp(`^/r${n}$`), line: '/q3' },
  ])('does not look at every route: $title', ({ path, line }) => {
    const reads = [2000, 4000].map((size) => {
      const counter = { reads: 0 }
      const table = tableOf(Array.from({ length: size }, (_, n) => counted(stubOf('GET', path(n)), counter)))
      const report = () => explain(requestOf(line), [group([table])], { kind: 'none' }, undefined)
      // The routes are counted for the first report, and once.
      report()
      counter.reads = 0
      report()
      return counter.reads
    })
    expect(reads[0]).toBe(reads[1])
  })

  test('counts all the routes that it does not name', () => {
    const routes = Array.from({ length: 500 }, (_, n) => stubOf('GET', `/r${n}`))
    const overrides = [
      stubOf('GET', '/r1'),
      stubOf('GET', '/new'),
      stubOf('GET', '/new', { match: { queries: { a: 1 } } }),
    ]
    const tables = [createTable(overrides), createTable(routes)]
    const { message } = explain(requestOf('/r1x'), [group(tables)], { kind: 'none' }, undefined)
    expect(message).toBe(`No stub answers GET https://api.test/r1x

Nearest: rest.get('/r1')  test/some.test.ts:1
  path segment 1  expected 'r1'
                  received 'r1x'
  1 more stub of this route did not match either

Also declared: GET /r10, GET /r11, and 498 more`)
  })
})
