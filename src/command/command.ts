import { VERSION } from '../archive/write-entry.ts'
import { keyProblem } from '../core/refusal.ts'
import { messageOf } from '../core/show.ts'
import { runRoutes } from './routes.ts'

const HELP = `mynah routes <file.har> [--origin <origin>] [--collections]

routes prints a HAR archive as routes, a TypeScript module to read, edit and keep:

  npx mynah routes recording.har > routes.ts

  --origin any               routes that answer at any origin
  --origin https://api.test  routes of this origin in place of the recorded ones
  --collections              lists of items with ids as collections of mynah/collection

  --help                     this text
  --version                  the version
`

/** The output of a command, where it goes to, and the exit code. */
export interface Outcome {
  readonly code: 0 | 1
  readonly stream: 'stdout' | 'stderr'
  readonly text: string
}

/** Runs the command `mynah` with its arguments. It reports a mistake in one line. */
export function runCommand(args: readonly string[]): Outcome {
  try {
    return { code: 0, stream: 'stdout', text: run(args) }
  } catch (error) {
    return { code: 1, stream: 'stderr', text: `mynah: ${firstSentence(messageOf(error))}\n` }
  }
}

function run(args: readonly string[]): string {
  const [command, ...rest] = args
  if (args.includes('--help') || args.includes('-h')) return HELP
  switch (command) {
    case '--version':
      return `${VERSION}\n`
    case 'routes':
      return runRoutes(rest)
    case 'migrate':
      throw new Error("the codemod is a package of its own: npx mynah-migrate 'test/**/*.test.ts'")
    case undefined:
      throw new Error('no command; npx mynah --help lists them')
    default:
      throw new Error(keyProblem(command, 'command', ['routes', '--help', '--version']))
  }
}

/** Node's words about an unknown option go on with how to pass a file that looks like one. */
function firstSentence(message: string): string {
  return message.split(/\. To specify|\n/, 1)[0] as string
}
