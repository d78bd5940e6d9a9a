import { resolve } from 'node:path'
import type { Converted } from './convert-file.ts'

/** A file that stays, or the construct of it that begins at a place, and why. */
export type Staying = readonly [file: string, reason: string, construct?: number | undefined]

/** Mocha runs all files in one process: nock, once imported, takes requests of all of them. */
export function leftInProcess(results: readonly Converted[], dependencies: ReadonlySet<string>): Staying[] {
  const isMocha = dependencies.has('mocha') && !dependencies.has('jest') && !dependencies.has('vitest')
  const ofNock = results.filter(({ result }) => result.libraries.includes('nock'))
  const keeper = ofNock.find(({ result }) => result.left.length > 0)
  if (!isMocha || !keeper) return []
  const reason = `Mocha runs all files in one process, in which ${keeper.file} still has nock: convert that first`
  return ofNock.filter(({ result }) => result.converted > 0).map(({ file }) => [file, reason])
}

/** A server, its handlers and the tests that use it are of one library. */
export function leftWithServer(
  results: readonly Converted[],
  folder: string,
  importedBy: (path: string) => readonly string[],
): Staying[] {
  const ofMsw = results.filter(({ result }) => result.libraries.includes('msw'))
  const isKept = ({ result }: Converted) => result.converted === 0 && result.left.length > 0
  return ofMsw.flatMap((one): Staying[] => {
    if (isKept(one)) return []
    const path = resolve(folder, one.file)
    const keeper = ofMsw.filter(isKept).find(({ file }) => {
      const other = resolve(folder, file)
      return importedBy(path).includes(other) || importedBy(other).includes(path)
    })
    return keeper ? [[one.file, `this stays with msw as ${keeper.file} does: setupMocks refuses its handlers`]] : []
  })
}
