import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { failuresPage, type Outcome, reportOf } from './page.ts'

/*
 * Runs one test in each library: the application asks for another path than the stub, catches the error and shows an empty
 * list, which the test expects. Writes the outcomes to `outcomes.json`, which docs/guide/mynah-or-msw.md quotes, and what the
 * home page shows to `failures.md` and `report.json`. The build of the site runs it, so that no message on the page is written by hand.
 *
 *   node docs/site/failures/run.ts
 */
const HERE = import.meta.dirname
const ROOT = join(HERE, '../../..')
const SITE_MODULES = join(HERE, '../node_modules')
const FOLDER = join(SITE_MODULES, '.cache/failures')
const LIBRARIES = ['msw', 'nock', 'fetch-mock', 'mynah']

/** Runs the test of a library in Vitest. */
async function outcomeIn(library: string): Promise<Outcome> {
  const cwd = join(FOLDER, library)
  mkdirSync(cwd, { recursive: true })
  cpSync(join(HERE, `${library}.ts`), join(cwd, 'users.test.ts'))
  cpSync(join(HERE, 'users.ts'), join(cwd, 'users.ts'))
  const alias = JSON.stringify({ mynah: join(ROOT, 'dist/index.js') })
  writeFileSync(join(cwd, 'vitest.config.mjs'), `export default { resolve: { alias: ${alias} } }\n`)
  const args = [
    join(ROOT, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--root',
    cwd,
    '--no-color',
    '--reporter',
    'verbose',
  ]
  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, CI: undefined }
  const { code, stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd, env }).then(
    (printed) => ({ code: 0, ...printed }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  )
  const [, sign = ''] = /^ *([✓×]) users\.test\.ts > shows an empty list/m.exec(stdout) ?? []
  if (sign === '') throw new Error(`${library} printed\n${stdout}\n${stderr}`)
  return {
    library,
    version: versionOf(library),
    passes: code === 0,
    printed: `${sign} shows an empty list\n\n${messagesIn(stderr)}`.trim(),
  }
}

/** What a run printed as warnings and errors, without Vitest's rulers and its excerpts of the test, which the page shows above. */
function messagesIn(stderr: string): string {
  const [warning = '', failure = ''] = stderr.split(/^⎯+ Failed Tests 1 ⎯+\n/m)
  const messages = failure
    .replace(/^⎯+(\[.*?\]⎯)?\n*/gm, '')
    .replace(/^ +(\d+)?\|.*\n?/gm, '')
    // Vitest hides the frames of installed packages: here mynah is not installed.
    .replace(/^ ❯ .*\/dist\/shared\/.*\n/gm, '')
  return `${warning.trim()}\n\n${messages.trim()}`.trim()
}

function versionOf(library: string): string {
  const folder = library === 'mynah' ? ROOT : join(SITE_MODULES, library)
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version
}

rmSync(FOLDER, { recursive: true, force: true })
const outcomes = await Promise.all(LIBRARIES.map(outcomeIn))
writeFileSync(join(HERE, 'outcomes.json'), `${JSON.stringify(outcomes, undefined, 2)}\n`)
writeFileSync(join(HERE, 'report.json'), JSON.stringify({ report: reportOf(outcomes) }))
const sources = ['users', 'mynah'].map((name) => readFileSync(join(HERE, `${name}.ts`), 'utf8'))
writeFileSync(join(HERE, 'failures.md'), failuresPage(sources, outcomes))
