import { spawn } from 'node:child_process'

/** Runs a program of this project; resolves to its exit code and all that it printed. */
export function run(...args) {
  const { NODE_TEST_CONTEXT: _context, ...env } = process.env
  const child = spawn(process.execPath, args, { cwd: import.meta.dirname, env })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk) => {
      output += chunk
    })
  }
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })))
}

/** Runs Jest with the configuration of a folder. */
export const jest = (folder, ...args) =>
  run('node_modules/jest/bin/jest.js', `--config=${folder}/jest.config.cjs`, ...args)

export const mocha = (...args) => run('node_modules/mocha/bin/mocha.js', ...args)

export const vitest = (...args) => run('node_modules/vitest/vitest.mjs', 'run', ...args)

export const nodeTest = (...args) => run('--test', ...args)
