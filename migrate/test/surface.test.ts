import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { fileIn, rewrite } from './rewrite.ts'
import { hasCode } from './surface/page/shown.ts'
import type { Row } from './surface/row.ts'
import { HEADS, SURFACE } from './surface.ts'

const projects = new Map<number, string>()

/** A file of a project that has installed a version of nock. */
function projectOf(major: number): string {
  const file = projects.get(major) ?? fileIn({ nock: `${major}.0.0` }, 'users.test.js')
  projects.set(major, file)
  return file
}

test.each(SURFACE)(
  '$library: $form',
  ({ library, form, becomes, byHand, shown, files = {}, head = HEADS[library], major = 15 }) => {
    for (const [file, content] of Object.entries(files)) writeFileSync(join(dirname(projectOf(major)), file), content)
    const text = `${head.trimEnd()}\ntest('a', async () => {\n  ${form}\n})\n`
    const result = rewrite(text, library === 'nock' ? projectOf(major) : '/project/users.test.js')
    const reasons = result?.left.map(({ reason }) => reason)
    if (byHand !== undefined) {
      expect(reasons).toContain(byHand)
      return
    }
    expect(reasons).toEqual([])
    expect(lacking(result?.text, [becomes ?? '']), result?.text).toEqual([])
    expect(lacking(form, shown?.there)).toEqual([])
    expect(lacking(result?.text, shown?.here), result?.text).toEqual([])
  },
)

/** The pieces of code that a text does not have. */
function lacking(text = '', codes: readonly string[] = []): string[] {
  return codes.filter((code) => !hasCode(text, code))
}

/** How many forms of a library become code, of how many. */
function countOf(library: string): string {
  const rows: readonly Row[] = SURFACE.filter((row) => row.library === library)
  return `${rows.filter(({ becomes }) => becomes !== undefined).length} of ${rows.length}`
}

test('the forms of each library that become code', () => {
  expect(Object.fromEntries(Object.keys(HEADS).map((library) => [library, countOf(library)]))).toEqual({
    nock: '126 of 132',
    msw: '232 of 237',
    'fetch-mock': '93 of 98',
    undici: '55 of 55',
  })
})
