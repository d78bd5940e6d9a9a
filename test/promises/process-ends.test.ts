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

const ENTRY = new URL('../../src/entries/index.ts', import.meta.url).href
const SET_UP = `import http from 'node:http'
import { rest, setupMocks } from '${ENTRY}'
const mocks = setupMocks([rest.get('/never', {}, { delay: Infinity })])
mocks.start()
const ended = (what) => { console.log(what); mocks.stop() }
`

test.each([
  {
    client: 'fetch',
    code: "fetch('http://api.test/never', { signal: AbortSignal.timeout(20) }).catch(({ name }) => ended(name))",
    output: 'TimeoutError',
  },
  {
    client: 'http.get',
    code: "http.get('http://api.test/never', { timeout: 20 }).on('timeout', function () { this.destroy(); ended('timeout') }).on('error', () => {})",
    output: 'timeout',
  },
])(
  'a script ended before the time-out of its request by $client, which no answer comes to',
  async ({ code, output }) => {
    const ran = await run(process.execPath, ['--input-type=module', '--eval', SET_UP + code])
    expect(ran.stdout).toBe(`${output}\n`)
  },
)

test('a script whose request nothing can end ends with it', async () => {
  const ran = await run(process.execPath, ['--input-type=module', '--eval', `${SET_UP}fetch('http://api.test/never')`])
  expect(ran.stdout).toBe('')
})
