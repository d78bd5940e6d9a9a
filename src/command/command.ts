import { VERSION } from '../archive/write-entry.ts'
import { keyProblem } from '../core/refusal.ts'
import { messageOf } from '../core/show.ts'
import { runRoutes } from './routes.ts'

const HELP = `mynah routes <file.har> [--origin <origin>] [--collections]
mynah migrate <pattern…> [--from library] [--write] [--force]

routes prints a HAR archive as routes, a TypeScript module to read, edit and keep:

  npx mynah routes recording.har > routes.ts

  --origin any               routes that answer at any origin
  --origin https://api.test  routes of this origin in place of the recorded ones
  --collections              lists of items with ids as collections of mynah/collection

migrate rewrites test files from another mocking library, or prints the changes as a diff:

  npx mynah migrate 'test/**/*.test.ts' --write

  --from                     nock, msw, fetch-mock, undici, axios-mock-adapter, jest-fetch-mock or
                             fetch, if a file uses several
  --write                    writes the files
  --force                    writes files too that git could not restore

  --help                     this text
  --version                  the version
`

/** The output of a command, where it goes to, and the exit code. */
export interface Outcome {
  readonly code: 0 | 1
  readonly stream: 'stdout' | 'stderr'
  readonly text: string
}

/** Runs the command `mynah` with its arguments, in a folder. It reports a mistake in one line. */
export async function runCommand(args: readonly string[], folder: string): Promise<Outcome> {
  try {
    return { code: 0, stream: 'stdout', ...(await run(args, folder)) }
  } catch (error) {
    return { code: 1, stream: 'stderr', text: `mynah: ${firstSentence(messageOf(error))}\n` }
  }
}

async function run(args: readonly string[], folder: string): Promise<Pick<Outcome, 'text'> & Partial<Outcome>> {
  const [command, ...rest] = args
  if (args.includes('--help') || args.includes('-h')) return { text: HELP }
  switch (command) {
    case '--version':
      return { text: `${VERSION}\n` }
    case 'routes':
      return { text: runRoutes(rest) }
    case 'migrate': {
      // It is loaded by its command alone.
      const { runMigrate } = await import('./migrate.ts')
      return runMigrate(rest, folder)
    }
    case undefined:
      throw new Error('no command; npx mynah --help lists them')
    default:
      throw new Error(keyProblem(command, 'command', ['routes', 'migrate', '--help', '--version']))
  }
}

/** Node's words about an unknown option go on with how to pass a file that looks like one. */
function firstSentence(message: string): string {
  return message.split(/\. To specify|\n/, 1)[0] as string
}
