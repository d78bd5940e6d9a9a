import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import {
  EXPECTED,
  FAILING,
  failedTitles,
  neverStarted,
  RUNNERS,
  writeFiles,
} from '../consumers/runner-output/test-files.ts'

/* The same test files in the runners that this repository has. The consumer `runner-output` runs them in Jest and Mocha too. */

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
mkdirSync(join(ROOT, '.vitest'), { recursive: true })
const folder = mkdtempSync(join(ROOT, '.vitest/runners-'))
afterAll(() => rmSync(folder, { recursive: true }))

function run(...args: readonly string[]): Promise<string> {
  const { VITEST: _vitest, NODE_TEST_CONTEXT: _context, NODE_OPTIONS: _options, ...env } = process.env
  return new Promise((resolve) => {
    execFile(process.execPath, [...args], { cwd: ROOT, env }, (_error, stdout, stderr) =>
      resolve(stripVTControlCharacters(stdout + stderr)),
    )
  })
}

/** Writes the files of a runner, and returns their folder. */
function write(runner: keyof typeof RUNNERS): string {
  const own = join(folder, runner.replaceAll(/\W/g, '-'))
  writeFiles(own, RUNNERS[runner], join(ROOT, 'src/entries/index.ts'))
  return own
}

describe.concurrent.each(['Vitest with globals', 'Vitest without globals'] as const)('%s', (runner) => {
  const own = write(runner)
  // In one worker the files share one copy of mynah, which takes a while to load.
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config=test/runners/vitest.config.ts', '--no-isolate']
  const args = [...vitest, '--reporter=verbose', ...(runner === 'Vitest with globals' ? ['--globals'] : [])]

  test('mocks were never started, and the file passed; overrides leaked, a swallowed miss passed its test', async () => {
    const output = await run(...args, own)
    expect(neverStarted(output)).toEqual(EXPECTED)
    expect(failedTitles(output)).toEqual(FAILING)
  }, 60_000)

  test('a file failed whose tests are filtered', async () => {
    const output = await run(...args, '--testNamePattern=b$', own)
    expect(neverStarted(output)).toEqual([])
    expect(output).toContain('✓')
  }, 60_000)
})

describe.concurrent('node:test', () => {
  const own = write('node:test')

  test('mocks were never started, and the file passed; overrides leaked, a swallowed miss passed its test', async () => {
    const output = await run('--test', join(own, 'never-in-file.test.mjs'), join(own, 'promises.test.mjs'))
    expect(neverStarted(output)).toEqual(['never-in-file'])
    expect(failedTitles(output)).toEqual(FAILING)
  }, 60_000)

  test('with all files in one process, mocks were never started, and the files passed', async () => {
    const output = await run('--test', '--test-isolation=none', join(own, '*.test.mjs'))
    // The helper belongs to no file, and tests of other files are skipped.
    expect(neverStarted(output)).toEqual(EXPECTED.filter((name) => name !== 'shared'))
  }, 60_000)

  test('a file failed whose tests are filtered', async () => {
    const output = await run('--test', '--test-isolation=none', '--test-name-pattern=^b$', join(own, '*.test.mjs'))
    expect(neverStarted(output)).toEqual([])
    expect(output).toContain('✔ b')
  }, 60_000)
})
