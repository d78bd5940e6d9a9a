import { expect, test } from 'vitest'
import { fileIn, rewrite } from './rewrite.ts'
import type { Row } from './surface/row.ts'
import { HEADS, SURFACE } from './surface.ts'

const projects = new Map<number, string>()

/** A file of a project that has installed a version of nock. */
function projectOf(major: number): string {
  const file = projects.get(major) ?? fileIn({ nock: `${major}.0.0` }, 'users.test.js')
  projects.set(major, file)
  return file
}

test.each(SURFACE)('$library: $form', ({ library, form, becomes, byHand, head = HEADS[library], major = 15 }) => {
  const text = `${head.trimEnd()}\ntest('a', async () => {\n  ${form}\n})\n`
  const result = rewrite(text, library === 'nock' ? projectOf(major) : '/project/users.test.js')
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
    nock: '146 of 157',
    msw: '109 of 116',
    'fetch-mock': '148 of 154',
    undici: '106 of 120',
    'axios-mock-adapter': '94 of 99',
    'jest-fetch-mock': '103 of 109',
    fetch: '48 of 49',
  })
})
