import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import http from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import { json } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { rest } from '../../../src/rest.ts'
import { setupMocks } from '../../../src/setup-mocks.ts'

/* The server of mocked sockets is created with the first connection, whatever has become of the process by then. */

const ROOT = new URL('../../../', import.meta.url)

async function askFirst(): Promise<unknown> {
  const stop = setupMocks([rest.get('/users', [{ id: 1 }])]).start()
  try {
    const response = await new Promise<http.IncomingMessage>((done, fail) => {
      http.get('http://api.test/users', { agent: false }, done).on('error', fail)
    })
    return await json(response)
  } finally {
    stop()
  }
}

test('the first connection is answered under fake timers', async () => {
  vi.useFakeTimers()
  try {
    expect(await askFirst()).toEqual([{ id: 1 }])
  } finally {
    vi.useRealTimers()
  }
})

test('the first connection is answered while a test has replaced node:fs', async () => {
  const { readFileSync, statSync, openSync } = fs
  const refuse = () => {
    throw new Error('no files')
  }
  Object.assign(fs, { readFileSync: refuse, statSync: refuse, openSync: refuse })
  syncBuiltinESMExports()
  try {
    expect(await askFirst()).toEqual([{ id: 1 }])
  } finally {
    Object.assign(fs, { readFileSync, statSync, openSync })
    syncBuiltinESMExports()
  }
})

test('the first connection is answered in a process that may read nothing but files of code', () => {
  const code = `
    import http from 'node:http'
    import { rest, setupMocks } from '${new URL('src/entries/index.ts', ROOT)}'
    setupMocks([rest.get('/users', [{ id: 1 }])]).start()
    http.get('http://api.test/users', (response) => response.on('data', (data) => process.stdout.write(data)))`
  const args = ['--permission', `--allow-fs-read=${ROOT.pathname}*`, '--input-type=module', '--eval', code]
  expect(execFileSync(process.execPath, args, { encoding: 'utf8', cwd: ROOT })).toBe('[{"id":1}]')
})
