#!/usr/bin/env node
import { runCommand } from '../archive/print/command.ts'

const { code, text } = runCommand(process.argv.slice(2))
const output = code === 0 ? process.stdout : process.stderr
// The reader of the pipe may have closed it, as `head` does.
output.on('error', () => {})
output.write(text)
process.exitCode = code
