import { relative, resolve } from 'node:path'
import type ts from 'typescript'
import type { TypeScript } from './read/source.ts'

const OLD =
  /^(?:nock|msw(?:\/.+)?|fetch-mock(?:-jest)?|jest-fetch-mock|vitest-fetch-mock|@fetch-mock\/(?:jest|vitest))$/

/** Names the modules of the project that the files import, that use an old library, and that the patterns do not hold. */
export function helpersOf(
  typescript: TypeScript,
  program: ts.Program,
  folder: string,
  files: readonly string[],
): string[] {
  const own = new Set(files.map((file) => resolve(folder, file)))
  const helpers = program.getSourceFiles().filter(({ fileName, isDeclarationFile, text }) => {
    if (isDeclarationFile || own.has(resolve(fileName)) || fileName.includes('/node_modules/')) return false
    return typescript.preProcessFile(text, true, true).importedFiles.some(({ fileName: module }) => OLD.test(module))
  })
  if (helpers.length === 0) return []
  const names = helpers.map(({ fileName }) => `  ${relative(folder, fileName)}`)
  return [`These modules use the old library too, and no pattern holds them:\n${names.join('\n')}\n`]
}
