import { spawnSync } from 'node:child_process'

// Prints what Mocha's reporter `json` prints, from AVA's TAP, and fails if a test failed.
const { status, stdout } = spawnSync('ava', ['failing/*.test.js', '--tap'], { encoding: 'utf8', shell: false })
const [, ...results] = stdout.split(/^(?=(?:not )?ok \d+ - )/m)
const titleOf = (result) => /^(?:not )?ok \d+ - (?:users › )?(.*)$/m.exec(result)?.[1]
console.log(
  JSON.stringify({
    passes: results.filter((result) => result.startsWith('ok')).map((result) => ({ title: titleOf(result) })),
    failures: results
      .filter((result) => result.startsWith('not ok'))
      .map((result) => ({ title: titleOf(result), err: { message: result } })),
  }),
)
process.exitCode = status
