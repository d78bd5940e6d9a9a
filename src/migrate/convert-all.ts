import { relative, resolve } from 'node:path'
import type ts from 'typescript'
import { newProblems } from './check-types.ts'
import { type Converted, convertFile, type Library } from './convert-file.ts'
import { leftInProcess, leftWithFetch, leftWithServer, type Staying } from './left-together.ts'
import { leftWithCallers } from './left-with-callers.ts'
import { demandOfModules, leftAcrossNock } from './nock-across-files.ts'
import { refuseReversedAcross } from './order/across-files.ts'
import { ProjectFiles } from './project-files.ts'
import { modulePath } from './read/imports.ts'
import { Rulings } from './read/rulings.ts'
import type { TypeScript } from './read/source.ts'
import type { Project } from './read/typescript.ts'
import { shareMocks, sharePolicies } from './share-mocks.ts'
import { importedFiles, unlistedModules } from './unlisted-modules.ts'

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
  const unlisted = unlistedModules(project.typescript, before, project.folder, files)
  const staying = new Map<string, string>()
  const projectFiles = new ProjectFiles(project.typescript, before, project.folder)
  const pathOf = (file: string) => resolve(project.folder, file)
  const rulings = new Map(files.map((file) => [file, new Rulings(() => projectFiles.runnerOf(pathOf(file)))]))
  const isOfMsw = (file: string) => MSW.test(before.getSourceFile(pathOf(file))?.text ?? '')
  const convert = (partly?: ReadonlySet<string>): Converted[] => {
    const checker = before.getTypeChecker()
    return files.flatMap((file) => {
      const tree = before.getSourceFile(resolve(project.folder, file))
      const reason = staying.get(file)
      const result =
        tree && convertFile(project.typescript, tree, checker, dependencies, from, partly, reason, rulings.get(file))
      return result ? [{ file, result }] : []
    })
  }
  for (;;) {
    const first = convert()
    const left = first.filter(({ result }) => result.left.length > 0).map(({ file }) => file)
    const partly = [...left, ...unlisted].map((file) => modulePath(resolve(project.folder, file)))
    // A file cannot tell by itself that another one still hands it what the old library makes.
    const results = partly.length === 0 ? first : convert(new Set(partly))
    if (shareMocks(project.typescript, before, results, rulings, project.folder)) continue
    if (sharePolicies(results, rulings, project.folder)) continue
    if (demandOfModules(results, rulings, project.folder, projectFiles)) continue
    const together = [
      ...leftInProcess(results, dependencies),
      ...leftAcrossNock(results, rulings, project.folder, projectFiles),
      ...leftWithServer(results, unlisted.filter(isOfMsw), project.folder, projectFiles),
      ...leftWithFetch(results, unlisted, project.folder, projectFiles),
      ...leftWithCallers(project.typescript, results, projectFiles),
    ].filter(([file, , construct]) => !staying.has(file) && !rulings.get(file)?.staying.has(construct ?? -1))
    if (together.length === 0 && isRefusedAcross(projectFiles, results, rulings, pathOf)) continue
    const more = together.length > 0 ? together : stayingByTypes(project, before, results, staying)
    if (more.length === 0) return { results, unlisted }
    for (const [file, reason, construct] of more) {
      if (construct === undefined) staying.set(file, reason)
      else rulings.get(file)?.staying.set(construct, reason)
    }
  }
}

/** Has constructs stay whose answers would come in another order in other files. Returns whether one more does. */
function isRefusedAcross(
  files: ProjectFiles,
  results: readonly Converted[],
  rulings: ReadonlyMap<string, Rulings>,
  pathOf: (file: string) => string,
): boolean {
  const declaring = results.flatMap(({ file, result: { declared } }) => {
    const own = rulings.get(file)
    return own ? [{ path: pathOf(file), declared, rulings: own }] : []
  })
  const size = () => declaring.reduce((sum, one) => sum + one.rulings.size, 0)
  const before = size()
  refuseReversedAcross(files, declaring)
  return size() > before
}

const MSW = /['"]msw(?:\/[\w/]+)?['"]/

/** Returns the constructs and the files that have to stay, and why: they, or a file that imports them, would have an error of types. */
function stayingByTypes(
  project: Project,
  before: ts.Program,
  results: readonly Converted[],
  staying: ReadonlyMap<string, string>,
): Staying[] {
  const { typescript, folder } = project
  const changed = results.filter(({ file, result }) => result.converted > 0 && !staying.has(file))
  if (changed.length === 0) return []
  const pathOf = (file: string) => resolve(folder, file)
  const after = project.program(new Map(results.map(({ file, result }) => [pathOf(file), result.text])))
  const byPath = new Map(changed.map((one) => [pathOf(one.file), one]))
  return pathsToCheck(typescript, after, byPath).flatMap((path): Staying[] => {
    const { sourceOf = (start: number) => start, left = [] } =
      results.find(({ file }) => pathOf(file) === path)?.result ?? {}
    const reasons = new Set(left.map(({ reason }) => reason))
    const problems = newProblems(typescript, before, after, path, reasons, sourceOf)
    const own = byPath.get(path)
    if (own) {
      return problems.map(({ start, text }) => [own.file, `${TYPES} ${text}`, own.result.constructAt(sourceOf(start))])
    }
    const [problem] = problems
    const origins = problem ? importedFiles(typescript, after, path).flatMap((one) => byPath.get(one) ?? []) : []
    const reason = `with mynah ${relative(folder, path)}, which imports it, has an error of types: ${problem?.text}`
    return origins.map(({ file }) => [file, reason])
  })
}

const TYPES = 'with mynah it has an error of types:'

/** The files that were rewritten, and the project's other files that import one of them. */
function pathsToCheck(typescript: TypeScript, program: ts.Program, changed: ReadonlyMap<string, Converted>): string[] {
  return program
    .getSourceFiles()
    .filter(({ isDeclarationFile, fileName }) => !isDeclarationFile && !fileName.includes('/node_modules/'))
    .map(({ fileName }) => resolve(fileName))
    .filter(
      (path) => changed.has(path) || importedFiles(typescript, program, path).some((module) => changed.has(module)),
    )
}
