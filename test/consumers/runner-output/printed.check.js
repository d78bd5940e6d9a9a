import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jest, mocha, nodeTest, vitest } from './run.js'

/* An assertion that expects no calls, and gets two. */

const RUNNERS = {
  Jest: () => jest('.', 'printed/expect.test.cjs'),
  Vitest: () => vitest('--globals', 'printed/expect.test.cjs'),
  'Mocha, with node:assert': () => mocha('printed/assert.cjs'),
  'Mocha, with chai': () => mocha('printed/chai.cjs'),
  'node:test': () => nodeTest('printed/node.cjs'),
}

for (const [name, run] of Object.entries(RUNNERS)) {
  test(`${name}: two calls are a diff of under seventy lines, without internals`, async () => {
    const { output } = await run()
    const lines = output.split('\n')
    const first = lines.findIndex((line) => /\bduration"?:/.test(line))
    const paths = lines.flatMap((line, index) => (index > first && /\bpath\b/.test(line) ? [index] : []))
    assert.ok(first > 0 && paths.length >= 2, output)
    // The brackets around the two calls, and those that end the second one.
    const count = paths[1] - first + 6
    assert.ok(count < 70, `${count} lines\n${output}`)
    assert.match(output, /url"?: ['"]https:\/\/api\.test\/users\?page=2['"]/)
    assert.doesNotMatch(output, /Symbol\(|ReadableStream|AbortSignal|Request \{|segments|pattern|undici/)
  })
}
