import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

/*
 * Runs one broken test in each library, and writes what Vitest prints to `failures.md`, and mynah's
 * report to `report.json`, which the home page shows. The
 * build of the site runs it, so that no message on the page is written by hand.
 *
 *   node docs/site/failures/run.ts
 */
const HERE = import.meta.dirname
const ROOT = join(HERE, '../../..')
const SITE_MODULES = join(HERE, '../node_modules')
const FOLDER = join(SITE_MODULES, '.cache/failures')
const LIBRARIES = ['mynah', 'msw', 'nock', 'fetch-mock']

/** Returns what Vitest prints of the failed test, without its own header and summary. */
async function failureIn(library: string): Promise<string> {
  const cwd = join(FOLDER, library)
  mkdirSync(cwd, { recursive: true })
  cpSync(join(HERE, `${library}.ts`), join(cwd, 'users.test.ts'))
  cpSync(join(HERE, 'users.ts'), join(cwd, 'users.ts'))
  const alias = JSON.stringify({ mynah: join(ROOT, 'dist/index.js') })
  writeFileSync(join(cwd, 'vitest.config.mjs'), `export default { resolve: { alias: ${alias} } }\n`)
  const args = [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--root', cwd, '--no-color']
  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, CI: undefined }
  const { code, stderr } = await promisify(execFile)(process.execPath, args, { cwd, env }).then(
    (printed) => ({ code: 0, ...printed }),
    (error: { code: number; stderr: string }) => error,
  )
  const [warning = '', failure = ''] = stderr.split(/^⎯+ Failed Tests 1 ⎯+\n/m)
  if (code !== 1 || !failure.includes('lists users')) throw new Error(`${library} printed\n${stderr}`)
  // Without Vitest's rulers, and without its excerpts of the test, which stands above on the page.
  const messages = failure.replace(/^⎯+\[.*?\]⎯\n*/gm, '').replace(/^ +(\d+)?\|.*\n?/gm, '')
  return `${warning.trim()}\n\n${messages.trim()}`.trim()
}

function versionOf(library: string): string {
  const folder = library === 'mynah' ? ROOT : join(SITE_MODULES, library)
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version
}

/** Returns the lines of mynah's report, as the page highlights them: `{13-20}`. */
function reportIn(failure: string): string {
  const lines = failure.split('\n')
  const first = lines.findIndex((line) => line.startsWith('UnmatchedRequestError')) + 1
  return first === 0 ? '' : `{${first}-${lines.length}}`
}

rmSync(FOLDER, { recursive: true, force: true })
const failures = await Promise.all(LIBRARIES.map(failureIn))
const panes = LIBRARIES.map((library, index) => {
  const failure = failures[index] ?? ''
  return `<div class="failure">\n\n### ${library} ${versionOf(library)}\n\n\`\`\`text${reportIn(failure)}\n${failure}\n\`\`\`\n\n</div>\n`
})
const [, report = ''] = /^(UnmatchedRequestError.*?)\n ❯/ms.exec(failures[0] ?? '') ?? []
writeFileSync(join(HERE, 'report.json'), JSON.stringify({ report }))
const test = readFileSync(join(HERE, 'mynah.ts'), 'utf8')
const application = readFileSync(join(HERE, 'users.ts'), 'utf8')
const sources = `<div class="failures">\n\n\`\`\`ts\n${application}\`\`\`\n\n\`\`\`ts\n${test}\`\`\`\n\n</div>\n`
writeFileSync(join(HERE, 'failures.md'), `${sources}\n<div class="failures">\n\n${panes.join('\n')}\n</div>\n`)
