import { leftByTypes, withoutUnusedDirectives } from './check-types.ts'
import { type Converted, convertFile, type Library } from './convert-file.ts'
import { resetsAnswers } from './declare/resets.ts'
import { isSetupOfFetch } from './fetch-function/convert-fetch-function.ts'
import {
  demandOfModules,
  freeSetup,
  leftAcrossNock,
  leftInProcess,
  leftWithFetch,
  leftWithServer,
  tellOfHooks,
} from './left-together.ts'
import { demandOfMakers, leftWithCallers, leftWithPools, shareFollowed } from './left-with-callers.ts'
import { leftWithFetchMock } from './left-with-fetch-mock.ts'
import { refuseReversedAcross } from './order/across-files.ts'
import { modulePath } from './read/imports.ts'
import { ProjectFiles } from './read/project-files.ts'
import { Rulings } from './read/rulings.ts'
import type { Project } from './read/typescript.ts'
import { shareMocks, shareOptions, sharePolicies } from './share-mocks.ts'
import { unlistedModules } from './unlisted-modules.ts'

export interface Conversions {
  readonly results: readonly Converted[]
  /** The modules that use an old library, and that no pattern holds. */
  readonly unlisted: readonly string[]
  /** Whether a file, or a module that it imports, has mynah already. */
  readonly isBegun: boolean
}

const MYNAH = /['"]mynah(?:\/[\w-]+)?['"]/

/** Converts the files so that none of them, and no file that imports them, gets a type error by it. */
export function convertAll(
  project: Project,
  files: readonly string[],
  dependencies: ReadonlySet<string>,
  from: Library | undefined,
): Conversions {
  const before = project.program()
  const projectFiles = new ProjectFiles(project.typescript, before, project.folder)
  const unlisted = unlistedModules(projectFiles, files)
  const isBegun = files
    .map((file) => projectFiles.pathOf(file))
    .flatMap((path) => [path, ...projectFiles.reachedFrom(path)])
    .some((path) => MYNAH.test(before.getSourceFile(path)?.text ?? ''))
  const setup = projectFiles.own.find((tree) => isSetupOfFetch(projectFiles.sourceOf(tree)))
  const isReset = projectFiles.own.some(({ fileName, text }) => resetsAnswers(text) && projectFiles.isSetup(fileName))
  const all = files.map((file) => {
    const path = projectFiles.pathOf(file)
    const rulings = new Rulings(
      () => projectFiles.runnerOf(path),
      () => projectFiles.own,
      () => projectFiles.own.filter(({ fileName }) => projectFiles.isImporting(fileName, file)),
    )
    rulings.fetchOf = setup?.fileName
    rulings.isReset = isReset
    return { file, path, rulings }
  })
  const convert = (partly?: ReadonlySet<string>): Converted[] =>
    all.flatMap((one) => {
      const tree = before.getSourceFile(one.path)
      const checker = before.getTypeChecker()
      const result = tree && convertFile(project.typescript, tree, checker, dependencies, from, partly, one.rulings)
      return result ? [{ ...one, result }] : []
    })
  for (;;) {
    const first = convert()
    const isOfNock = ({ result }: Converted) => result.left.length > 0 && result.libraries.includes('nock')
    const left = first.filter(isOfNock).map(({ file }) => file)
    const partly = projectFiles.withImporters([...left, ...unlisted]).map((path) => modulePath(path))
    // A file cannot tell by itself that another one still hands it what the old library makes.
    const results = partly.length === 0 ? first : convert(new Set(partly))
    const isShared =
      shareMocks(results, projectFiles) ||
      sharePolicies(results, projectFiles) ||
      shareOptions(results, projectFiles) ||
      demandOfModules(results, projectFiles) ||
      demandOfMakers(results) ||
      shareFollowed(results, all) ||
      tellOfHooks(results, projectFiles) ||
      freeSetup(results, all, project.folder)
    if (isShared) continue
    const together = [
      ...leftInProcess(results, dependencies),
      ...leftAcrossNock(results, projectFiles),
      ...leftWithServer(results, unlisted, projectFiles),
      ...leftWithFetch(results, unlisted, projectFiles),
      ...leftWithFetchMock(results, unlisted, projectFiles),
      ...leftWithCallers(results, projectFiles),
      ...leftWithPools(results, projectFiles),
    ].filter(([{ rulings }, , construct]) => rulings.whole === undefined && !rulings.staying.has(construct ?? -1))
    const declaring = results.map(({ path, rulings, result: { declared } }) => ({ path, rulings, declared }))
    if (together.length === 0 && refuseReversedAcross(projectFiles, declaring)) continue
    const more = together.length > 0 ? together : leftByTypes(project, projectFiles, results)
    if (more.length === 0)
      return { results: withoutUnusedDirectives(project, projectFiles, results), unlisted, isBegun }
    for (const [{ rulings }, reason, construct] of more) {
      if (construct === undefined) rulings.whole = reason
      else rulings.staying.set(construct, reason)
    }
  }
}
