import { resolve } from 'node:path'
import type ts from 'typescript'
import type { Source, TypeScript } from './read/source.ts'

/** The statement by which a file imports values of another one. */
export function importOf(
  typescript: TypeScript,
  checker: ts.TypeChecker,
  file: ts.SourceFile,
  path: string,
): ts.ImportDeclaration | undefined {
  return file.statements.filter(typescript.isImportDeclaration).find(({ importClause, moduleSpecifier }) => {
    const [declaration] = checker.getSymbolAtLocation(moduleSpecifier)?.declarations ?? []
    const isThat = declaration && resolve(declaration.getSourceFile().fileName) === path
    return isThat && importClause && !importClause.isTypeOnly
  })
}

/** Imports the mocks of another file beside what is imported of it. */
export function importMocks(source: Source, path: string): void {
  const { ts, file } = source
  const statement = importOf(ts, source.checker, file, path)
  const names = statement?.importClause?.namedBindings
  const name = source.localName('mocks')
  const code = name === 'mocks' ? name : `mocks as ${name}`
  if (!names || !ts.isNamedImports(names)) {
    const module = statement?.moduleSpecifier.getText(file)
    source.edits.insert(statement?.end ?? 0, `\nimport { ${code} } from ${module}${source.style.semicolon}`)
    return
  }
  const [last, before] = [...names.elements].reverse()
  const gap = last && before ? file.text.slice(before.end, last.getStart(file)) : ', '
  source.edits.insert(last?.end ?? names.getStart(file) + 1, last ? gap + code : ` ${code} `)
}
