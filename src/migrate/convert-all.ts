import { resolve } from 'node:path'
import type ts from 'typescript'
import { newProblem } from './check-types.ts'
import { type Converted, convertFile, type Library } from './convert-file.ts'
import { leftInProcess, leftWithServer, type Staying } from './left-together.ts'
import { modulePath } from './read/imports.ts'
import type { TypeScript } from './read/source.ts'
import type { Project } from './read/typescript.ts'
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
  const convert = (partly?: ReadonlySet<string>): Converted[] => {
    const checker = before.getTypeChecker()
    return files.flatMap((file) => {
      const tree = before.getSourceFile(resolve(project.folder, file))
      const reason = staying.get(file)
      const result = tree && convertFile(project.typescript, tree, checker, dependencies, from, partly, reason)
      return result ? [{ file, result }] : []
    })
  }
  for (;;) {
    const first = convert()
    const left = first.filter(({ result }) => result.left.length > 0).map(({ file }) => file)
    const partly = [...left, ...unlisted].map((file) => modulePath(resolve(project.folder, file)))
    // A file cannot tell by itself that another one still hands it what the old library makes.
    const results = partly.length === 0 ? first : convert(new Set(partly))
    const importedBy = (path: string) => importedFiles(project.typescript, before, path)
    const together = [
      ...leftInProcess(results, dependencies),
      ...leftWithServer(results, project.folder, importedBy),
    ].filter(([file]) => !staying.has(file))
    const more = together.length > 0 ? together : stayingFiles(project, before, results, staying)
    if (more.length === 0) return { results, unlisted }
    for (const [file, reason] of more) staying.set(file, reason)
  }
}

/** Returns the files that have to stay, and why: they, or a file that imports them, would have an error of types. */
function stayingFiles(
  project: Project,
  before: ts.Program,
  results: readonly Converted[],
  staying: ReadonlyMap<string, string>,
): Staying[] {
  const { typescript, folder } = project
  const found = new Map<string, string>()
  const changed = results.filter(({ file, result }) => result.converted > 0 && !staying.has(file))
  if (changed.length === 0) return []
  const pathOf = (file: string) => resolve(folder, file)
  const after = project.program(new Map(results.map(({ file, result }) => [pathOf(file), result.text])))
  const byPath = new Map(changed.map(({ file }) => [pathOf(file), file]))
  const reasonsOf = (path: string) => {
    const own = results.find(({ file }) => pathOf(file) === path)
    return new Set(own?.result.left.map(({ reason }) => reason))
  }
  for (const path of pathsToCheck(typescript, after, byPath)) {
    const problem = newProblem(typescript, before, after, path, reasonsOf(path))
    if (!problem) continue
    const own = byPath.get(path)
    if (own !== undefined) found.set(own, `with mynah it has an error of types: ${problem.text}`)
    else {
      const name = path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path
      for (const module of importedFiles(typescript, after, path)) {
        const origin = byPath.get(module)
        if (origin !== undefined)
          found.set(origin, `with mynah ${name}, which imports it, has an error of types: ${problem.text}`)
      }
    }
  }
  return [...found]
}

/** The files that were rewritten, and the project's other files that import one of them. */
function pathsToCheck(typescript: TypeScript, program: ts.Program, changed: ReadonlyMap<string, string>): string[] {
  return program
    .getSourceFiles()
    .filter(({ isDeclarationFile, fileName }) => !isDeclarationFile && !fileName.includes('/node_modules/'))
    .map(({ fileName }) => resolve(fileName))
    .filter(
      (path) => changed.has(path) || importedFiles(typescript, program, path).some((module) => changed.has(module)),
    )
}
