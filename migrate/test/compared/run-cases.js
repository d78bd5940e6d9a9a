import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const HERE = import.meta.dirname

/** Runs the test files of a folder. Returns of each what it noted, and the errors of its test. */
export async function runCases(at, library, side, world) {
  const outcomes = join(at, 'outcomes.jsonl')
  const report = join(at, 'report.json')
  writeFileSync(outcomes, '')
  const vitest = join(HERE, 'node_modules/vitest/vitest.mjs')
  const args = ['run', '--root', at, '--config', join(HERE, 'vitest.config.js'), '--outputFile', report]
  // msw asks whether there is an EventSource.
  const options = '--experimental-eventsource'
  const env = { ...process.env, SIDE: side, LIBRARY: library, CASES: at, WORLD: world, NODE_OPTIONS: options }
  const output = await ended(spawn(process.execPath, [vitest, ...args], { cwd: at, env }))
  if (!existsSync(report)) throw new Error(output)
  const noted = Map.groupBy(linesOf(outcomes), ({ file }) => file)
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
  return new Map(
    testResults.map(({ name, assertionResults, message }) => {
      const file = basename(name)
      const errors = [message, ...assertionResults.flatMap(({ failureMessages }) => failureMessages)].filter(Boolean)
      return [file, { errors, outcomes: noted.get(file)?.flatMap((line) => line.outcomes) ?? [] }]
    }),
  )
}

function linesOf(file) {
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.filter(Boolean).map((line) => JSON.parse(line))
}

function ended(child) {
  return new Promise((resolve) => {
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    }
    child.on('close', () => resolve(output))
  })
}
