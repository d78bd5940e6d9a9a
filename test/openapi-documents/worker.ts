import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { checkDocument } from './check-document.ts'

/* Checks the documents whose files arrive as lines, and prints what came of each as a line of JSON. */

for await (const file of createInterface({ input: process.stdin })) {
  const startedAt = performance.now()
  let outcome: object
  try {
    outcome = { kind: 'loaded', ...checkDocument(JSON.parse(readFileSync(file, 'utf8'))) }
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    outcome = { kind: code === 'OPENAPI' ? 'refused' : 'crashed', message: String(message).split('\n')[0] }
  }
  console.log(JSON.stringify({ file, duration: performance.now() - startedAt, ...outcome }))
}
