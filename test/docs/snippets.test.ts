import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { format, promisify } from 'node:util'
import ts from 'typescript'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { messagesIn } from '../types/messages.ts'
import { PAGES, ROOT, type Snippet, snippetsOf } from './pages.ts'

mkdirSync(`${ROOT}.vitest`, { recursive: true })
const FOLDER = `${mkdtempSync(`${ROOT}.vitest/snippets-`)}/`

/** The global hooks of Jest, Mocha and Vitest with globals. They exist while a file that imports no runner is collected. */
const HOOKS = { beforeAll, beforeEach, afterEach, afterAll, before: beforeAll, after: afterAll }

/** The body of a `describe` runs later, after the file around it was collected. */
const describeWithHooks = (title: string, body: () => unknown) => describe(title, () => withHooks(body))

Object.assign(globalThis, { describe: describeWithHooks, test, it, expect })
afterAll(() => rmSync(FOLDER, { recursive: true }))
/** The examples of docstrings are parts of files: the reference of the API shows them, and does not run them. */
const RUN = PAGES.filter((page) => !page.startsWith('docs/reference/api'))
const files = RUN.flatMap(snippetsOf).map((snippet) => ({ snippet, file: write(snippet) }))

/** Writes a snippet to a file of its own, and maps the library to its sources. */
function write({ page, line, file, code }: Snippet): string {
  const path = `${FOLDER}${page.replace(/\W/g, '-')}-${line}/${file}`
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(
    path,
    code.replace(
      /(from|import) 'mynah(?:\/([\w-]+))?'/g,
      (_, word, entry = 'index') => `${word} '${ROOT}src/entries/${entry}.ts'`,
    ),
  )
  return path
}

for (const { snippet, file } of files) {
  const title = `${snippet.page}:${snippet.line}`
  if (snippet.code.includes("from 'node:test'")) test.concurrent(title, () => runInNode(file), 30_000)
  else if (/^ *(test|it)\(/m.test(snippet.code)) describe(title, () => collect(snippet, file))
  else test(title, () => run(file, snippet.output))
}

/** Runs a script. It must print the output that the page shows, and restore what it patched. */
async function run(file: string, output = ''): Promise<void> {
  const { fetch } = globalThis
  const printed: string[] = []
  vi.spyOn(console, 'log').mockImplementation((...values: unknown[]) => void printed.push(`${format(...values)}\n`))
  await import(/* @vite-ignore */ file)
  expect(globalThis.fetch).toBe(fetch)
  expect(printed.join('').replace(/\.vitest\/[^/]+\/[^/]+\//g, '')).toBe(output)
}

/** Collects a test file into the suite around. */
async function collect({ code }: Snippet, file: string): Promise<void> {
  const load = () => import(/* @vite-ignore */ file)
  await (code.includes("from 'vitest'") ? load() : withHooks(load))
}

/** Runs a function while the runner's hooks are global. */
async function withHooks(run: () => unknown): Promise<void> {
  Object.assign(globalThis, HOOKS)
  await run()
  for (const name of Object.keys(HOOKS)) Reflect.deleteProperty(globalThis, name)
}

async function runInNode(file: string): Promise<void> {
  const { VITEST: _vitest, NODE_TEST_CONTEXT: _context, NODE_OPTIONS: _options, ...env } = process.env
  await promisify(execFile)(process.execPath, ['--test', file], { cwd: ROOT, env })
}

test('every snippet type-checks', () => {
  writeFileSync(`${FOLDER}mocha.d.ts`, 'declare const before: typeof beforeAll\ndeclare const after: typeof afterAll\n')
  const { config } = ts.readConfigFile(`${ROOT}tsconfig.json`, ts.sys.readFile)
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, ROOT)
  const names = [`${FOLDER}mocha.d.ts`, ...files.map(({ file }) => file)]
  const program = ts.createProgram(names, { ...options, types: ['node', 'vitest/globals'] })
  expect(messagesIn(program, names)).toBe('')
}, 180_000)
