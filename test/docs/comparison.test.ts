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
