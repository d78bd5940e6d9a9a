import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const CODE = '{js,jsx,ts,tsx,mjs,cjs,mts}'
/** What someone writes who does not know the suite: its tests, what helps them, and what sets them up. */
const PATTERNS = [
  `**/*.{test,spec}.${CODE}`,
  `**/{test,tests,__tests__,__mocks__,mocks,testUtils,helpers}/**/*.${CODE}`,
  `**/*{setup,Setup}*.${CODE}`,
]

/** Runs the command once in each suite, and returns what its table and its list say. */
export function measured({ name, library, folders = ['.'], patterns = PATTERNS }, suites, command) {
  const runs = folders.map((folder) => {
    const cwd = join(suites, name.replace('/', '+'), folder)
    const started = Date.now()
    const { stdout, stderr, status } = spawnSync(process.execPath, [...command, ...patterns], {
      cwd,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      timeout: 900_000,
    })
    return {
      folder,
      seconds: Math.round((Date.now() - started) / 1000),
      ...read(stdout),
      ...(status === null || stderr ? { error: stderr.slice(0, 300) || 'no end' } : {}),
    }
  })
  const sum = (field) => runs.reduce((all, run) => all + run[field], 0)
  return { name, library, converted: sum('converted'), left: sum('left'), notes: sum('notes'), runs }
}

function read(text) {
  const [, converted = 0, left = 0, notes = 0] = /^total +(\d+) +(\d+) +(\d+)$/m.exec(text)?.map(Number) ?? []
  const places = [...text.matchAll(/^(\S+:\d+) {2}(by hand|to check|keeps (\d+) others?): (.*)$/gm)]
  const unlisted = /no pattern holds them:\n((?: {2}.*\n)*)/.exec(text)?.[1]?.trim().split(/\s+/) ?? []
  return {
    converted,
    left,
    notes,
    unlisted,
    places: places.map(([, place, kind, kept, reason]) => ({ place, kind, kept: Number(kept ?? 0), reason })),
  }
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const [suites, results, draw, ...command] = process.argv.slice(2)
  const all = JSON.parse(readFileSync(new URL('suites.json', import.meta.url), 'utf8')).filter(
    (one) => one.draw === draw,
  )
  const found = []
  for (const suite of all) {
    const one = measured(suite, suites, command)
    found.push(one)
    console.log(
      one.library,
      one.name,
      one.converted,
      one.left,
      one.notes,
      ...one.runs.flatMap(({ error }) => error ?? []),
    )
    writeFileSync(results, JSON.stringify(found, undefined, 1))
  }
}
