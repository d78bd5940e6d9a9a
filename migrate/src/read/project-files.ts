import { relative, resolve } from 'node:path'
import type ts from 'typescript'
import { nodesIn } from './nodes.ts'
import type { TypeScript } from './source.ts'
import { hasTests, runnerModule } from './tests.ts'

/** The files of a project before they are rewritten, and how they import each other. */
export class ProjectFiles {
  readonly ts: TypeScript
  readonly program: ts.Program
  readonly folder: string
  readonly #imports = new Map<string, readonly string[]>()
  readonly #reached = new Map<string, ReadonlySet<string>>()
  #runners: ReadonlyMap<string, string> | undefined

  constructor(ts: TypeScript, program: ts.Program, folder: string) {
    this.ts = ts
    this.program = program
    this.folder = folder
  }

  pathOf(file: string): string {
    return resolve(this.folder, file)
  }

  isImporting(file: string, other: string): boolean {
    return this.reachedFrom(this.pathOf(file)).has(this.pathOf(other))
  }

  areBeside(file: string, other: string): boolean {
    return this.isImporting(file, other) || this.isImporting(other, file)
  }

  /** Whether a test has both of two files: it imports them, or is one of them, or a setup file runs for all tests. */
  runTogether(file: string, other: string): boolean {
    const [path, path2] = [this.pathOf(file), this.pathOf(other)]
    if (this.isSetup(path) || this.isSetup(path2) || this.areBeside(file, other)) return true
    return this.own.some(({ fileName }) => {
      const reached = this.reachedFrom(fileName)
      return reached.has(path) && reached.has(path2)
    })
  }

  get own(): ts.SourceFile[] {
    return this.program
      .getSourceFiles()
      .filter(({ fileName, isDeclarationFile }) => !isDeclarationFile && !fileName.includes('/node_modules/'))
  }

  reachedFrom(path: string): ReadonlySet<string> {
    return remember(this.#reached, path, () => {
      const found = new Set<string>()
      const next = [path]
      for (let one = next.pop(); one !== undefined; one = next.pop()) {
        const others = remember(this.#imports, one, () => importedFiles(this.ts, this.program, one))
        for (const other of others) {
          if (found.has(other) || other.includes('/node_modules/')) continue
          found.add(other)
          next.push(other)
        }
      }
      return found
    })
  }

  /** Whether neither a file nor what imports it has tests: it may be a setup file or a part of one, whose hooks run in all test files. */
  isSetup(path: string): boolean {
    return [this.program.getSourceFile(path), ...this.importersOf(path)].every((one) => one && !hasTests(this.ts, one))
  }

  importersOf(path: string): ts.SourceFile[] {
    return this.own.filter(({ fileName }) => this.reachedFrom(fileName).has(path))
  }

  /** The module from which the tests that import a file have their hooks: a module of mocks has to import its own from there. */
  runnerOf(path: string): string | undefined {
    this.#runners ??= new Map(
      this.own.flatMap((file) => {
        const { importedFiles: modules } = this.ts.preProcessFile(file.text, true, true)
        const names = modules.map((one) => one.fileName)
        const runner = runnerModule(this.ts, file, names)
        return runner === undefined ? [] : [...this.reachedFrom(file.fileName)].map((one) => [one, runner] as const)
      }),
    )
    return this.#runners.get(path)
  }

  placeOf(node: ts.Node): string {
    const file = node.getSourceFile()
    const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1
    return `${relative(this.folder, resolve(file.fileName))}:${line}`
  }
}

export function importedFiles(ts: TypeScript, program: ts.Program, path: string): string[] {
  const checker = program.getTypeChecker()
  const file = program.getSourceFile(path)
  const texts = file ? nodesIn(ts, file, ts.isStringLiteralLike) : []
  return texts.flatMap((node) => {
    const { parent } = node
    const isModuleName = ts.isCallExpression(parent)
      ? /^(?:require|import)$/.test(parent.expression.getText())
      : ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent) || ts.isExternalModuleReference(parent)
    const [declaration] = (isModuleName && checker.getSymbolAtLocation(node)?.declarations) || []
    return declaration ? [resolve(declaration.getSourceFile().fileName)] : []
  })
}

function remember<K, V>(known: Map<K, V>, key: K, make: () => V): V {
  const found = known.get(key) ?? make()
  known.set(key, found)
  return found
}
