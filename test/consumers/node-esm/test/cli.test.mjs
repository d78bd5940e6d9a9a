import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'

const run = (...args) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  return { status, stdout, stderr }
}

test('prints the names of the users', () => {
  const { status, stdout } = run('--import', './test/api-mocks.mjs', 'src/cli.mjs')
  assert.deepEqual([status, stdout], [0, 'Ada\n'])
})

test('a request without a stub fails the process, also if the program swallows it', () => {
  const code = "await fetch('https://api.test/teams').catch(() => {})"
  const { status, stderr } = run('--import', './test/api-mocks.mjs', '--input-type=module', '--eval', code)
  assert.equal(status, 1)
  assert.match(stderr, /No stub answers GET https:\/\/api\.test\/teams/)
})
