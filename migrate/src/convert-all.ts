import { leftByTypes, noteUnusedDirectives } from './check-types.ts'
import { type Converted, convertFile, type Library } from './convert-file.ts'
import { resetsAnswers } from './declare/remove-call.ts'
import { namesOfMynah } from './read/known-names.ts'
import { ProjectFiles } from './read/project-files.ts'
import { type Left, Rulings } from './read/rulings.ts'
import type { Project } from './read/typescript.ts'
import {
  leftWithFetchMock,
  leftWithServer,
  notesAcross,
  shareAsked,
  shareDemands,
  shareKept,
  sharePolicies,
} from './share-mocks.ts'
import { unlistedModules } from './unlisted-modules.ts'

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
  const shared = new Rulings()
  const all = files.map((file) => {
    const path = projectFiles.pathOf(file)
    const rulings = new Rulings()
    rulings.runner = () => projectFiles.runnerOf(path)
    rulings.files = () => projectFiles.own
    rulings.importers = () => projectFiles.own.filter(({ fileName }) => projectFiles.isImporting(fileName, file))
    rulings.placeOf = (node) => projectFiles.placeOf(node)
    rulings.isReset = isReset
    rulings.bases = shared.bases
    return { file, path, rulings }
  })
  const resultOf = (path: string, rulings: Rulings) => {
    const tree = before.getSourceFile(path)
    return tree && convertFile(project.ts, tree, before.getTypeChecker(), dependencies, from, rulings)
  }
  // What no pattern holds is not rewritten.
  const outside = unlisted.flatMap((file) => {
    const rulings = new Rulings()
    rulings.whole = 'no pattern holds it'
    const path = projectFiles.pathOf(file)
    const result = resultOf(path, rulings)
    return result ? [{ file, path, rulings, result }] : []
  })
  for (;;) {
    const { sizeOfBases } = shared
    const results = all.flatMap((one) => {
      const result = resultOf(one.path, one.rulings)
      return result ? [{ ...one, result }] : []
    })
    const isShared =
      shared.sizeOfBases > sizeOfBases ||
      shareKept(results, outside, projectFiles, dependencies) ||
      sharePolicies(results, projectFiles) ||
      shareDemands(results, projectFiles) ||
      shareAsked(results, outside, projectFiles)
    if (isShared) continue
    const together = [
      ...leftWithServer(results, outside, projectFiles),
      ...leftWithFetchMock(results, outside, projectFiles),
    ].filter(([{ rulings }, , construct]) => rulings.whole === undefined && !rulings.staying.has(construct ?? -1))
    const more = together.length > 0 ? together : leftByTypes(project, projectFiles, results)
    if (more.length === 0) {
      noteUnusedDirectives(project, projectFiles, results)
      const noted = results.map((one) => {
        const notes = [...one.result.notes, ...notesAcross(one, results, projectFiles)]
        return { ...one, result: { ...one.result, notes } }
      })
      return { results: noted, unlisted, isBegun }
    }
    for (const [{ rulings }, reason, construct, keeper] of more) {
      if (construct === undefined) {
        rulings.whole = reason
        rulings.keeper = keeper && firstLeft(keeper)
      } else rulings.staying.set(construct, reason)
    }
  }
}

/** The first construct of a file that stays for a reason of its own, else that because of which its constructs stay. */
function firstLeft({ path, result: { left } }: Converted): Left['keeper'] {
  const own = left.find(({ keeper }) => keeper === undefined)
  return own ? { path, line: own.line } : left[0]?.keeper
}
