import { readFileSync, writeFileSync } from 'node:fs'
import { CASES } from './clients/contract/cases.ts'

const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))

/** Leaves `compatibility.json`: a row for each client, and in it a cell for each case. */
export default class CompatibilityReporter {
  onTestRunEnd(modules) {
    const clients = modules.flatMap(({ children }) => [...children.suites()])
    const rows = clients.map((client) => ({
      name: withVersions(client.name),
      cases: Object.fromEntries(CASES.map((name) => [name, cell(client, name)])),
    }))
    writeFileSync('compatibility.json', `${JSON.stringify({ rows }, null, 2)}\n`)
  }
}

/** `true` if all its tests have passed, `false` if one has failed, or the reason why one was skipped. */
function cell(client, name) {
  const tests = [...client.children.suites()]
    .filter((suite) => suite.name === name)
    .flatMap((suite) => [...suite.children.tests()])
  if (tests.length === 0) throw new Error(`${client.name} has no test of the case ${name}`)
  if (tests.some((test) => test.result().state === 'failed')) return false
  const skipped = tests.find((test) => test.result().state === 'skipped')
  return skipped ? skipped.name.replace(/^.*\((.*)\)$/s, '$1') : true
}

/** `axios, its http adapter` as `axios 1.21.1, its http adapter`. */
function withVersions(name) {
  return name.replace(/[\w@/.-]+/g, (word) => (word in devDependencies ? `${word} ${versionOf(word)}` : word))
}

function versionOf(name) {
  return JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version
}
