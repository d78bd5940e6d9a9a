import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { jest, mocha, nodeTest, vitest } from './run.js'
import { EXPECTED, FAILING, failedTitles, neverStarted, RUNNERS, writeFiles } from './test-files.ts'

/* Each runner runs the same files: mocks that are never started, and each promise of `beforeAll(setupMocks(routes))`. */

const OUTPUTS = {
  Jest: (folder) => jest('.', '--verbose', folder),
  'Jest with injectGlobals: false': (folder) => jest('jest-globals', '--rootDir=.', '--verbose', folder),
  'Vitest with globals': (folder) => vitest('--globals', '--reporter=verbose', folder),
  'Vitest without globals': (folder) => vitest('--reporter=verbose', folder),
  // In one process the first hook that fails after all tests skips the others.
  Mocha: (folder) => mocha('--parallel', `${folder}/*.test.cjs`),
  'node:test': (folder) => nodeTest(`${folder}/*.test.mjs`),
}

for (const [runner, run] of Object.entries(OUTPUTS)) {
  test(`${runner}: mocks were never started, and the file passed; overrides leaked, a swallowed miss passed its test`, async () => {
    const folder = `started/${runner.replaceAll(/\W/g, '-')}`
    writeFiles(folder, RUNNERS[runner])
    const output = stripVTControlCharacters((await run(folder)).output)
    assert.deepEqual(neverStarted(output), EXPECTED, output)
    assert.deepEqual(failedTitles(output), FAILING, output)
  })
}
