import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { runCommand } from '../../src/command/command.ts'
import { archiveOf } from '../archive/support.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mynah-command-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function writeJson(name: string, value: unknown): string {
  const file = join(folder, name)
  writeFileSync(file, JSON.stringify(value))
  return file
}

test.each<[args: readonly string[], told: string]>([
  [[], 'no command; npx mynah --help lists them'],
  [['route'], "'route' is not a command; use routes, --help or --version"],
  [['--versoin'], "'--versoin' is not a command; use routes, --help or --version"],
  [['routes'], 'routes needs the file of an archive: npx mynah routes recording.har'],
  [['routes', 'a.har', 'b.har'], "routes takes one file, not also 'b.har'"],
  [['routes', '--orign', 'any'], "Unknown option '--orign'"],
  [['routes', '--orign=any'], "Unknown option '--orign'"],
  [['routes', '-x'], "Unknown option '-x'"],
  [['routes', '/'], '/ cannot be read: EISDIR: illegal operation on a directory, read'],
  [['routes', 'a.har', '--origin'], "Option '--origin <value>' argument missing"],
  [['routes', 'a.har', '--origin=api.test'], "--origin is an origin, or any, not 'api.test'"],
  [['routes', '/none.har'], "/none.har cannot be read: ENOENT: no such file or directory, open '/none.har'"],
  [['migrate', 'a.test.ts', '--write'], "the codemod is a package of its own: npx mynah-migrate 'test/**/*.test.ts'"],
])('%j is reported in one line', (args, told) => {
  expect(runCommand(args)).toEqual({ code: 1, stream: 'stderr', text: `mynah: ${told}\n` })
})

test('a file that is not an archive is reported in one line', () => {
  const file = writeJson('package.json', { name: 'package' })
  const text = `mynah: ${file} is not a HAR archive: it has no log\n`
  expect(runCommand(['routes', file])).toEqual({ code: 1, stream: 'stderr', text })
})

test('--help names the command and its options, also behind the command', () => {
  const help = runCommand(['--help'])
  expect(help).toEqual({ code: 0, stream: 'stdout', text: expect.stringContaining('npx mynah routes recording.har') })
  for (const args of [['-h'], ['routes', '--help']]) {
    expect(runCommand(args)).toEqual(help)
  }
})

test('a pipe that closes early ends the command without a word', async () => {
  const entries = Array.from({ length: 5000 }, (_, id) => ({ url: `https://api.test/users/${id}` }))
  const file = writeJson('recording.har', archiveOf(...entries))
  const args = ['--experimental-strip-types', '--no-warnings', `${ROOT}src/entries/command.ts`, 'routes', file]
  const command = spawn(`${ROOT}node_modules/.bin/node`, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let told = ''
  command.stderr.on('data', (chunk) => {
    told += chunk
  })
  command.stdout.once('data', () => command.stdout.destroy())
  const code = await new Promise((resolve) => command.on('close', resolve))
  expect([code, told]).toEqual([0, ''])
}, 30_000)

test.each<[args: string[], stream: 'stdout' | 'stderr', text: string, code: number]>([
  [['--version'], 'stdout', '0.1.0\n', 0],
  [[], 'stderr', 'mynah: no command; npx mynah --help lists them\n', 1],
])('the command %j writes to %s and ends with its code', async (args, stream, text, code) => {
  const write = vi.spyOn(process[stream], 'write').mockImplementation(() => true)
  const [argv, before, listeners] = [process.argv, process.exitCode, process[stream].rawListeners('error')]
  onTestFinished(() => {
    process.argv = argv
    process.exitCode = before
    for (const listener of process[stream].rawListeners('error')) {
      if (!listeners.includes(listener)) process[stream].off('error', listener as () => void)
    }
  })
  process.argv = ['node', 'mynah', ...args]
  vi.resetModules()
  await import('../../src/entries/command.ts')
  expect(write.mock.calls).toEqual([[text]])
  expect(process.exitCode).toBe(code)
  expect(() => process[stream].emit('error', new Error('EPIPE'))).not.toThrow()
})
