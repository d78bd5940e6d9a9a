import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'

const SKIPPED = 77
const deno = findDeno()

const passing = run('passing.test.js')
console.log(passing.output)
assert.equal(passing.status, 0)

const failing = run('failing.test.js')
console.log(failing.output)
assert.equal(failing.status, 1)
assert.match(failing.output, /a swallowed unmatched fetch \.\.\. FAILED/)
assert.match(failing.output, /a swallowed unmatched request of node:http \.\.\. FAILED/)
assert.match(failing.output, /No stub answers GET https:\/\/api\.test\/user\n/)
assert.match(failing.output, /No stub answers GET http:\/\/api\.test\/by-http\n/)
assert.match(failing.output, /what comes after \.\.\. ok/)

const returned = run('returned.test.js')
console.log(returned.output)
assert.match(returned.output, /none of its requests comes \.\.\. FAILED/)
assert.match(returned.output, /one of its two requests comes \.\.\. FAILED/)
assert.match(returned.output, /An expected request did not arrive/)

function run(file) {
  const args = ['test', '--allow-all', '--no-check', '--node-modules-dir=manual', file]
  const { status, stdout, stderr } = spawnSync(deno, args, { encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } })
  return { status, output: stdout + stderr }
}

/** The program itself: what the package `deno` has in its place looks for it, and is not needed. */
function findDeno() {
  const { resolve } = createRequire(import.meta.url)
  const platform = `${process.platform}-${process.arch}${process.platform === 'linux' ? '-glibc' : ''}`
  try {
    return resolve(`@deno/${platform}/deno${process.platform === 'win32' ? '.exe' : ''}`)
  } catch {
    console.log(`skipped: there is no Deno for ${platform}`)
    process.exit(SKIPPED)
  }
}
