import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { fileIn, rewrite } from './rewrite.ts'
import { BY_HAND } from './surface/by-hand.ts'
import { HEADS } from './surface.ts'

const PAGE = fileURLToPath(new URL('../../docs/guide/migrating.md', import.meta.url))

/** The page with the tables of what stays by hand now, each in place of the one under its heading. */
function withTables(page: string): string {
  return Object.entries(BY_HAND).reduce((text, [heading, [, rows]]) => {
    const lines = rows.map(([there, here]) => `| ${there} | ${here} |\n`)
    const start = text.indexOf('\n| --- | --- |\n', text.indexOf(`\n## ${heading}\n`)) + '\n| --- | --- |\n'.length
    return text.slice(0, start) + lines.join('') + text.slice(text.indexOf('\n\n', start - 1) + 1)
  }, page)
}

test('the tables of migrating.md are those of test/surface/by-hand.ts; to write them: npm run docs', async () => {
  await expect(withTables(readFileSync(PAGE, 'utf8'))).toMatchFileSnapshot(PAGE)
})

test('the page has at most 1,500 words', () => {
  expect(readFileSync(PAGE, 'utf8').split(/\s+/).length).toBeLessThanOrEqual(1500)
})

const FORMS = Object.values(BY_HAND).flatMap(([library, rows]) =>
  rows.flatMap(([, , form]) => (form === undefined ? [] : [[library, form] as const])),
)

const project = fileIn({ nock: '14.0.0' }, 'users.test.js')

test.each(FORMS)('%s: %s stays by hand, as migrating.md says', (library, form) => {
  const text = `${HEADS[library].trimEnd()}\ntest('a', async () => {\n  ${form}\n})\n`
  expect(rewrite(text, project)?.left).not.toEqual([])
})
