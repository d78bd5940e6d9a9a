import { appendFileSync } from 'node:fs'
import { getOrAdd } from '../core/get-or-add.ts'
import type { DescribedApi } from '../core/stub/stub.ts'
import type { Usage } from '../mocks/session/tell-usage.ts'

/** A stub, or an operation of the API of this title, and whether a test has used it. */
export type Line = readonly [api: string | null, name: string, isUsed: boolean]

/** What this process has written, by file. */
const written = new Map<string, Set<string>>()

/**
 * Returns the function that records the stubs that a test has used. It appends them to the file of the run, each line once, when a
 * test ends, so that a crash loses nothing of earlier tests.
 */
export function recordIn(file: string): (usage: Usage) => void {
  const known = getOrAdd(written, file, () => new Set<string>())
  return (usage) => {
    const fresh = linesOf(usage)
      .map((line) => `${JSON.stringify(line)}\n`)
      .filter((line) => !known.has(line))
    if (fresh.length === 0) return
    for (const line of fresh) known.add(line)
    try {
      appendFileSync(file, [...new Set(fresh)].join(''))
    } catch {
      // The run is over, and has removed its file.
    }
  }
}

function linesOf({ stubs, requests }: Usage): Line[] {
  const apis = new Set(stubs.flatMap(({ stub }) => stub.parts.declarer.contract?.api ?? []))
  return [
    ...stubs.map(({ stub, isUsed }): Line => [null, String(stub), isUsed]),
    ...[...apis].flatMap((api) => operationLines(api, requests)),
  ]
}

function operationLines(api: DescribedApi, requests: Usage['requests']): Line[] {
  const touched = new Set(requests.map(({ method, url }) => api.find(method, url)?.name))
  return api.operations().map(({ name }) => [api.title, name, touched.has(name)])
}
