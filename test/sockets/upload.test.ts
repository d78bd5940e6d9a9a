import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { NODE_ARGUMENTS, test } from './runner.ts'

test('a 400 MB upload that passes through takes 2.1 GB', { timeout: 120_000 }, () => {
  const file = fileURLToPath(new URL('upload.ts', import.meta.url))
  const { stdout, stderr } = spawnSync(process.execPath, [...NODE_ARGUMENTS, file], { encoding: 'utf8' })
  assert.notEqual(stdout, '', stderr)
  const { received, peak } = JSON.parse(stdout)
  assert.equal(received, 400_000_000)
  assert.ok(peak < 500_000_000, `${peak} bytes`)
})
