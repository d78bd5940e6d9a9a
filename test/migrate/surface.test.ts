import { expect, test } from 'vitest'
import { rewrite } from './rewrite.ts'
import type { Row } from './surface/row.ts'
import { HEADS, SURFACE } from './surface.ts'

test.each(SURFACE)('$library: $form', ({ library, form, becomes, byHand, head = HEADS[library] }) => {
  const text = `${head.trimEnd()}\ntest('a', async () => {\n  ${form}\n})\n`
  const result = rewrite(text, '/project/users.test.js')
  const reasons = result?.left.map(({ reason }) => reason)
  if (byHand !== undefined) {
    expect(reasons).toContain(byHand)
    return
  }
  expect(reasons).toEqual([])
  expect(result?.text).toContain(becomes)
})

/** How many forms of a library become code, of how many. */
function countOf(library: string): string {
  const rows: readonly Row[] = SURFACE.filter((row) => row.library === library)
  return `${rows.filter(({ becomes }) => becomes !== undefined).length} of ${rows.length}`
}

test('the forms of each library that become code', () => {
  expect(Object.fromEntries(Object.keys(HEADS).map((library) => [library, countOf(library)]))).toEqual({
    nock: '13 of 15',
    msw: '90 of 112',
    'fetch-mock': '126 of 154',
    undici: '7 of 8',
    'axios-mock-adapter': '77 of 93',
    'jest-fetch-mock': '72 of 99',
    fetch: '44 of 49',
  })
})
