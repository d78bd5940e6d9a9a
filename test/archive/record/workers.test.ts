import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { entriesOf, serve, temporaryFile } from './recording.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const FILES = ['one', 'two', 'three', 'four']
const REQUESTS = 12

/** A test file that asks for what all of them ask for, and for something of its own. */
const spec = (name: string) => `
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setupMocks } from '${ROOT}src/entries/index.ts'
import { cassette } from '${ROOT}src/entries/record.ts'

const { ORIGIN = '', CASSETTE = '' } = process.env
const mocks = setupMocks(cassette(CASSETTE, { origins: [ORIGIN] }))
beforeAll(() => mocks.start())
afterAll(() => mocks.stop())

test.each(Array.from({ length: ${REQUESTS} }, (_, id) => id))('request %i', async (id) => {
  const path = id % 2 === 0 ? '/shared/' + id : '/${name}/' + id
  expect(await (await fetch(ORIGIN + path)).text()).toBe('answer to ' + path)
})
`

test('four workers that record one cassette lose nothing of each other, and replay it', async () => {
  let hits = 0
  const origin = await serve((request, response) => {
    hits++
    response.end(`answer to ${request.url}`)
  })
  mkdirSync(`${ROOT}.vitest`, { recursive: true })
  const folder = mkdtempSync(`${ROOT}.vitest/workers-`)
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const name of FILES) writeFileSync(`${folder}/${name}.spec.ts`, spec(name))
  writeFileSync(
    `${folder}/vitest.config.ts`,
    `export default { test: { include: ['*.spec.ts'], maxWorkers: 4, testTimeout: 120000 } }`,
  )
  const file = temporaryFile()
  // The runner that runs this test tells its children so, and a runner within it would behave otherwise.
  const { VITEST: _vitest, NODE_OPTIONS: _options, ...env } = process.env
  const run = () =>
    promisify(execFile)(process.execPath, [`${ROOT}node_modules/vitest/vitest.mjs`, 'run', '--root', folder], {
      cwd: ROOT,
      env: { ...env, CI: '', MYNAH_RECORD: '', ORIGIN: origin, CASSETTE: file },
    })
  await run()
  const entries = entriesOf(file)
  expect(hits).toBe(FILES.length * REQUESTS)
  expect(entries).toHaveLength(hits)
  for (const name of FILES) {
    expect(entries.filter(({ _recordedBy }) => _recordedBy?.endsWith(`${name}.spec.ts`))).toHaveLength(REQUESTS)
  }
  await run()
  expect(hits).toBe(FILES.length * REQUESTS)
}, 300_000)
