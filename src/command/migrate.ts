import { parseArgs } from 'node:util'
import { LIBRARIES, type Library } from '../migrate/convert-file.ts'
import { type Migration, migrate } from '../migrate/migrate.ts'

/** Runs `mynah migrate` with its arguments, in a folder. */
export function runMigrate(args: readonly string[], folder: string): Migration {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { from: { type: 'string' }, write: { type: 'boolean' }, force: { type: 'boolean' } },
  })
  if (positionals.length === 0) {
    throw new Error("migrate needs the files to rewrite: npx mynah migrate 'test/**/*.test.ts'")
  }
  const { from, write: isWritten = false, force: isForced = false } = values
  return migrate(folder, { patterns: positionals, from: parseLibrary(from), isWritten, isForced })
}

function parseLibrary(name: string | undefined): Library | undefined {
  const library = LIBRARIES.find((one) => one === name)
  if (name === library) return library
  throw new Error(`--from is ${LIBRARIES.join(', ')}, not '${name}'`)
}
