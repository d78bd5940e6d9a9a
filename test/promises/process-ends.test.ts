import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { KINDS } from '../load/exit.ts'

const run = promisify(execFile)
const CHILD = new URL('../load/exit.ts', import.meta.url).pathname

test.concurrent.for(KINDS)(
  'the process is still there a second after stop(), with %s',
  { timeout: 60_000 },
  async (kind) => {
    expect(await run(process.execPath, [CHILD, kind])).toEqual({ stdout: '', stderr: '' })
  },
)
