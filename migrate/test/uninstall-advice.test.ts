import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { uninstallAdvice } from '../src/uninstall-advice.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mynah-migrate-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (file: string, text: string) => {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), text)
}

/** The advice of a project that has rewritten `users.test.js`. */
function advice(files: Readonly<Record<string, string>>, packages = ['nock'], libraries = packages): string {
  write('users.test.js', "import nock from 'nock'\n")
  for (const [file, text] of Object.entries(files)) write(file, text)
  const texts = new Map([['users.test.js', "import { setupMocks } from 'mynah'\n"]])
  return uninstallAdvice(folder, new Set(packages), new Set(libraries), texts).join('')
}

const GONE = 'Nothing uses it any more: npm uninstall nock\n'

describe.each([true, false])('in a git repository: %s', (isRepository) => {
  beforeEach(() => {
    if (isRepository) execFileSync('git', ['init', '-q'], { cwd: folder })
  })

  test('a package that only rewritten files used can go', () => {
    expect(advice({})).toBe(GONE)
  })

  test.each([
    ['a test outside the pattern', 'more.spec.ts', "import type { Scope } from 'nock'\n"],
    ['a setup file', 'test/setup.js', 'require("nock/register")\n'],
    ['a type reference', 'more.ts', '/// <reference types="nock" />\n'],
    ['a configuration', 'jest.config.cjs', "module.exports = { setupFiles: ['nock/setup'] }\n"],
    ['types', 'tsconfig.test.json', '{ "compilerOptions": { "types": ["nock"] } }\n'],
    ['Mocha’s settings', '.mocharc.yml', 'require: nock/register\n'],
    ['Mocha’s old settings', 'test/mocha.opts', '--require nock\n'],
    ['a workflow', '.github/workflows/test.yml', 'run: node --require nock/register --test\n'],
    ['a shell script', 'scripts/test.sh', 'npx mocha -r nock\n'],
    ['a script', 'package.json', '{ "scripts": { "test": "node --require nock/register --test" } }\n'],
  ])('%s that uses it is named', (_, file, text) => {
    expect(advice({ [file]: text })).toBe(`Still in use:\n  nock: ${file}\n`)
  })

  test('dependencies, lock files, prose, other names, ignored files and node_modules do not count', () => {
    expect(
      advice({
        '.gitignore': 'dist\n',
        'dist/users.test.js': "require('nock')\n",
        'node_modules/probe/index.js': "require('nock')\n",
        'packages/a/node_modules/probe/index.js': "require('nock')\n",
        'package.json': '{ "name": "nock", "devDependencies": { "nock": "14" }, "nock": { "mode": "record" } }\n',
        'reader.ts': "// not mocked by 'nock'\n/**\n * nor by `nock`\n */\n",
        'package-lock.json': '{ "packages": { "nock": {} } }\n',
        'README.md': "We left `nock`: import nock from 'nock'\n",
        'renovate.json': '{ "packageRules": ["nock"] }\n',
        'other.test.js': "import './nock'\nimport { nock } from 'nock-like'\n",
      }),
    ).toBe(GONE)
  })
})

test('types go with their package, and each package is judged alone', () => {
  const packages = ['@types/nock', 'msw', 'nock', 'undici', 'vitest']
  expect(advice({ 'server.ts': "export * from 'msw/node'\n" }, packages, ['nock', 'msw', 'undici'])).toBe(
    'Nothing uses them any more: npm uninstall @types/nock nock\nStill in use:\n  msw: server.ts\n',
  )
})

test('of many files the first are named', () => {
  const files = Array.from({ length: 8 }, (_, index) => [`a${index}.js`, "import 'nock'\n"] as const)
  expect(advice(Object.fromEntries(files))).toBe(
    'Still in use:\n  nock: a0.js, a1.js, a2.js, a3.js, a4.js and 3 more\n',
  )
})

test('a library of which nothing was converted is not spoken of', () => {
  expect(advice({}, ['nock', 'msw'], ['msw'])).toBe('Nothing uses it any more: npm uninstall msw\n')
})
