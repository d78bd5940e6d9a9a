import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { ROOT } from './pages.ts'

test('the demo answers all of its requests but the last, and explains that one', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['docs/examples/demo/index.ts'], { cwd: ROOT })
  expect(stdout.match(/\(no stub\)/g)).toHaveLength(1)
  expect(stdout).toContain(`  │ No stub answers POST http://api.test/users
  │
  │ Nearest: rest.post('/users')  docs/examples/demo/index.ts:21
  │   body.role  expected 'admin'
  │              received 'guest'
  │
`)
})
