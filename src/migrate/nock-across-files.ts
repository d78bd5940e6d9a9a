import type { Converted } from './convert-file.ts'
import type { Staying } from './left-together.ts'
import { NO_STUB } from './nock/pending.ts'
import type { ProjectFiles } from './project-files.ts'
import { runsTests } from './read/nodes.ts'
import type { Rulings } from './read/rulings.ts'

/** nock has one list of answers for all files, and here each file has mocks of its own. Returns what has to stay, and why. */
export function leftAcrossNock(
  results: readonly Converted[],
  rulings: ReadonlyMap<string, Rulings>,
  files: ProjectFiles,
): Staying[] {
  const ofNock = results.filter(({ result }) => result.libraries.includes('nock'))
  const isImporting = (one: Converted, other: Converted) => files.isImporting(one.file, other.file)
  const setup = ofNock.find(({ file, result }) => result.left.length > 0 && isSetupOfHooks(files, files.pathOf(file)))
  return ofNock.flatMap((one): Staying[] => {
    const { asking, converted, declared, left, text } = one.result
    if (setup && converted > 0)
      return [[one.file, `this stays while the hooks of ${setup.file} mock with nock: convert that first`]]
    const others = ofNock.filter((other) => other !== one && other.result.declared.length > 0)
    const modules = others.filter((other) => isImporting(one, other))
    if (left.length > 0) {
      const reason = `this stays while ${one.file}, which imports it, mocks with nock: convert that first`
      return modules.map(({ file }) => [file, reason])
    }
    const unknown = [...others.filter((other) => isImporting(other, one)), ...modules].find(
      (other) => !rulings.get(other.file)?.isDemanded || asking.some(({ isDemand }) => !isDemand),
    )
    const isAlone = declared.length === 0 && modules.length === 0 && !/\bsetupMocks\b/.test(text)
    const reason = unknown
      ? `${unknown.file} declares stubs on mocks of its own: export them, and write this for both`
      : isAlone && NO_STUB
    return reason ? asking.map(({ construct }) => [one.file, reason, construct]) : []
  })
}

function isSetupOfHooks(files: ProjectFiles, path: string): boolean {
  return files.isSetup(path) && runsTests(files.program.getSourceFile(path)?.text ?? '')
}

/** Has a module expect its answers, if all tests that import it demand that they are used. Returns whether one more does. */
export function demandOfModules(
  results: readonly Converted[],
  rulings: ReadonlyMap<string, Rulings>,
  files: ProjectFiles,
): boolean {
  const demanding = new Set(
    results.flatMap(({ file, result: { asking } }) =>
      asking.length > 0 && asking.every(({ isDemand }) => isDemand) ? [files.pathOf(file)] : [],
    ),
  )
  const tests = files.own.filter(({ text }) => runsTests(text)).map(({ fileName }) => fileName)
  const found = results.filter(({ file, result }) => {
    const path = files.pathOf(file)
    const importing = tests.filter((test) => test !== path && files.reachedFrom(test).has(path))
    const isDemanded = importing.length > 0 && importing.every((test) => demanding.has(test))
    return isDemanded && result.declared.length > 0 && rulings.get(file)?.isDemanded === false
  })
  for (const { file } of found) {
    const own = rulings.get(file)
    if (own) own.isDemanded = true
  }
  return found.length > 0
}
