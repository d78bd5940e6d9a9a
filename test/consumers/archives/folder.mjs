import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setupMocks } from 'mynah'

// Nothing of the machine that runs this decides what is recorded.
process.env.CI = ''
process.env.MYNAH_RECORD = ''

/** Returns the path of a file that is deleted with the test. */
export function temporaryFile(t, name = 'cassette.har') {
  const folder = mkdtempSync(join(tmpdir(), 'mynah-archives-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, name)
}

/** Starts a real server for a test; returns its origin. */
export async function serve(t, listener) {
  const server = createServer(listener)
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${server.address().port}`
}

/** Runs a function while stubs are in force. */
export async function withStubs(stubs, run) {
  const mocks = setupMocks(stubs)
  mocks.start()
  try {
    return await run(mocks)
  } finally {
    mocks.reset({ failures: true })
    mocks.stop()
  }
}
