import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The README, the changelog and the pages below `docs`. */
export const PAGES: readonly string[] = [
  'README.md',
  'CHANGELOG.md',
  ...readdirSync(`${ROOT}docs`, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && !/^site|node_modules/.test(file))
    .map((file) => `docs/${file}`)
    .sort(),
]

/** A fenced block of TypeScript, and the output that the page shows below it. */
export interface Snippet {
  readonly page: string
  readonly line: number
  /** The name in the first line, `// test/users.test.ts`; without one, a generic name. */
  readonly file: string
  readonly code: string
  readonly output: string | undefined
}

export function readPage(page: string): string {
  return readFileSync(ROOT + page, 'utf8')
}

/** Returns the snippets of a page: each block of `ts`, with the block of `text` that follows it at once. */
export function snippetsOf(page: string): Snippet[] {
  const text = readPage(page)
  return [...text.matchAll(/^```ts\n(.*?)^```\n(?:\n```text\n(.*?)^```$)?/gms)].map(
    ({ index, 1: code = '', 2: output }) => ({
      page,
      line: text.slice(0, index).split('\n').length,
      file: /^\/\/ (\S+\.m?ts)\n/.exec(code)?.[1] ?? 'snippet.ts',
      code,
      output,
    }),
  )
}
