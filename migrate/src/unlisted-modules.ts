import { relative, resolve } from 'node:path'
import { isOldModule, LIBRARIES } from './convert-file.ts'
import { CODE, filesWith } from './git.ts'
import { areOfAddon } from './msw/handlers/uses.ts'
import type { ProjectFiles } from './read/project-files.ts'

export function usersBeside(folder: string, files: readonly string[]): string[] {
  const found = filesWith(folder, LIBRARIES) ?? []
  return found.filter((file) => CODE.test(file) && !files.includes(file))
}

/**
 * Returns the modules of the project that use an old library, that no pattern holds, and that the files import, or that import one of
 * them.
 */
export function unlistedModules(projectFiles: ProjectFiles, files: readonly string[]): string[] {
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

export function unlistedText(modules: readonly string[]): string[] {
  const names = modules.map((file) => `  ${file}\n`)
  return names.length === 0
    ? []
    : [`These modules use the old library too, and no pattern holds them:\n${names.join('')}`]
}
