import { readFileSync, writeFileSync } from 'node:fs'
import { CASES } from './clients/contract/cases.ts'

const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))

/** Leaves `compatibility.json`: a row for each client, and in it a cell for each case. */
export default class CompatibilityReporter {
  onTestRunEnd(modules) {
    const rows = modules.flatMap(({ children }) => [...children.suites()]).map(toRow)
    writeFileSync('compatibility.json', `${JSON.stringify({ rows }, null, 2)}\n`)
  }
}

function toRow(client) {
  return { name: withVersions(client.name), cases: Object.fromEntries(CASES.map((name) => [name, cell(client, name)])) }
}

/** `true` where all its tests have passed, or why one of them was skipped; `false` where one failed or there is none. */
function cell(client, name) {
  const tests = [...client.children.suites()]
    .filter((suite) => suite.name === name)
    .flatMap((suite) => [...suite.children.tests()])
  const skipped = tests.find((test) => test.result().state === 'skipped')
  if (tests.length === 0 || tests.some((test) => test.result().state === 'failed')) return false
  return skipped ? skipped.name.replace(/^.*\((.*)\)$/s, '$1') : true
}

/** `axios, its http adapter` as `axios 1.21.1, its http adapter`. */
function withVersions(name) {
  return name.replace(/[\w@/.-]+/g, (word) => (word in devDependencies ? `${word} ${versionOf(word)}` : word))
}

function versionOf(name) {
  return JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version
}
