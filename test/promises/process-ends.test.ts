import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { KINDS } from '../load/exit.ts'

const run = promisify(execFile)
const CHILD = new URL('../load/exit.ts', import.meta.url).pathname

test('the process is still there a second after stop(), with answers, uploads and waits pending', async () => {
  expect(KINDS.length).toBeGreaterThan(9)
  expect(await run(process.execPath, [CHILD, ...KINDS])).toEqual({ stdout: '', stderr: '' })
})
