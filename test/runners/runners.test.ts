import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The result of a test in a runner; `message` if the test failed. */
interface Result {
  readonly title: string
  readonly passed: boolean
  readonly message: string
}

function runNode(args: readonly string[], added: NodeJS.ProcessEnv = {}): Promise<string> {
  // The runner that runs this test tells its children so, and a runner within it would behave otherwise.
  const { VITEST: _vitest, NODE_TEST_CONTEXT: _context, NODE_OPTIONS: _options, ...env } = process.env
  return new Promise((resolve) => {
    execFile(process.execPath, [...args], { cwd: ROOT, env: { ...env, ...added } }, (_error, stdout, stderr) =>
      resolve(stdout || stderr),
    )
  })
}

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string
    readonly message: string
    readonly assertionResults: readonly { title: string; status: string; failureMessages: readonly string[] }[]
  }[]
}

/** The specs of each run: with the runner's functions as globals, and without. */
const RUNS = {
  globals: [
    'vitest-globals/swallowed',
    'vitest-globals/nobody-awaits',
    'vitest-globals/after-each-throws',
    'vitest/late',
  ],
  imports: ['vitest/late', 'vitest/each', 'vitest/after-each-throws'],
} as const
type Run = keyof typeof RUNS

const reports: { [Name in Run]?: Promise<VitestReport> } = {}

async function runVitest(run: Run): Promise<VitestReport> {
  const folder = await mkdtemp(join(tmpdir(), 'mynah-'))
  const output = join(folder, 'report.json')
  await runNode([
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config=test/runners/vitest.config.ts',
    '--reporter=json',
    `--outputFile=${output}`,
    ...(run === 'globals' ? ['--globals'] : []),
    ...RUNS[run].map(specPath),
  ])
  const report: VitestReport = JSON.parse(await readFile(output, 'utf8'))
  await rm(folder, { recursive: true })
  return report
}

const specPath = (spec: string) => `test/runners/${spec}.spec.ts`

/** Returns the results of a spec's tests. The specs of a run share one process of Vitest. */
async function vitest<Name extends Run>(run: Name, spec: (typeof RUNS)[Name][number]): Promise<{ results: Result[] }> {
  reports[run] ??= runVitest(run)
  const { testResults } = await reports[run]
  const found = testResults.find(({ name }) => name.endsWith(specPath(spec)))
  return {
    results: (found?.assertionResults ?? []).map(({ title, status, failureMessages }) => ({
      title,
      passed: status === 'passed',
      message: stripVTControlCharacters(failureMessages.join('\n')).split('\n    at ')[0] as string,
    })),
  }
}

function summary(results: readonly Result[]): string[] {
  return results.map(({ title, passed }) => `${passed ? '✓' : '✗'} ${title}`)
}

describe.concurrent('the runner fails the very test', () => {
  test('Vitest with globals: `beforeAll(setupMocks(routes))` is the whole set-up', async () => {
    const { results } = await vitest('globals', 'vitest-globals/swallowed')
    expect(summary(results)).toEqual([
      '✓ answers',
      '✗ fails: an unmatched request is swallowed',
      '✗ fails: nobody awaits the unmatched request',
      '✗ fails: nobody awaits the unmatched http request',
      '✗ fails: a resolver threw, and the application swallowed it',
      '✓ starts with an empty journal',
      '✓ overrides',
      '✓ starts without the override of the test before',
      '✓ may set up mocks of its own',
    ])
    expect(results[1]?.message).toBe(
      `UnmatchedRequestError: No stub answers GET https://api.test/nope

Nearest: rest.get('/users')  test/runners/vitest-globals/swallowed.spec.ts:6
  path segment 1  expected 'users'
                  received 'nope'

Also declared: GET /broken
To answer it: rest.get('/nope', {})
To let it reach the network: setupMocks(routes, { passthrough: ['https://api.test'] })`,
    )
    expect(results[4]?.message).toBe('RangeError: the resolver is broken')
  }, 30_000)

  test('Vitest with globals: an un-awaited request of any client', async () => {
    const { results } = await vitest('globals', 'vitest-globals/nobody-awaits')
    expect(results.map(({ passed, message }) => (passed ? 'passed' : message.split('\n')[0]))).toEqual([
      ...Array(7).fill('UnmatchedRequestError: No stub answers GET https://api.test/nope'),
      ...Array(5).fill('UnmatchedRequestError: No stub answers POST https://api.test/nope'),
      'passed',
    ])
  }, 30_000)

  test.each([
    ['with globals', 'globals'],
    ['without globals', 'imports'],
  ] as const)('Vitest %s: mocks that are set up while tests run', async (_name, run) => {
    const { results } = await vitest<Run>(run, 'vitest/late')
    expect(results.map(({ title, message }) => `${title}: ${message.split('\n')[0]}`)).toEqual([
      'fails: an unmatched request is swallowed, and nothing ends the mocks: UnmatchedRequestError: No stub answers GET https://api.test/a',
      'fails: an expected request does not come, and nothing ends the mocks: MynahError: An expected request did not arrive',
      'a failure that the test expects is no failure: ',
      'fails: an unmatched request is swallowed: UnmatchedRequestError: No stub answers GET https://api.test/c',
      'fails: an unmatched request is swallowed again: UnmatchedRequestError: No stub answers GET https://api.test/d',
      'is not blamed for the test before, and may override: ',
      'fails: an expected request does not come: MynahError: An expected request did not arrive',
      'an expected request comes: ',
      'fails: an afterEach calls the undo of an expectation: MynahError: An expected request did not arrive',
    ])
  })

  test('Vitest without globals: `beforeEach(setupMocks(routes))`', async () => {
    const { results } = await vitest('imports', 'vitest/each')
    expect(summary(results)).toEqual([
      '✓ answers',
      '✗ fails: an unmatched request is swallowed',
      '✓ starts with a clean state',
    ])
  }, 30_000)

  test.each([
    ['globals', 'vitest-globals/after-each-throws', ['✗ fails: an unmatched request is swallowed again']],
    ['imports', 'vitest/after-each-throws', []],
  ] as const)(
    '%s: where an afterEach throws, Vitest skips what would have cleaned up for the next test',
    async (run, spec, more) => {
      const { results } = await vitest<Run>(run, spec)
      expect(summary(results)).toEqual([
        '✗ fails: an unmatched request is swallowed',
        '✓ is not blamed for the test before',
        ...more,
      ])
    },
    30_000,
  )

  test('node:test: `beforeEach(mocks)` and `afterEach(mocks.stop)`', async () => {
    const output = await runNode(['--test', '--test-reporter=tap', 'test/runners/node-test/each.spec.ts'])
    const lines = output.split('\n').filter((line) => /^(not )?ok /.test(line))
    expect(lines).toEqual([
      'ok 1 - answers',
      'not ok 2 - fails: an unmatched request is swallowed',
      'ok 3 - starts with a clean state',
    ])
    expect(output).toContain('No stub answers GET https://api.test/nope')
  }, 30_000)

  test('node:test: a file starts its mocks, and has no hook that ends a test', async () => {
    const output = await runNode(['--test', '--test-reporter=tap', 'test/runners/node-test/started.spec.ts'])
    const lines = output.split('\n').filter((line) => /^ *(not )?ok /.test(line))
    expect(lines.map((line) => line.replace(/ \d+ -/, ':'))).toEqual([
      'not ok: fails: an unmatched request is swallowed',
      'not ok: fails: an expected request does not come',
      'ok: starts with a clean state',
      '    not ok: fails: a subtest swallows an unmatched request',
      '    ok: the override of its parent answers',
      'not ok: a parent of subtests',
      'not ok: fails: the override is off',
    ])
  }, 30_000)

  test('node:test: a test whose `beforeEach` throws left its override and its failure to the next test', async () => {
    const output = await runNode(['--test', '--test-reporter=tap', 'test/runners/node-test/set-up-throws.spec.ts'])
    const lines = output.split('\n').filter((line) => /^(not )?ok /.test(line))
    expect(lines).toEqual([
      'not ok 1 - fails: its own set-up throws',
      'ok 2 - has neither the override nor the failure of the test before',
    ])
  }, 30_000)

  test.each(['child-v8', 'child', ''])(
    'node:test: a script that uses `mock` alone wrote a report of no tests to its output (NODE_TEST_CONTEXT=%j)',
    async (context) => {
      const output = await runNode(['test/runners/node-test/only-mock.script.ts'], { NODE_TEST_CONTEXT: context })
      expect(output).toBe('{"id":1}\n')
    },
    30_000,
  )

  test('node:test: concurrent tests of one `describe` were blamed for each other', async () => {
    const output = await runNode(['--test', '--test-reporter=tap', 'test/runners/node-test/concurrent.spec.ts'])
    const lines = output.split('\n').filter((line) => /^ {4}(not )?ok /.test(line))
    expect(lines.map((line) => line.trim().replace(/ \d+ -/, ':'))).toEqual([
      'not ok: fails: swallows an unmatched request, and ends first',
      'ok: is not blamed for the others',
      'not ok: fails: an expected request does not come',
      'ok: ends last, and is not blamed',
    ])
  }, 30_000)
})
