import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, onTestFinished, vi } from 'vitest'
import type { Har, HarEntry } from '../../../src/entries/har.ts'
import type { Mocks } from '../../../src/entries/index.ts'
import { type CassetteOptions, cassette } from '../../../src/entries/record.ts'
import { startForgiving } from '../../promises/support.ts'

/** Where tests record, nothing of the machine that runs them decides. */
export function outsideOfCi(): void {
  beforeEach(() => {
    vi.stubEnv('CI', '')
    vi.stubEnv('MYNAH_RECORD', '')
    return () => vi.unstubAllEnvs()
  })
}

/** Starts a real server for one test; returns its origin. */
export async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Returns the path of a file in a folder that is deleted with the test. */
export function temporaryFile(name = 'cassette.har'): string {
  const folder = mkdtempSync(join(tmpdir(), 'mynah-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, name)
}

/** Runs a function while a cassette is in force. */
export async function withCassette<Result>(
  file: string,
  options: CassetteOptions,
  run: (mocks: Mocks) => Promise<Result>,
): Promise<Result> {
  const mocks = startForgiving(cassette(file, options))
  try {
    return await run(mocks)
  } finally {
    mocks.stop()
  }
}

export function entriesOf(file: string): HarEntry[] {
  return (JSON.parse(readFileSync(file, 'utf8')) as Har).log.entries
}
