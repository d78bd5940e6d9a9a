import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { llmsText, skillText } from '../../docs/site/llms.ts'
import { PAGES, ROOT } from './pages.ts'

/** The pages for users: those behind the shelves are for people who change mynah. */
const SHELVES = PAGES.filter((page) => /^docs\/(guide|recipes|reference)\//.test(page) && !/\/api-/.test(page))

test('llms.txt begins with the name, a summary and the page for assistants', () => {
  expect(llmsText()).toMatch(
    /^# mynah\n\n> mynah mocks REST and GraphQL requests in the process that sends them.+\n\nStart with \[.+\]\(docs\/reference\/assistants\.md\).*\n\n## Start\n\n- \[/,
  )
})

test.each(SHELVES)('llms.txt lists %s', (page) => {
  expect(llmsText()).toContain(`](${page}): `)
})

test('SKILL.md names itself, says when to use it, and links from the top of the package', () => {
  expect(skillText()).toMatch(/^---\nname: mynah\ndescription: "Write tests .+"\n---\n\n# Testing with mynah\n/)
  const targets = [...skillText().matchAll(/\]\((?!https?:)([^)]+)\)/g)].map(([, target = '']) => target)
  expect(targets.length).toBeGreaterThan(10)
  expect(targets.filter((target) => !existsSync(ROOT + target))).toEqual([])
})
