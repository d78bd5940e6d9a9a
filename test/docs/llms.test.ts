import { expect, test } from 'vitest'
import { llmsFiles } from '../../docs/site/llms.ts'
import { PAGES, readPage } from './pages.ts'

const files = llmsFiles()

/** The pages for users: those behind the shelves are for people who change mynah. */
const SHELVES = PAGES.filter((page) => /^docs\/(guide|recipes|reference)\//.test(page) && !/\/api-/.test(page))

test('llms.txt begins with the name and a summary', () => {
  expect(files['llms.txt']).toMatch(
    /^# mynah\n\n> mynah answers REST requests inside the process.+\n\n## Start\n\n- \[/,
  )
})

test.each(SHELVES)('llms.txt lists %s', (page) => {
  expect(files['llms.txt']).toContain(`](${page}): `)
})

test.each(['README.md', ...SHELVES])('llms-full.txt has the whole of %s', (page) => {
  expect(files['llms-full.txt']).toContain(`<!-- ${page} -->\n\n${readPage(page).trim()}\n`)
})
