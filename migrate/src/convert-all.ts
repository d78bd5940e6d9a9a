import { relative, resolve } from 'node:path'
import { leftByTypes } from './check-types.ts'
import { type Converted, checkFile, convertFile, isOldModule, type Library } from './convert-file.ts'
import { resetsAnswers } from './declare/remove-call.ts'
import { isOverwriting } from './fetch-mock/routes/match-route.ts'
import { areOfAddon } from './msw/handlers/uses.ts'
import { namesOfMynah } from './read/known-names.ts'
import { ProjectFiles } from './read/project-files.ts'
import { Rulings } from './read/rulings.ts'
import { hasTests, isRunByMocha } from './read/tests.ts'
import type { Project } from './read/typescript.ts'
import {
  leftWithFetchMock,
  leftWithServer,
  notesAcross,
  type Round,
  shareAsked,
  shareDemands,
  shareKept,
  sharePolicies,
} from './share-mocks.ts'

interface Conversions {
  readonly results: readonly Converted[]
  readonly unlisted: readonly string[]
  /** Whether a file, or a module that it imports, has mynah already. */
  readonly isBegun: boolean
}

/** Converts the files so that none of them, and no file that imports them, gets a type error by it. */
export function convertAll(
  project: Project,
  files: readonly string[],
  dependencies: ReadonlySet<string>,
  from: Library | undefined,
): Conversions {
  const before = project.program()
  const projectFiles = new ProjectFiles(project.ts, before, project.folder)
  const unlisted = unlistedModules(projectFiles, files)
  const isBegun = files
    .map((file) => projectFiles.pathOf(file))
    .flatMap((path) => [path, ...projectFiles.reachedFrom(path)])
    .flatMap((path) => before.getSourceFile(path) ?? [])
    .some((tree) => namesOfMynah(project.ts, tree).size > 0)
  const isReset = projectFiles.own.some((one) => resetsAnswers(project.ts, one) && projectFiles.isSetup(one.fileName))
  const isReplacing = projectFiles.own.some((one) => isOverwriting(project.ts, one))
  const shared = new Rulings()
  const isOneProcess = isRunByMocha(dependencies)
  const all = files.map((file) => {
    const path = projectFiles.pathOf(file)
    const rulings = new Rulings()
    rulings.runner = () => projectFiles.runnerOf(path)
    rulings.files = () => projectFiles.own
    rulings.imports = () => [...projectFiles.reachedFrom(path)].flatMap((one) => before.getSourceFile(one) ?? [])
    rulings.importers = () => projectFiles.own.filter(({ fileName }) => projectFiles.isImporting(fileName, file))
    rulings.placeOf = (node) => projectFiles.placeOf(node)
    rulings.isReset = isReset
    rulings.isOverwriting = isReplacing
    rulings.bases = shared.bases
    return { file, path, rulings }
  })
  const resultsOf = (one: Omit<Converted, 'result'>): Converted[] => {
    const tree = before.getSourceFile(one.path)
    const result = tree && convertFile(project.ts, tree, before.getTypeChecker(), dependencies, from, one.rulings)
    return result ? [{ ...one, result }] : []
  }
  // What no pattern holds is not rewritten.
  const outside = unlisted.flatMap((file) => {
    const rulings = new Rulings()
    rulings.whole = 'no pattern holds it'
    return resultsOf({ file, path: projectFiles.pathOf(file), rulings })
  })
  for (;;) {
    const { sizeOfBases } = shared
    const results = all.flatMap(resultsOf)
    const round = { results, outside, files: projectFiles, isOneProcess }
    const isGrown = shared.sizeOfBases > sizeOfBases
    if (isGrown || [shareKept, sharePolicies, shareDemands, shareAsked].some((share) => share(round))) continue
    const together = [...leftWithServer(round), ...leftWithFetchMock(round)].filter(
      ([{ rulings }, , construct]) => rulings.whole === undefined && !rulings.staying.has(construct ?? -1),
    )
    const more = together.length > 0 ? together : leftByTypes(project, projectFiles, results)
    if (more.length === 0) {
      const noted = results.map((one) => {
        const notes = [...one.result.notes, ...notesAcross(one, round)]
        return { ...one, result: { ...one.result, notes } }
      })
      return { results: [...noted, ...checkOthers(project, all, round)], unlisted, isBegun }
    }
    for (const [{ rulings }, reason, construct, keeper] of more) {
      if (construct === undefined) {
        rulings.whole = reason
        // The first construct that stays for a reason of its own, else that because of which its file stays.
        const left = keeper?.result.left ?? []
        const own = left.find((one) => one.keeper === undefined)
        rulings.keeper = keeper && own ? { path: keeper.path, line: own.line } : left[0]?.keeper
      } else rulings.staying.set(construct, { reason })
    }
  }
}

/** What to check in tests that declare nothing themselves, and have the answers of others. */
function checkOthers(
  { ts }: Project,
  all: readonly Omit<Converted, 'result'>[],
  { results, files }: Round,
): Converted[] {
  const answering = results.filter(({ result }) => result.converted > 0)
  const isForAll = answering.some(({ path }) => files.isSetup(path))
  return all.flatMap((one) => {
    const tree = results.some(({ path }) => path === one.path) ? undefined : files.program.getSourceFile(one.path)
    const isAnswered = isForAll || answering.some(({ file }) => files.isImporting(one.file, file))
    if (!tree || !isAnswered || !hasTests(ts, tree)) return []
    const result = checkFile(ts, tree, files.program.getTypeChecker())
    return result.notes.length > 0 ? [{ ...one, result }] : []
  })
}

/**
 * Returns the modules of the project that use an old library, that no pattern holds, and that the files import, or that import one of
 * them.
 */
function unlistedModules(projectFiles: ProjectFiles, files: readonly string[]): string[] {
  const listed = new Set(files.map((file) => projectFiles.pathOf(file)))
  const isBeside = (path: string) => files.some((file) => projectFiles.areBeside(file, path))
  return projectFiles.own
    .filter((tree) => {
      const { fileName, text } = tree
      if (listed.has(resolve(fileName))) return false
      const { importedFiles } = projectFiles.ts.preProcessFile(text, true, true)
      const isOfOld =
        importedFiles.some(({ fileName: module }) => isOldModule(projectFiles.ts, module, tree)) ||
        areOfAddon(projectFiles.ts, tree)
      return isOfOld && isBeside(fileName)
    })
    .map(({ fileName }) => relative(projectFiles.folder, fileName))
}
