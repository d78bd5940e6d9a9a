import { expect, test } from 'vitest'
import type { Outcome } from '../../docs/site/failures/page.ts'
import { readPage } from './pages.ts'

const outcomes: readonly Outcome[] = JSON.parse(readPage('docs/site/failures/outcomes.json'))

test('a test of a caught miss passes in three libraries, and fails in mynah', () => {
  expect(outcomes.map(({ library, passes }) => [library, passes])).toEqual([
    ['msw', true],
    ['nock', true],
    ['fetch-mock', true],
    ['mynah', false],
  ])
})

test.each(outcomes.filter(({ library }) => ['msw', 'mynah'].includes(library)))(
  'docs/guide/mynah-or-msw.md shows what $library printed',
  ({ library, version, printed }) => {
    const page = readPage('docs/guide/mynah-or-msw.md')
    expect(page).toMatch(new RegExp(`^${library} ${version.replaceAll('.', '\\.')}[,:]`, 'm'))
    expect(page).toContain(`\`\`\`text\n${printed}\n\`\`\``)
  },
)

/** The cells of a table whose first row is this, each as the consumer `comparison` has it: row, text, column. */
function cellsOf(page: string, head: string): string[][] {
  const lines = readPage(page).split('\n')
  const start = lines.indexOf(head)
  expect(start).toBeGreaterThan(0)
  const split = (line: string) =>
    line
      .split('|')
      .slice(1, -1)
      .map((text) => text.trim())
  const [, ...columns] = split(head)
  const rows = lines.slice(start + 2)
  return rows
    .slice(
      0,
      rows.findIndex((line) => !line.startsWith('|')),
    )
    .flatMap((line) => {
      const [row = '', ...texts] = split(line)
      return texts.map((text, index) => [row, text, columns[index] ?? ''])
    })
}

/** The programs, and for a cell in single quotes or double ones the same text. A call that is too long for a line has one for each argument. */
const programs = [
  ...readPage('test/consumers/comparison/cells.check.js').matchAll(
    /^cell\(\s*('.*?'|".*?"|[A-Z]+),\s+('.*?'|".*?"|[A-Z]+),\s+('.*?'|".*?"),\s/gm,
  ),
].map(([, ...texts]) => texts)
const constants = new Map(
  [...readPage('test/consumers/comparison/cells.check.js').matchAll(/^const ([A-Z]+) = (?:'(.*)'|"(.*)")$/gm)].map(
    ([, name = '', single, double]) => [name, single ?? double ?? ''],
  ),
)
const written = (text: string) => constants.get(text) ?? text.slice(1, -1)
const tried = new Set(programs.map((texts) => texts.map(written).join(' | ')))

test('each cell of the tables of other libraries has a program that fails if it is untrue', () => {
  const cells = [
    ...cellsOf('docs/guide/mynah-or-msw.md', "| | mynah | msw 3 | nock 15 | fetch-mock 12 | undici's MockAgent |"),
    // How old a library is cannot be run.
    ...cellsOf('README.md', '| | mynah | msw 3 |').filter(([row]) => row !== 'Maturity'),
  ]
  expect(new Set(cells.map((cell) => cell.join(' | ')))).toEqual(tried)
})

test('each row of the first hour has a program that runs both of its lines', () => {
  const rows = cellsOf('docs/guide/mynah-or-msw.md', '| msw | mynah |').map(([row]) => row ?? '')
  const program = readPage('test/consumers/comparison/first-hour.check.js')
  // What msw 3 no longer has cannot be run.
  const missing = rows.filter(
    (row) => !row.endsWith('of msw 1') && ![`'${row}'`, `"${row}"`].some((one) => program.includes(one)),
  )
  expect(rows.length).toBeGreaterThan(15)
  expect(missing).toEqual([])
})
