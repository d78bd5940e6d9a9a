import { leftByTypes } from './check-types.ts'
import { type Converted, convertFile, type Library } from './convert-file.ts'
import { resetsAnswers } from './declare/resets.ts'
import { isSetupOfFetch } from './fetch-function/convert-fetch-function.ts'
import { leftInProcess, leftWithFetch, leftWithServer } from './left-together.ts'
import { demandOfMakers, leftWithCallers, leftWithPools } from './left-with-callers.ts'
import { demandOfModules, leftAcrossNock } from './nock-across-files.ts'
import { type Declaring, refuseReversedAcross } from './order/across-files.ts'
import { ProjectFiles } from './project-files.ts'
import { modulePath } from './read/imports.ts'
import { Rulings } from './read/rulings.ts'
import type { Project } from './read/typescript.ts'
import { shareMocks, shareOptions, sharePolicies } from './share-mocks.ts'
import { unlistedModules } from './unlisted-modules.ts'
import { withoutUnusedDirectives } from './unused-directives.ts'

export interface Conversions {
  readonly results: readonly Converted[]
  /** The modules that use an old library, and that no pattern holds. */
  readonly unlisted: readonly string[]
}

/** Converts the files so that none of them, and no file that imports them, gets an error of types by it. */
export function convertAll(
  project: Project,
  files: readonly string[],
  dependencies: ReadonlySet<string>,
  from: Library | undefined,
): Conversions {
  const before = project.program()
  const staying = new Map<string, string>()
  const projectFiles = new ProjectFiles(project.typescript, before, project.folder)
  const unlisted = unlistedModules(projectFiles, files)
  const rulings = new Map(
    files.map((file) => [
      file,
      new Rulings(
        () => projectFiles.runnerOf(projectFiles.pathOf(file)),
        () => projectFiles.own,
        () => projectFiles.own.filter(({ fileName }) => projectFiles.isImporting(fileName, file)),
      ),
    ]),
  )
  const setup = projectFiles.own.find((tree) => isSetupOfFetch(projectFiles.sourceOf(tree)))
  for (const own of rulings.values()) own.fetchOf = setup?.fileName
  const isReset = projectFiles.own.some(({ fileName, text }) => resetsAnswers(text) && projectFiles.isSetup(fileName))
  for (const one of rulings.values()) one.isReset = isReset
  const convert = (partly?: ReadonlySet<string>): Converted[] => {
    const checker = before.getTypeChecker()
    return files.flatMap((file) => {
      const tree = projectFiles.treeOf(file)
      const reason = staying.get(file)
      const result =
        tree && convertFile(project.typescript, tree, checker, dependencies, from, partly, reason, rulings.get(file))
      return result ? [{ file, result }] : []
    })
  }
  for (;;) {
    const first = convert()
    const left = first.filter(({ result }) => result.left.length > 0).map(({ file }) => file)
    const partly = [...left, ...unlisted].map((file) => modulePath(projectFiles.pathOf(file)))
    // A file cannot tell by itself that another one still hands it what the old library makes.
    const results = partly.length === 0 ? first : convert(new Set(partly))
    if (shareMocks(results, rulings, projectFiles)) continue
    if (sharePolicies(results, rulings, projectFiles)) continue
    if (shareOptions(results, rulings, projectFiles)) continue
    if (demandOfModules(results, rulings, projectFiles)) continue
    if (demandOfMakers(results, rulings)) continue
    const together = [
      ...leftInProcess(results, dependencies),
      ...leftAcrossNock(results, rulings, projectFiles),
      ...leftWithServer(results, unlisted, projectFiles),
      ...leftWithFetch(results, unlisted, projectFiles),
      ...leftWithCallers(results, projectFiles),
      ...leftWithPools(results, projectFiles),
    ].filter(([file, , construct]) => !staying.has(file) && !rulings.get(file)?.staying.has(construct ?? -1))
    const declaring = declaringOf(results, rulings, projectFiles)
    if (together.length === 0 && refuseReversedAcross(projectFiles, declaring)) continue
    const more = together.length > 0 ? together : leftByTypes(project, projectFiles, results, staying)
    if (more.length === 0) return { results: withoutUnusedDirectives(project, projectFiles, results), unlisted }
    for (const [file, reason, construct] of more) {
      if (construct === undefined) staying.set(file, reason)
      else rulings.get(file)?.staying.set(construct, reason)
    }
  }
}

/** What the converted constructs of each file declare. */
function declaringOf(
  results: readonly Converted[],
  rulings: ReadonlyMap<string, Rulings>,
  files: ProjectFiles,
): Declaring[] {
  return results.flatMap(({ file, result: { declared } }) => {
    const own = rulings.get(file)
    return own ? [{ path: files.pathOf(file), declared, rulings: own }] : []
  })
}
