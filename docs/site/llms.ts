import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/*
 * The pages for agents that write tests, in the form of https://llmstxt.org: `llms.txt` lists them, `llms-full.txt` has
 * their text. `node docs/site/llms.ts` writes both to the top of the package; the build does it, so they are never old.
 */
const ROOT = join(import.meta.dirname, '../..')

/** Returns the text of each file. Both are made from the README and from the pages of its tables, in their order. */
export function llmsFiles(): Readonly<Record<'llms.txt' | 'llms-full.txt', string>> {
  const readme = read('README.md')
  const [, documentation = ''] = readme.split('## Documentation\n')
  const [shelves = ''] = documentation.split(/^To change|^## /m)
  const pages = [...shelves.matchAll(/^\| \[.*?\]\((\S+?\.md)\)/gm)].map(([, page = '']) => page)
  return {
    'llms.txt': `${header(readme)}\n${shelves
      .replace(/^\*\*(\w+)\*\*.*$/gm, '## $1')
      .replace(/^\| page \| for \|\n\| --- \| --- \|\n/gm, '')
      .replace(/^\| \[.*?\]\((\S+?)\) \| (.*?) \|$/gm, (_, page, text) => `- [${titleOf(page)}](${page}): ${text}`)
      .trim()}\n`,
    'llms-full.txt': `${['README.md', ...pages].map((page) => `<!-- ${page} -->\n\n${read(page).trim()}`).join('\n\n')}\n`,
  }
}

function header(readme: string): string {
  const [, summary = ''] = /^# mynah\n\n(.*?)\n\n/s.exec(readme) ?? []
  return `# mynah\n\n> ${summary.replaceAll('\n', ' ')}\n`
}

function titleOf(page: string): string {
  return /^# (.*)$/m.exec(read(page))?.[1] ?? page
}

function read(page: string): string {
  return readFileSync(join(ROOT, page), 'utf8')
}

if (import.meta.main) {
  for (const [file, text] of Object.entries(llmsFiles())) writeFileSync(join(ROOT, file), text)
}
