import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { openapi } from '../../src/entries/openapi.ts'
import { checkDocument } from './check-document.ts'

/* Checks the documents whose files arrive as lines, and prints what came of each as a line of JSON. An argument is the seed of mutants. */

const seed = process.argv[2] === undefined ? undefined : Number(process.argv[2])

/** What the examples of a document cost, in milliseconds and megabytes. */
function costOf(text: string): object {
  const gc = globalThis.gc ?? (() => {})
  const since = (start: number) => performance.now() - start
  const parsing = performance.now()
  const document: object = JSON.parse(text)
  const parsed = since(parsing)
  gc()
  const before = process.memoryUsage().heapUsed
  const declaring = performance.now()
  const api = openapi(document)
  const stubs = api.examples()
  const declared = since(declaring)
  gc()
  const kept = (process.memoryUsage().heapUsed - before) / 2 ** 20
  return { cost: { size: text.length / 2 ** 20, parsed, declared, kept, stubs: stubs.length } }
}

for await (const file of createInterface({ input: process.stdin })) {
  const startedAt = performance.now()
  let outcome: object
  try {
    const text = readFileSync(file, 'utf8')
    outcome = { kind: 'loaded', ...(seed !== undefined && costOf(text)), ...checkDocument(JSON.parse(text), seed) }
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    outcome = { kind: code === 'OPENAPI' ? 'refused' : 'crashed', message: String(message).split('\n')[0] }
  }
  console.log(JSON.stringify({ file, duration: performance.now() - startedAt, ...outcome }))
}
