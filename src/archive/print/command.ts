import { readFileSync } from 'node:fs'
import { nearestTo } from '../../core/refusal.ts'
import { messageOf } from '../../core/show.ts'
import { isOrigin } from '../archive-options.ts'
import { exchangesOf } from '../exchanges.ts'
import { parseArchive } from '../parse-archive.ts'
import { VERSION } from '../write-archive.ts'
import { findCollections } from './find-collections.ts'
import { printRoutes } from './print-routes.ts'

const HELP = `mynah routes <file.har> [--origin <origin>] [--collections]
mynah migrate <pattern…> [--from nock|fetch-mock] [--write] [--force]

routes prints a HAR archive as routes, a TypeScript module to read, edit and keep:

  npx mynah routes recording.har > routes.ts

  --origin any               routes that answer at any origin
  --origin https://api.test  routes of this origin in place of the recorded ones
  --collections              lists of items with ids as collections of mynah/collection

migrate rewrites test files from nock and fetch-mock, or prints the changes as a diff:

  npx mynah migrate 'test/**/*.test.ts' --write

  --from                     the library, if a file imports several
  --write                    writes the files
  --force                    writes files too that git could not restore

  --help                     this text
  --version                  the version
`

/** The output of a command, and its exit code. */
export interface Outcome {
  readonly code: 0 | 1
  readonly text: string
}

/** Runs the command `mynah` with its arguments. It reports a mistake in one line. */
export function runCommand(args: readonly string[]): Outcome {
  try {
    return { code: 0, text: run(args) }
  } catch (error) {
    return { code: 1, text: `mynah: ${messageOf(error).split('\n')[0]}\n` }
  }
}

function run(args: readonly string[]): string {
  const [command, ...rest] = args
  if (command === undefined || args.includes('--help') || args.includes('-h')) {
    if (command === undefined) throw new Error('no command; npx mynah --help lists them')
    return HELP
  }
  if (command === '--version') return `${VERSION}\n`
  if (command !== 'routes') throw new Error(unknown(command, 'a command', ['routes', 'migrate', '--help', '--version']))
  const { file, origin, hasCollections } = parseArguments(rest)
  const exchanges = exchangesOf(parseArchive(readArchive(file), file), origin === undefined ? {} : { origin })
  if (!hasCollections) return printRoutes(exchanges)
  const { collections, others } = findCollections(exchanges)
  return printRoutes(others, collections)
}

interface Arguments {
  readonly file: string
  readonly origin: string | undefined
  readonly hasCollections: boolean
}

function parseArguments(args: readonly string[]): Arguments {
  const files: string[] = []
  let origin: string | undefined
  let hasCollections = false
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] as string
    if (arg === '--origin' || arg.startsWith('--origin=')) {
      origin = arg === '--origin' ? args[++index] : arg.slice('--origin='.length)
      if (origin !== 'any' && !isOrigin(origin)) throw new Error(`--origin is an origin, or any, not '${origin ?? ''}'`)
    } else if (arg === '--collections') {
      hasCollections = true
    } else if (arg.startsWith('-')) {
      throw new Error(unknown(arg, 'an option', ['--origin', '--collections', '--help']))
    } else {
      files.push(arg)
    }
  }
  const [file, more] = files
  if (file === undefined) throw new Error('routes needs the file of an archive: npx mynah routes recording.har')
  if (more !== undefined) throw new Error(`routes takes one file, not also '${more}'`)
  return { file, origin, hasCollections }
}

/** Names the nearest of the known words, if one is near. */
function unknown(word: string, what: string, known: readonly string[]): string {
  const nearest = nearestTo(word.split('=', 1)[0] as string, known)
  return `'${word}' is not ${what}; ${nearest ? `did you mean ${nearest}?` : 'npx mynah --help lists them'}`
}

function readArchive(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new Error(`${file} cannot be read: ${messageOf(error)}`)
  }
}
