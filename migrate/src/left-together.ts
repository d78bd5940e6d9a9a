import type { Converted } from './convert-file.ts'
import { areOfAddon } from './msw/handlers/uses.ts'
import { NO_STUB } from './nock/pending.ts'
import type { ProjectFiles } from './read/project-files.ts'
import { hasTests, runsTests } from './read/tests.ts'

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
export function isKept({ result }: Converted): boolean {
  return result.converted === 0 && result.left.length > 0 && !result.isBeside
}

/** nock has one list of answers for all files, and here each file has mocks of its own. Returns the questions that have to stay, and why. */
export function leftAcrossNock(results: readonly Converted[], files: ProjectFiles): Staying[] {
  const ofNock = results.filter(({ result }) => result.libraries.includes('nock'))
  const isImporting = (one: Converted, other: Converted) => files.isImporting(one.file, other.file)
  return ofNock.flatMap((one): Staying[] => {
    const { asking, declared, text } = one.result
    const others = ofNock.filter((other) => other !== one && other.result.declared.length > 0)
    const modules = others.filter((other) => isImporting(one, other))
    const unknown = [...others.filter((other) => isImporting(other, one)), ...modules].find(
      (other) => !other.rulings.isDemanded || asking.some(({ isDemand }) => !isDemand),
    )
    const isAlone = declared.length === 0 && modules.length === 0 && !/\bsetupMocks\b/.test(text)
    const reason = unknown
      ? `${unknown.file} declares stubs on mocks of its own: export them, and write this for both`
      : isAlone && NO_STUB
    return reason ? asking.map(({ construct }) => [one, reason, construct]) : []
  })
}

/** Whether the hooks of a file run for the tests of one: it is a setup file, or a module that this imports. */
export function hasHooksFor(files: ProjectFiles, { file, path }: Converted, one: Converted): boolean {
  const tree = files.program.getSourceFile(path)
  if (!tree || hasTests(tree) || !runsTests(tree.text)) return false
  return files.isSetup(path) || one.path === path || files.isImporting(one.file, file)
}

/** Has a module expect its answers, if all tests that import it demand that they are used. Returns whether one more does. */
export function demandOfModules(results: readonly Converted[], files: ProjectFiles): boolean {
  const demanding = new Set(
    results.flatMap(({ path, result: { asking } }) =>
      asking.length > 0 && asking.every(({ isDemand }) => isDemand) ? [path] : [],
    ),
  )
  const tests = files.own.filter(({ text }) => runsTests(text)).map(({ fileName }) => fileName)
  const found = results.filter(({ path, rulings, result }) => {
    const importing = tests.filter((test) => test !== path && files.reachedFrom(test).has(path))
    const isDemanded = importing.length > 0 && importing.every((test) => demanding.has(test))
    return isDemanded && result.declared.length > 0 && !rulings.isDemanded
  })
  for (const { rulings } of found) rulings.isDemanded = true
  return found.length > 0
}
