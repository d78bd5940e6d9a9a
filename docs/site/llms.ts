import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SHELVES } from './shelves.ts'

/*
 * The pages for assistants that write tests, listed in the form of https://llmstxt.org. `node docs/site/llms.ts` writes
 * `llms.txt` to the top of the package; the build does it, so that it is never old.
 */
const ROOT = join(import.meta.dirname, '../..')

/** Returns the text of `llms.txt`: the summary of the README, the page for assistants, and the pages of the shelves. */
export function llmsText(): string {
  const chapters = SHELVES.map(({ title, pages }) => {
    const lines = pages.map(([page, about]) => `- [${titleOf(page)}](${page}): ${about}`)
    return `## ${title}\n\n${lines.join('\n')}\n`
  })
  return `${header(read('README.md'))}\n${chapters.join('\n')}`
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

if (import.meta.main) writeFileSync(join(ROOT, 'llms.txt'), llmsText())
