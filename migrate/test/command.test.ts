import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runCommand } from '../src/command.ts'
import { LIBRARIES } from '../src/convert-file.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mynah-migrate-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test.each<[args: readonly string[], told: string]>([
  [[], "name the files to rewrite: npx mynah-migrate 'test/**/*.test.ts'"],
  [['*.test.js', '--wirte'], "Unknown option '--wirte'"],
  [['*.test.js', '--from', 'sinon'], `--from is ${LIBRARIES.join(', ')}, not 'sinon'`],
  [['nothing.js'], 'no file fits nothing.js'],
])('%j is reported in one line', (args, told) => {
  expect(runCommand(args, folder)).toEqual({ code: 1, stream: 'stderr', text: `mynah-migrate: ${told}\n` })
})

test('--help names the options and the libraries, also behind a pattern', () => {
  const help = runCommand(['--help'], folder)
  expect(help).toEqual({
    code: 0,
    stream: 'stdout',
    text: expect.stringContaining('[--from library] [--write [--test command]] [--force]'),
  })
  for (const library of LIBRARIES) expect(help.text).toContain(library)
  for (const args of [['-h'], ['*.test.ts', '--help']]) expect(runCommand(args, folder)).toEqual(help)
})

test('--version prints the version', () => {
  expect(runCommand(['--version'], folder)).toEqual({ code: 0, stream: 'stdout', text: '0.1.0\n' })
})
