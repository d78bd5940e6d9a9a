import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { TABLES } from './surface.ts'

const PAGE = fileURLToPath(new URL('../../docs/guide/migrating.md', import.meta.url))

/** The page with the tables that the surface has now, each in place of the one under its heading. */
function withTables(page: string): string {
  return Object.entries(TABLES).reduce((text, [heading, parts]) => {
    const rows = parts.flatMap(([, table]) => table.map(([there, here]) => `| ${there} | ${here} |\n`))
    const start = text.indexOf('\n| --- | --- |\n', text.indexOf(`\n## ${heading}\n`)) + '\n| --- | --- |\n'.length
    return text.slice(0, start) + rows.join('') + text.slice(text.indexOf('\n\n', start - 1) + 1)
  }, page)
}

test('the tables of migrating.md are those of test/surface/page; to write them: npm run docs', async () => {
  await expect(withTables(readFileSync(PAGE, 'utf8'))).toMatchFileSnapshot(PAGE)
})
