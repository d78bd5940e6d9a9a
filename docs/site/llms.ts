import { readFileSync, writeFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { SHELVES } from './shelves.ts'

/*
 * What assistants that write tests read: `llms.txt`, the list of the pages in the form of https://llmstxt.org, and `SKILL.md`,
 * the page for assistants in the form of https://agentskills.io. `node docs/site/llms.ts` writes both to the top of the package;
 * the build does it, so that they are never old.
 */
const ROOT = join(import.meta.dirname, '../..')
const SKILL = 'docs/reference/assistants.md'

/** Returns the text of `llms.txt`: the summary of the README, the page for assistants, and the pages of the shelves. */
export function llmsText(): string {
  const chapters = SHELVES.map(({ title, pages }) => {
    const lines = pages.map(([page, about]) => `- [${titleOf(page)}](${page}): ${about}`)
    return `## ${title}\n\n${lines.join('\n')}\n`
  })
  return `${header(read('README.md'))}\n${chapters.join('\n')}`
}

/** Returns the text of `SKILL.md`: the page for assistants, with links from the top of the package. */
export function skillText(): string {
  const text = read(SKILL)
    .replace(/^# .*$/m, '# Testing with mynah')
    .replace(/\]\((?!https?:)([^)]+)\)/g, (_, target) => `](${posix.join(posix.dirname(SKILL), target)})`)
  const description =
    'Write tests with the package mynah, which mocks HTTP requests in Vitest, Jest, node:test, Mocha and Storybook. ' +
    'Use it when a project depends on mynah, or when a test has to mock fetch, axios or another HTTP client.'
  return `---\nname: mynah\ndescription: ${JSON.stringify(description)}\n---\n\n${text}`
}

function header(readme: string): string {
  const [, summary = ''] = /^# mynah\n\n(.*?)\n\n/s.exec(readme) ?? []
  return `# mynah\n\n> ${summary.replaceAll('\n', ' ')}\n\nStart with [what to write, and what not](docs/reference/assistants.md): one short page.\n`
}

function titleOf(page: string): string {
  return /^# (.*)$/m.exec(read(page))?.[1] ?? page
}

function read(page: string): string {
  return readFileSync(join(ROOT, page), 'utf8')
}

if (import.meta.main) {
  writeFileSync(join(ROOT, 'llms.txt'), llmsText())
  writeFileSync(join(ROOT, 'SKILL.md'), skillText())
}
