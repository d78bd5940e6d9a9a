import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

/** A leak is found in every file: the gate tries fewer. */
const FILES = Number(process.argv[2] ?? 60)
/**
 * What the heap may grow by over all files, beyond what it grows by without mocks. That was between 1.0 and 4.5 MB of
 * the same code, since it depends on when the collector runs: a limit of 5 MB failed on a busy machine.
 */
const MOST_BYTES = 10_000_000
/**
 * Jest's search for leaks errs now and then on a busy machine: of 30 files without any mocks it once found one. What
 * leaked of the mocks leaked in every file.
 */
const MOST_MISTAKES = 3
const ENVIRONMENTS = ['node', 'jsdom']

const MOCKED = `
const http = require('node:http')
const axios = require('axios')
const { rest, setupMocks } = require('mynah')

beforeAll(setupMocks([rest.get('/users', Array.from({ length: 1000 }, (_, id) => ({ id })))]))

test('asks', async () => {
  for (let count = 0; count < 10; count++) {
    await (await fetch('http://api.test/users')).json()
    await axios.get('http://api.test/users')
    await new Promise((resolve, reject) => {
      const request = http.get('http://api.test/users', (response) => response.resume().on('end', resolve))
      request.on('error', reject)
    })
  }
})
`
const UNMOCKED = `
require('node:http')
require('axios')

test('asks for nothing', () => {})
`

let beyond = 0
for (const environment of ENVIRONMENTS) {
  const unmocked = growth(environment, 'unmocked', UNMOCKED)
  const mocked = growth(environment, 'mocked', MOCKED)
  console.log(`${environment}: the heap grew by ${mocked} bytes with mocks, by ${unmocked} without`)
  beyond += mocked - unmocked
}
assert.ok(beyond <= MOST_BYTES, `${beyond} bytes beyond`)

/** What the heap grows by over one half of the files. */
function growth(environment, name, code) {
  const folder = `generated/${environment}-${name}`
  mkdirSync(folder, { recursive: true })
  for (let file = 0; file < FILES / ENVIRONMENTS.length; file++) {
    writeFileSync(`${folder}/${file}.test.js`, `/** @jest-environment ${environment} */\n${code}`)
  }
  const flags = [
    '--runInBand',
    '--detectLeaks',
    '--logHeapUsage',
    '--reporters=default',
    '--reporters=./heap-reporter.cjs',
  ]
  const args = ['--expose-gc', 'node_modules/jest/bin/jest.js', `${folder}/`, ...flags]
  rmSync('files.json', { force: true })
  const { stdout, stderr, signal } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  assert.ok(existsSync('files.json'), `Jest ended before its end, by ${signal}\n${stdout}${stderr}`)
  const files = JSON.parse(readFileSync('files.json', 'utf8'))
  assert.equal(files.filter(({ failed }) => !failed).length, FILES / ENVIRONMENTS.length, stdout + stderr)
  const heaps = files.flatMap(({ leaked, heap }) => (leaked ? [] : [heap]))
  const leaks = files.length - heaps.length
  assert.ok(leaks <= MOST_MISTAKES, `${leaks} files leaked\n${stdout}${stderr}`)
  return heaps.at(-1) - heaps[0]
}
