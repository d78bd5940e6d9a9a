import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

/** The files that one mocked GET runs, with the names of the functions that run in each. */
type Journey = Readonly<Record<string, readonly string[]>>

const script = fileURLToPath(new URL('count-journey.ts', import.meta.url))
const printed = execFileSync(process.execPath, [script], {
  encoding: 'utf8',
  env: { ...process.env, NODE_OPTIONS: '' },
})
const journeys = JSON.parse(printed) as Record<'fetch' | 'http', Journey>

describe('one mocked request stays a short way through the code', () => {
  test.each([
    { client: 'fetch', functions: 77, files: 25 },
    { client: 'http', functions: 105, files: 33 },
  ] as const)('$client runs at most $functions functions in $files files', ({ client, functions, files }) => {
    const journey = journeys[client]
    const names = Object.entries(journey).flatMap(([file, ran]) => ran.map((name) => `${file} ${name}`))
    // Fewer files than these would mean that the script counts nothing.
    expect(Object.keys(journey)).toEqual(
      expect.arrayContaining(['exchange/dispatch.ts', 'exchange/exchange.ts', 'exchange/reply.ts']),
    )
    expect(names.length, names.join('\n')).toBeLessThanOrEqual(functions)
    expect(Object.keys(journey).length, Object.keys(journey).join('\n')).toBeLessThanOrEqual(files)
  })
})
