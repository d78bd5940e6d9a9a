#!/usr/bin/env node
import { runCommand } from './command.ts'

const { code, stream, text } = runCommand(process.argv.slice(2), process.cwd())
// The reader of the pipe may have closed it, as `head` does.
process[stream].on('error', () => {})
process[stream].write(text)
process.exitCode = code
