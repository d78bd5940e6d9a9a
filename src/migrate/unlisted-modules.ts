import { relative, resolve } from 'node:path'
import type ts from 'typescript'
import { isOldModule } from './convert-file.ts'
import type { TypeScript } from './read/source.ts'

/** Returns the modules of the project that the files import, that use an old library, and that the patterns do not hold. */
export function unlistedModules(
  typescript: TypeScript,
  program: ts.Program,
  folder: string,
  files: readonly string[],
): string[] {
  const listed = new Set(files.map((file) => resolve(folder, file)))
  const unlisted = program.getSourceFiles().filter(({ fileName, isDeclarationFile, text }) => {
    if (isDeclarationFile || listed.has(resolve(fileName)) || fileName.includes('/node_modules/')) return false
    const { importedFiles } = typescript.preProcessFile(text, true, true)
    return importedFiles.some(({ fileName: module }) => isOldModule(module, text))
  })
  return unlisted.map(({ fileName }) => relative(folder, fileName))
}

/** The paths of the files that a file imports or requires. */
export function importedFiles(typescript: TypeScript, program: ts.Program, path: string): string[] {
  const checker = program.getTypeChecker()
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (typescript.isStringLiteralLike(node) && isModuleName(typescript, node)) {
      const [declaration] = checker.getSymbolAtLocation(node)?.declarations ?? []
      if (declaration) found.push(resolve(declaration.getSourceFile().fileName))
    }
    typescript.forEachChild(node, visit)
  }
  const file = program.getSourceFile(path)
  if (file) visit(file)
  return found
}

function isModuleName(typescript: TypeScript, { parent }: ts.Node): boolean {
  if (typescript.isCallExpression(parent)) return /^(?:require|import)$/.test(parent.expression.getText())
  return (
    typescript.isImportDeclaration(parent) ||
    typescript.isExportDeclaration(parent) ||
    typescript.isExternalModuleReference(parent)
  )
}

/** Names them, if there are any. */
export function unlistedText(modules: readonly string[]): string[] {
  const names = modules.map((file) => `  ${file}\n`)
  return names.length === 0
    ? []
    : [`These modules use the old library too, and no pattern holds them:\n${names.join('')}`]
}
