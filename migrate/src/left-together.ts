import { relative, resolve } from 'node:path'
import type { Converted } from './convert-file.ts'
import { areOfAddon } from './msw/handlers/uses.ts'
import type { ProjectFiles } from './read/project-files.ts'
import type { Note } from './read/rulings.ts'

/** A file that stays, or the construct of it that begins at a place, why, and the file because of which it does. */
export type Staying = readonly [
  one: Converted,
  reason: string,
  construct?: number | undefined,
  keeper?: Converted | undefined,
]

/** A server, its handlers and the tests that use it are of one library. `unlisted` are modules that no pattern holds. */
export function leftWithServer(
  results: readonly Converted[],
  unlisted: readonly string[],
  files: ProjectFiles,
): Staying[] {
  const ofMsw = results.filter(({ result }) => result.libraries.includes('msw'))
  const outsiders = unlisted.filter((file) => {
    const tree = files.treeOf(file)
    return tree && (MSW.test(tree.text) || areOfAddon(tree))
  })
  return ofMsw.flatMap((one): Staying[] => {
    const { file } = one
    if (isKept(one)) return []
    const outside = outsiders.find((other) => files.areBeside(file, other))
    if (outside) return [[one, `this stays with msw as ${outside} does, which no pattern holds: name it too`]]
    const keeper = ofMsw.filter(isKept).find((other) => files.areBeside(file, other.file))
    const reason = `this stays with msw as ${keeper?.file} does: setupMocks refuses its handlers`
    return keeper ? [[one, reason, undefined, keeper]] : []
  })
}

const MSW = /['"]msw(?:\/[\w/]+|-storybook-addon)?['"]/

/** Whether a file stays whole, and does not work beside mynah. */
function isKept({ result }: Converted): boolean {
  return result.converted === 0 && result.left.length > 0 && !result.isBeside
}

/** The global fetch-mock is one for all files of a test: its setup file, the modules with its routes, and the tests that import these. */
export function leftWithFetchMock(
  results: readonly Converted[],
  unlisted: readonly string[],
  files: ProjectFiles,
): Staying[] {
  const ofMock = results.filter(({ result }) => result.libraries.includes('fetch-mock'))
  const keeping = ofMock.filter((one) => isKept(one) || one.rulings.tests.size > 0)
  return ofMock.flatMap((one): Staying[] => {
    if (isKept(one)) return []
    const areOne = ({ file, path }: Converted) =>
      files.areBeside(one.file, file) || files.isSetup(path) || files.isSetup(one.path)
    const keeper = keeping.find((other) => other !== one && areOne(other))
    const name = keeper?.file ?? unlisted.find((other) => files.areBeside(one.file, other))
    if (name !== undefined)
      return [[one, `this stays while ${name} mocks fetch in the old way: convert that first`, undefined, keeper]]
    const isAnswering = (other: Converted) =>
      other !== one && areOne(other) && other.result.declared.length > 0 && STARTED.test(other.result.text)
    const answering = one.result.reads.length > 0 && ofMock.find(isAnswering)
    if (!answering) return []
    const reason = `export the mocks of ${answering.file}, and read its calls from them: these mocks have none of them`
    return one.result.reads.map((start) => [one, reason, start])
  })
}

const STARTED = /^before(?:All)?\(/m

/** A file that hands a pool of undici over has to keep it while another one declares answers by it. */
export function leftWithPools(results: readonly Converted[], files: ProjectFiles): Staying[] {
  const byPath = new Map(results.map(({ path, result }) => [path, result.text]))
  const users = files.own.filter(({ fileName, text }) => /\.intercept\(/.test(byPath.get(resolve(fileName)) ?? text))
  return results.flatMap((one): Staying[] => {
    const { file, path, result } = one
    const isMade = result.converted > 0 && result.libraries.includes('undici')
    const user = isMade && users.find(({ fileName }) => resolve(fileName) !== path && files.isImporting(fileName, file))
    if (!user) return []
    return [[one, `${relative(files.folder, user.fileName)} declares answers by a pool that this file makes`]]
  })
}

/** nock has one list of answers for all files, and here each file has mocks of its own. Returns what to say of the questions of a file. */
export function notesAcrossNock(one: Converted, results: readonly Converted[], files: ProjectFiles): Note[] {
  const other = results.find(
    (two) =>
      two !== one &&
      two.result.libraries.includes('nock') &&
      two.result.declared.length > 0 &&
      files.areBeside(one.file, two.file),
  )
  const reason = `${other?.file} declares stubs on mocks of its own: export them, and write this for both`
  return other ? one.result.asking.map((line) => ({ line, reason })) : []
}
