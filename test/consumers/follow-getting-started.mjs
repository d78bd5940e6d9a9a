import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'

/*
 * Does what the page "Getting started" says to a reader with one runner, in a new folder: writes its files, adds to them,
 * and runs the tests where the page says what they print.
 *
 *   node consumers/follow-getting-started.mjs Vitest
 */
const [runner] = process.argv.slice(2)
const page = readFileSync('node_modules/mynah/docs/guide/getting-started.md', 'utf8')
const folder = 'started'
mkdirSync(folder, { recursive: true })

/** The blocks of this runner's tabs in each step: `[first line without its slashes, code]`. */
const steps = page
  .split(/^## /m)
  .map((section) =>
    [...section.matchAll(/^```\w+ \[(\w+)\]\n\/\/ ([^\n]*)\n(.*?)^```$/gms)]
      .filter(([, title]) => title === runner)
      .map(([, , line, code]) => [line, code]),
  )

function edit([line, code]) {
  const [, name] = /(users[.\w]*)/.exec(line)
  const file = `${folder}/${name}`
  if (line === name) return writeFileSync(file, code)
  const text = readFileSync(file, 'utf8')
  if (line.startsWith('add to')) return writeFileSync(file, `${text}\n${code}`)
  assert.match(line, /from its beginning$/)
  writeFileSync(file, `${code}beforeAll(mocks)\n${text.split('beforeAll(mocks)\n')[1]}`)
}

function runTests() {
  const [command, ...args] = runner === 'Jest' ? ['jest', folder] : ['vitest', 'run', folder]
  const { status, stdout, stderr } = spawnSync('npx', [command, ...args], {
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  })
  return { status, printed: `${stdout}${stderr}` }
}

function passes(count) {
  const { status, printed } = runTests()
  assert.equal(status, 0, printed)
  assert.match(printed, new RegExp(`Tests: +${count} passed|Tests  ${count} passed`))
}

const [, install, stub, override, miss, assertion] = steps
install.forEach(edit)
stub.forEach(edit)
passes(1)
override.forEach(edit)
passes(2)
miss.forEach(edit)
const { status, printed } = runTests()
assert.equal(status, 1, printed)
const [, report] = /^```text\n(.*?)^```$/ms.exec(page)
const plain = (text) =>
  text.replace(/^ +/gm, '').replaceAll(`${folder}/`, '').replaceAll('users.test.js:4', 'users.test.ts:5')
assert.ok(plain(printed).includes(plain(report)), printed)
assertion.forEach(edit)
passes(4)
console.log(`${runner}: each step does what the page says`)
