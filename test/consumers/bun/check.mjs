import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'

const SKIPPED = 77
const bun = findBun()

const passing = run('passing.test.js', 'undici.test.js', 'assertions.test.js')
console.log(passing.output)
assert.equal(passing.status, 0)

const failing = run('failing.test.js')
console.log(failing.output)
assert.equal(failing.status, 1)
assert.match(failing.output, /\(fail\) a swallowed unmatched fetch/)
assert.match(failing.output, /\(fail\) a swallowed unmatched request of node:http/)
assert.match(failing.output, /No stub answers GET https:\/\/api\.test\/user\n/)
assert.match(failing.output, /No stub answers GET http:\/\/api\.test\/by-http\n/)
assert.match(failing.output, /\(pass\) what comes after/)
assert.match(failing.output, /\(fail\) .*none of its requests comes/)
assert.match(failing.output, /\(fail\) .*one of its two requests comes/)

function run(...files) {
  const { status, stdout, stderr } = spawnSync(bun, ['test', ...files.map((file) => `./${file}`)], { encoding: 'utf8' })
  return { status, output: stdout + stderr }
}

/** The program itself: what the package `bun` has in its place until its install script has run only says so. */
function findBun() {
  try {
    return createRequire(import.meta.url).resolve(`@oven/bun-${process.platform}-${process.arch}/bin/bun`)
  } catch {
    console.log(`skipped: there is no Bun for ${process.platform}-${process.arch}`)
    process.exit(SKIPPED)
  }
}
