#!/usr/bin/env node
import { runCommand } from '../archive/print/command.ts'

const args = process.argv.slice(2)
const { code, text } = args[0] === 'migrate' ? await migrate(args.slice(1)) : runCommand(args)
// What was left by hand is a result too: it is printed where the table is expected.
const output = code === 0 || args[0] === 'migrate' ? process.stdout : process.stderr
// The reader of the pipe may have closed it, as `head` does.
output.on('error', () => {})
output.write(text)
process.exitCode = code

/** Loaded by its command alone. */
async function migrate(rest: readonly string[]): Promise<{ code: 0 | 1; text: string }> {
  const { runMigrate } = await import('../migrate/command.ts')
  return runMigrate(rest, process.cwd())
}
