import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { NODE_ARGUMENTS, test } from './runner.ts'

const CHILD = fileURLToPath(new URL('leave-open.ts', import.meta.url))

const run = promisify(execFile)

const STATES = [
  'open',
  'open, with messages under way',
  'closed by the client',
  'closed by the mock',
  'broken by the mock',
  'ended with its mocks',
  'refused',
  'not yet open when the mocks end',
]

for (const state of STATES) {
  test(`a process ends whose WebSockets are ${state}`, async () => {
    const { stdout } = await run(process.execPath, [...NODE_ARGUMENTS, CHILD, state])
    assert.equal(stdout, `${state}\n`)
  })
}
