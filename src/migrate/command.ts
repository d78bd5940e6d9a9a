import { nearestTo } from '../core/refusal.ts'
import { LIBRARIES, type Library } from './convert-file.ts'
import { type MigrateOptions, type Migration, migrate } from './migrate.ts'

/** Runs `mynah migrate` with its arguments, in a folder. It reports a mistake in one line. */
export function runMigrate(args: readonly string[], folder: string): Migration {
  try {
    return migrate(folder, parseArguments(args))
  } catch (error) {
    return { code: 1, text: `mynah: ${error instanceof Error ? error.message : String(error)}\n` }
  }
}

function parseArguments(args: readonly string[]): MigrateOptions {
  const patterns: string[] = []
  let from: Library | undefined
  let isWritten = false
  let isForced = false
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] as string
    if (arg === '--write') isWritten = true
    else if (arg === '--force') isForced = true
    else if (arg === '--from' || arg.startsWith('--from=')) {
      from = parseLibrary(arg === '--from' ? args[++index] : arg.slice('--from='.length))
    } else if (arg.startsWith('-')) throw new Error(unknown(arg, 'an option', ['--write', '--force', '--from']))
    else patterns.push(arg)
  }
  if (patterns.length === 0)
    throw new Error("migrate needs the files to rewrite: npx mynah migrate 'test/**/*.test.ts'")
  return { patterns, from, isWritten, isForced }
}

function parseLibrary(name: string | undefined): Library {
  const library = LIBRARIES.find((one) => one === name)
  if (library) return library
  throw new Error(`--from is ${LIBRARIES.join(', ')}, not '${name ?? ''}'`)
}

function unknown(word: string, what: string, known: readonly string[]): string {
  const nearest = nearestTo(word, known)
  return `'${word}' is not ${what}; ${nearest ? `did you mean ${nearest}?` : 'npx mynah --help lists them'}`
}
