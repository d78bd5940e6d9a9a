import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The page "Getting started", as it is in the package. */
export const page = readFileSync('node_modules/mynah/docs/guide/getting-started.md', 'utf8')

/** The blocks of a runner's tabs in each step: `[first line without its slashes, code]`. */
export function stepsOf(runner) {
  return page
    .split(/^## /m)
    .map((section) =>
      [...section.matchAll(/^```\w+ \[(\w+)\]\n\/\/ ([^\n]*)\n(.*?)^```$/gms)]
        .filter(([, title]) => title === runner)
        .map(([, , line, code]) => [line, code]),
    )
}

/** Writes a file of a block into a folder, adds to it, or replaces its beginning, as the block's first line says. */
export function edit(folder, [line, code]) {
  const [name] = /[.\w/]*users\.[.\w]*|\.storybook\/\w+\.ts/i.exec(line)
  const file = join(folder, name)
  mkdirSync(dirname(file), { recursive: true })
  if (line === name) return writeFileSync(file, code)
  const text = readFileSync(file, 'utf8')
  if (line.startsWith('add to')) return writeFileSync(file, `${text}\n${code}`)
  assert.match(line, /from its beginning$/)
  writeFileSync(file, `${code}beforeAll(mocks)\n${text.split('beforeAll(mocks)\n')[1]}`)
}
