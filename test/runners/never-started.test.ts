import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import {
  EXPECTED,
  EXPECTED_FIRST,
  FAILING,
  failedFirst,
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

const { VITEST: _vitest, NODE_TEST_CONTEXT: _context, NODE_OPTIONS: _options, NODE_ENV: _env, ...env } = process.env

function run(...args: readonly string[]): Promise<string> {
  return runIn({}, ...args)
}

function runIn(more: Record<string, string>, ...args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(process.execPath, [...args], { cwd: ROOT, env: { ...env, ...more } }, (error, stdout, stderr) =>
      resolve(stripVTControlCharacters(`${stdout}${stderr}\nexit code ${error?.code ?? 0}`)),
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
    expect(failedFirst(output)).toEqual(EXPECTED_FIRST)
    expect(failedTitles(output)).toEqual(FAILING)
  }, 60_000)

  test.each(['list', 'parallel'])(
    'the promises hold where hooks run in the order `%s`',
    async (order) => {
      const output = await run(...args, `--sequence.hooks=${order}`, join(own, 'promises.test.mjs'))
      expect(failedTitles(output)).toEqual(FAILING)
    },
    60_000,
  )

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
    expect(failedFirst(output)).toEqual(EXPECTED_FIRST)
  }, 60_000)

  test('a file failed whose tests are filtered', async () => {
    const output = await run('--test', '--test-isolation=none', '--test-name-pattern=^b$', join(own, '*.test.mjs'))
    expect(neverStarted(output)).toEqual([])
    expect(output).toContain('✔ b')
  }, 60_000)

  test.each(['never-in-file', 'never-in-async-hook', 'never-by-helper'])(
    '`node file.test.js` without `--test` passed: %s',
    async (name) => {
      const output = await run(join(own, `${name}.test.mjs`))
      expect(neverStarted(output)).toEqual([name === 'never-by-helper' ? 'shared' : name])
      expect(output).toMatch(/exit code 1$/)
    },
    60_000,
  )

  test.each(['unused-in-shared-module', 'the-starting-test-skipped', 'only-fetched', 'started-by-a-later-test'])(
    '`node file.test.js` without `--test` must not fail: %s',
    async (name) => {
      expect(await run(join(own, `${name}.test.mjs`))).toMatch(/exit code 0$/)
    },
    60_000,
  )
})

describe.concurrent('another runner, such as AVA', () => {
  const own = join(folder, 'another')
  const imports = `import { rest, setupMocks } from '${join(ROOT, 'src/entries/index.ts')}'\n`
  const write = (name: string, code: string) => {
    mkdirSync(own, { recursive: true })
    writeFileSync(join(own, name), imports + code)
    return join(own, name)
  }
  const file = write('never.mjs', 'setupMocks([])')

  test('said nothing of mocks that are never started: the process of tests warns at its end', async () => {
    const output = await runIn({ NODE_ENV: 'test' }, file)
    expect(output).toMatch(
      /^\nMynahError: setupMocks\(…\): these mocks were never started, and have answered nothing\n\nWrite {2}mocks\.start\(\)\n {4}at .*never\.mjs:2:1\n\nexit code 0$/,
    )
  }, 60_000)

  test.each([
    ['other mocks of the process are started', write('two.mjs', 'setupMocks([]); setupMocks([])()'), 'test'],
    [
      'the mocks are used without a start',
      write('explained.mjs', "await setupMocks([]).explain('https://a.test')"),
      'test',
    ],
    ['the process runs no tests', file, 'production'],
  ])(
    'nothing is said if %s',
    async (_name, path, NODE_ENV) => {
      expect(await runIn({ NODE_ENV }, path)).toBe('\nexit code 0')
    },
    60_000,
  )
})
