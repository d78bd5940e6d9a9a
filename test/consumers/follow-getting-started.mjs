import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { edit, page, stepsOf } from './getting-started.mjs'

/*
 * Does what the page "Getting started" says to a reader with one runner, in a new folder: writes its files, adds to them,
 * and runs the tests where the page says what they print.
 *
 *   node consumers/follow-getting-started.mjs Vitest
 */
const [runner] = process.argv.slice(2)
const folder = 'started'

function follow(step) {
  for (const block of step) edit(folder, block)
}

function runTests() {
  const [command, ...args] = runner === 'Jest' ? ['jest', folder] : ['vitest', 'run', folder]
  const { status, stdout, stderr } = spawnSync('npx', [command, ...args], {
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  })
  return { status, printed: `${stdout}${stderr}` }
}

function passes(count) {
  const { status, printed } = runTests()
  assert.equal(status, 0, printed)
  assert.match(printed, new RegExp(`Tests: +${count} passed|Tests  ${count} passed`))
}

const [, install, stub, override, miss, assertion] = stepsOf(runner)
follow(install)
follow(stub)
passes(1)
follow(override)
passes(2)
follow(miss)
const { status, printed } = runTests()
assert.equal(status, 1, printed)
const [, report] = /^```text\n(.*?)^```$/ms.exec(page)
const plain = (text) =>
  text.replace(/^ +/gm, '').replaceAll(`${folder}/`, '').replaceAll('users.test.js:4', 'users.test.ts:5')
assert.ok(plain(printed).includes(plain(report)), printed)
follow(assertion)
passes(4)
console.log(`${runner}: each step does what the page says`)
