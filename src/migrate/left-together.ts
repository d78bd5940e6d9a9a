import { relative, resolve } from 'node:path'
import type ts from 'typescript'
import type { Converted } from './convert-file.ts'
import { areOfAddon } from './msw/handlers/uses.ts'
import type { ProjectFiles } from './project-files.ts'
import { hasTests, nodesIn, runsTests } from './read/nodes.ts'

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
    if (outside) return [[file, `this stays with msw as ${outside} does, which no pattern holds: name it too`]]
    const keeper = ofMsw.filter(isKept).find((other) => files.areBeside(file, other.file))
    return keeper ? [[file, `this stays with msw as ${keeper.file} does: setupMocks refuses its handlers`]] : []
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
  const ofFetch = results.filter(({ result }) =>
    result.libraries.some((one) => one === 'jest-fetch-mock' || one === 'fetch'),
  )
  const kept = ofFetch.filter(isKept).map(({ file }) => file)
  const setup = setupOfEach(ofFetch, files)
  return ofFetch.flatMap((one): Staying[] => {
    const { file, result } = one
    if (isKept(one)) return []
    if (setup !== undefined)
      return [[file, `this stays while the hooks of ${setup} use fetch as a mock: take that out of them first`]]
    const keeper = [...kept, ...unlisted].find((other) => files.areBeside(file, other))
    if (keeper) return [[file, `this stays while ${keeper} mocks fetch in the old way: convert that first`]]
    const helpers = ofFetch.filter((other) => files.isImporting(file, other.file) && SETUP.test(other.result.text))
    const isOwn = SETUP.test(result.text)
    // A file without mocks of its own has those of one helper.
    const helper = helpers[isOwn ? 0 : 1]
    if (helper && CALLS.test(result.text))
      return [[file, `export the mocks of ${helper.file}, and read its calls from them: these mocks have none of them`]]
    const reader = isOwn && helpers.find((other) => CALLS.test(other.result.text))
    if (reader)
      return [[file, `export the mocks of ${reader.file}, and declare these answers on them: it reads their calls`]]
    const isSetup = !runsTests(result.text) && !ofFetch.some((other) => files.isImporting(other.file, file))
    return isSetup && kept[0] ? [[file, `this stays while tests mock fetch in the old way: ${kept[0]}`]] : []
  })
}

/** A setup file whose hooks take hold of the mocked fetch again for each test, where mynah's would be by then. */
function setupOfEach(ofFetch: readonly Converted[], files: ProjectFiles): string | undefined {
  const { ts, own, folder } = files
  const done = new Set(ofFetch.filter((one) => !isKept(one)).map(({ file }) => files.pathOf(file)))
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

/** Whether a file stays whole. */
function isKept({ result }: Converted): boolean {
  return result.converted === 0 && result.left.length > 0
}

const SETUP = /\bsetupMocks\(/
const CALLS = /mocks\.calls\(/i
