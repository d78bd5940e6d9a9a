import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/*
 * The pages for assistants that write tests, listed in the form of https://llmstxt.org. `node docs/site/llms.ts` writes
 * `llms.txt` to the top of the package; the build does it, so that it is never old.
 */
const ROOT = join(import.meta.dirname, '../..')

/** Returns the text of `llms.txt`: the summary of the README, the page for assistants, and the pages of the README's tables. */
export function llmsText(): string {
  const readme = read('README.md')
  const [, documentation = ''] = readme.split('## Documentation\n')
  const [shelves = ''] = documentation.split(/^To change|^## /m)
  return `${header(readme)}\n${shelves
    .replace(/^\*\*(\w+)\*\*.*$/gm, '## $1')
    .replace(/^\| page \| for \|\n\| --- \| --- \|\n/gm, '')
    .replace(/^\| \[.*?\]\((\S+?)\) \| (.*?) \|$/gm, (_, page, text) => `- [${titleOf(page)}](${page}): ${text}`)
    .trim()}\n`
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
