import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { LIBRARIES } from './convert-file.ts'
import { type Migration, migrate } from './migrate.ts'

const HELP = `mynah-migrate <pattern…> [--from library] [--write [--test command]] [--force]

Rewrites test files from another mocking library to mynah, or prints the changes as a diff:

  npx mynah-migrate 'test/**/*.test.ts' --write --test 'npx jest --json'

  --from     nock, msw, fetch-mock or undici, if a file uses several
  --write    writes the files
  --test     runs the tests before and after, and names those that differ: a command
             that prints Jest's JSON (--json), or TAP with the reporter of another runner
  --force    writes files too that git could not restore

  --help     this text
  --version  the version
`

const STRING = { type: 'string' } as const

interface Outcome extends Migration {
  readonly stream: 'stdout' | 'stderr'
}

export function runCommand(args: readonly string[], folder: string): Outcome {
  const stream = 'stdout'
  try {
    if (args.includes('--help') || args.includes('-h')) return { stream, code: 0, text: HELP }
    if (args[0] === '--version') return { stream, code: 0, text: `${version()}\n` }
    return { stream, ...runMigrate(args, folder) }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    // Node's words about an unknown option go on with how to pass a file that looks like one.
    const [first] = message.split(/\. To specify|\n/, 1)
    return { code: 1, stream: 'stderr', text: `mynah-migrate: ${first}\n` }
  }
}

export function runMigrate(args: readonly string[], folder: string): Migration {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { from: STRING, test: STRING, write: { type: 'boolean' }, force: { type: 'boolean' } },
  })
  if (positionals.length === 0) {
    throw new Error("name the files to rewrite: npx mynah-migrate 'test/**/*.test.ts'")
  }
  const from = LIBRARIES.find((one) => one === values.from)
  if (values.from !== from) throw new Error(`--from is ${LIBRARIES.join(', ')}, not '${values.from}'`)
  const { test, write: isWritten = false, force: isForced = false } = values
  if (test !== undefined && !isWritten) throw new Error('--test compares the tests before and after: add --write')
  return migrate(folder, { patterns: positionals, from, isWritten, isForced, test })
}

function version(): string {
  return JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version
}
