import { isBuiltin } from 'node:module'
import type ts from 'typescript'
import { majorOf } from '../read/installed.ts'
import type { Source } from '../read/source.ts'

/** Whether a module of the project that a file imports may make a client of axios, which has its adapter too. */
export function mayMakeClient(source: Source): boolean {
  const { ts, checker } = source
  const seen = new Set<ts.SourceFile>()
  const visit = (module: ts.SourceFile): boolean => {
    if (seen.has(module)) return false
    seen.add(module)
    return module.statements.filter(ts.isImportDeclaration).some(({ moduleSpecifier }) => {
      const found = checker.getSymbolAtLocation(moduleSpecifier)?.valueDeclaration
      if (!found || !ts.isSourceFile(found)) return isAlias(module.fileName, (moduleSpecifier as ts.StringLiteral).text)
      if (found.isDeclarationFile) return !found.fileName.includes('/node_modules/')
      return /\baxios\.create\(/.test(found.text) || visit(found)
    })
  }
  return visit(source.file)
}

/** Whether a name is that of a module of the project, as its runner knows it: it is no package that is installed. */
function isAlias(file: string, name: string): boolean {
  if (name.startsWith('.') || isBuiltin(name) || majorOf(file, 'axios') === undefined) return false
  return majorOf(file, name.split('/', name.startsWith('@') ? 2 : 1).join('/')) === undefined
}
