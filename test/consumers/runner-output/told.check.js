import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { jest, mocha, nodeTest, vitest } from './run.js'

/* What a runner prints of a failing test: each report once, and the overrides that nothing asked for. */

const RUNNERS = {
  Jest: { run: () => jest('.', 'told/jest.test.cjs'), heads: /^ {2}● /m },
  Vitest: { run: () => vitest('told/vitest.test.mjs'), heads: /^ FAIL {2}told/m },
  Mocha: { run: () => mocha('told/mocha.cjs'), heads: /^ {2}\d+\) /m },
  'node:test': { run: () => nodeTest('--test-reporter=spec', 'told/node.cjs'), heads: /^test at /m },
}

const MISS = 'No stub answers GET https://api.test/api/users'
const TIMES = 'This happened 3 times'
const NOT_USED = /Not used: mocks\.use\.get\('\/todoz'\) {2}told[\\/]cases\.cjs:\d+; nearest request GET \/todos$/gm

const count = (text, part) => text.split(part).length - 1

for (const [name, { run, heads }] of Object.entries(RUNNERS)) {
  test(name, async (t) => {
    const { output } = await run()
    const text = stripVTControlCharacters(output)
    /** What is printed of the failures of a test: Jest and Vitest would print a second one under the same title. */
    const printed = (title) =>
      text
        .split(heads)
        .slice(1)
        .filter((part) => part.split('\n').slice(0, 4).join('\n').includes(title) && part.split('\n').length > 5)
        .join('\n')
    for (const title of [
      'three caught misses',
      'the last of three misses is thrown',
      'the last of three misses is a cause',
      'axios-retry, caught',
    ])
      await t.test(`${title}: one report, with how often it happened`, () => {
        const shown = printed(title)
        assert.equal(count(shown, MISS), 1, shown)
        assert.equal(count(shown, TIMES), 1, shown)
      })
    await t.test('an override that nothing asked for is named where its test fails', () => {
      for (const title of ['an override that nothing asks for', 'resets the mocks', 'an override in isolate'])
        assert.equal(printed(title).match(NOT_USED)?.length, 1, `${title}\n${printed(title)}`)
      assert.equal(text.match(NOT_USED)?.length, 3, text)
      assert.equal(count(text, 'Not used'), 3, text)
    })
  })
}
