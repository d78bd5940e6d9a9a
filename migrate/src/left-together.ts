import { readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import type ts from 'typescript'
import type { Converted } from './convert-file.ts'
import { NEEDLESS } from './fetch-function/control.ts'
import { STAYS } from './fetch-function/convert-fetch-function.ts'
import { CODE, filesWith } from './git.ts'
import { areOfAddon } from './msw/handlers/uses.ts'
import { NO_STUB } from './nock/pending.ts'
import { nodesIn } from './read/nodes.ts'
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

/**
 * Fetch is one for all files of a test: a mock of it that stays in a module takes what its importers declare. A setup file serves
 * every test.
 */
export function leftWithFetch(
  results: readonly Converted[],
  unlisted: readonly string[],
  files: ProjectFiles,
): Staying[] {
  const ofFetch = results.filter(isOfFetch)
  const kept = ofFetch.filter(isKept)
  const setup = setupOfEach(ofFetch, files)
  return ofFetch.flatMap((one): Staying[] => {
    const { file, result } = one
    if (isKept(one)) return []
    if (setup !== undefined)
      return [[one, `this stays while the hooks of ${setup} use fetch as a mock: take that out of them first`]]
    const beside = kept.find((other) => files.areBeside(file, other.file))
    const keeper = beside?.file ?? unlisted.find((other) => files.areBeside(file, other))
    if (keeper)
      return [[one, `this stays while ${keeper} mocks fetch in the old way: convert that first`, undefined, beside]]
    const helpers = ofFetch.filter((other) => files.isImporting(file, other.file) && SETUP.test(other.result.text))
    const isOwn = SETUP.test(result.text)
    // A file without mocks of its own has those of one helper.
    const helper = helpers[isOwn ? 0 : 1]
    if (helper && CALLS.test(result.text))
      return [[one, `export the mocks of ${helper.file}, and read its calls from them: these mocks have none of them`]]
    const reader = isOwn && helpers.find((other) => CALLS.test(other.result.text))
    if (reader)
      return [[one, `export the mocks of ${reader.file}, and declare these answers on them: it reads their calls`]]
    const isSetup = !runsTests(result.text) && !ofFetch.some((other) => files.isImporting(other.file, file))
    const [first] = kept
    if (!isSetup || !first) return []
    return [[one, `this stays while tests mock fetch in the old way: ${first.file}`, undefined, first]]
  })
}

/**
 * Frees the setup of jest-fetch-mock if it is all that is left of it, in all files of the project. Returns whether that is news.
 */
export function freeSetup(
  results: readonly Converted[],
  files: readonly Pick<Converted, 'file' | 'rulings'>[],
  folder: string,
): boolean {
  const keeping = results.filter((one) => isOfFetch(one) && one.result.left.length > 0)
  const isAll = keeping.every(
    ({ result: { left, libraries } }) =>
      libraries.includes('jest-fetch-mock') && left.every(({ reason }) => NEEDLESS.has(reason) || reason === STAYS),
  )
  if (keeping.length === 0 || !isAll || files.some(({ rulings }) => rulings.isSetupNeedless)) return false
  const users = filesWith(folder, ['fetch-mock', 'fetchMock', 'fetch.', 'fetch as'])
  const others = users?.filter((user) => CODE.test(user) && files.every(({ file }) => file !== user))
  if (!others || others.some((user) => runsTests(readFileSync(join(folder, user), 'utf8')))) return false
  for (const { rulings } of files) rulings.isSetupNeedless = true
  return true
}

/** A setup file whose hooks take hold of the mocked fetch again for each test, where mynah's would be by then. */
function setupOfEach(ofFetch: readonly Converted[], files: ProjectFiles): string | undefined {
  const { ts, own, folder } = files
  const done = new Set(ofFetch.filter((one) => !isKept(one)).map(({ path }) => path))
  const setup = own.find((tree) => {
    const isHook = (node: ts.Node) =>
      ts.isCallExpression(node) &&
      /^(?:before|after)Each$/.test(node.expression.getText()) &&
      TAKES.test(node.getText())
    const isSetup = TAKES.test(tree.text) && !hasTests(tree) && !done.has(resolve(tree.fileName))
    return isSetup && nodesIn(ts, tree, isHook).length > 0
  })
  return setup && relative(folder, setup.fileName)
}

const TAKES = /\bfetch(?:\s+as\b[^)]*\))?\.\w|\bfetch\s*=[^=>]|(?:en|dis)able(?:Fetch)?Mocks\(|['"]fetch['"]/

/** Whether a file has the mock of fetch that jest-fetch-mock is. */
function isOfFetch({ result: { libraries } }: Converted): boolean {
  return libraries.includes('jest-fetch-mock')
}

/** Whether a file stays whole, and does not work beside mynah. */
export function isKept({ result }: Converted): boolean {
  return result.converted === 0 && result.left.length > 0 && !result.isBeside
}

const SETUP = /\bsetupMocks\(/
const CALLS = /mocks\.calls\(/i

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
