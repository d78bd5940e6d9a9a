import type ts from 'typescript'
import type { Conversion, Reader } from './declare/conversion.ts'
import { importCode, importHooks, insertSetup, isCommonJs, runnerOf } from './declare/setup.ts'
import { FETCH_MOCK } from './fetch-mock/convert-fetch-mock.ts'
import { MSW } from './msw/convert-msw.ts'
import { NOCK } from './nock/convert-nock.ts'
import { type Binding, bindingsOf, importsOf } from './read/imports.ts'
import { hookName } from './read/nodes.ts'
import { type Left, type Note, Source, type TypeScript } from './read/source.ts'
import { sweepHooks } from './read/sweep.ts'
import { UNDICI } from './undici/convert-undici.ts'

export const LIBRARIES = ['nock', 'msw', 'fetch-mock', 'undici'] as const
export type Library = (typeof LIBRARIES)[number]

const READERS: Readonly<Record<Library, Reader>> = {
  nock: NOCK,
  msw: MSW,
  'fetch-mock': FETCH_MOCK,
  undici: UNDICI,
}

/** Whether a module belongs to one of the libraries. undici is a client too: the text of the file tells. */
export function isOldModule(module: string, text: string): boolean {
  const found = LIBRARIES.find((library) => READERS[library].modules.test(module))
  return found !== undefined && (found !== 'undici' || text.includes('MockAgent'))
}

/** Prints what the tests may show when they run, and no reading of them finds. */
export function runAdvice(libraries: ReadonlySet<Library>): string[] {
  const lines = LIBRARIES.filter((library) => libraries.has(library)).flatMap((library) =>
    (READERS[library].shownByRun ?? []).map(({ shown, edit }) => `  ${shown}\n    ${edit}\n`),
  )
  return lines.length === 0 ? [] : [`When a test fails, look for\n${lines.join('')}`]
}

/** What became of a file. */
export interface ConvertedFile {
  readonly libraries: readonly Library[]
  readonly text: string
  readonly converted: number
  readonly left: readonly Left[]
  readonly notes: readonly Note[]
}

/** Rewrites one file from the libraries that it imports. `undefined` if it imports none of them. `partly`: see `Reader`. */
export function convertFile(
  typescript: TypeScript,
  file: ts.SourceFile,
  checker: ts.TypeChecker,
  dependencies: ReadonlySet<string>,
  from: Library | undefined,
  partly: ReadonlySet<string> = new Set(),
): ConvertedFile | undefined {
  const source = new Source(typescript, file, checker)
  const libraries = LIBRARIES.filter((library) => {
    if (from !== undefined && from !== library) return false
    const conversion = READERS[library].convert(source, partly)
    if (conversion) finish(source, conversion, dependencies)
    return conversion !== undefined
  })
  if (libraries.length === 0) return undefined
  const { converted, left, notes } = source
  return { libraries, text: source.edits.toString(), converted, left, notes }
}

/** Imports mynah, starts its mocks, and drops the old library if nothing is left of it. */
function finish(
  source: Source,
  { bindings, needsSetup, options }: Conversion,
  dependencies: ReadonlySet<string>,
): void {
  sweepHooks(source, (call) => hookName(source, call) !== undefined)
  const runner = runnerOf(source, dependencies)
  if (needsSetup) insertSetup(source, runner, options)
  importHooks(source)
  replaceImport(source, bindings)
}

function replaceImport(source: Source, bindings: readonly Binding[]): void {
  const isKept = source.left.length > 0
  const statements = [...new Set(bindings.map(({ statement }) => statement))]
  const first = statements[0] ?? importsOf(source)[0]
  const code = source.imported.size > 0 && first ? importCode(source, isCommonJs(source, first)) : undefined
  if (!isKept) source.converted += statements.length
  if (first && code && (isKept || !isWhole(source, first, bindings))) {
    source.edits.insert(first.getStart(source.file), `${code}\n`)
  }
  if (isKept) return
  for (const statement of statements) {
    if (!isWhole(source, statement, bindings))
      dropNames(
        source,
        bindings.filter((one) => one.statement === statement),
      )
    else if (statement === first && code) source.replace(statement, code)
    else source.remove(statement)
  }
}

/** Whether the bindings are all that a statement imports. */
function isWhole(source: Source, statement: ts.Node, bindings: readonly Binding[]): boolean {
  const all = bindingsOf(source, /^/).filter((one) => one.statement === statement)
  return all.every(({ name }) => bindings.some((one) => one.name === name))
}

/** Removes names from the list of an import. */
function dropNames(source: Source, bindings: readonly Binding[]): void {
  const list = bindings[0]?.name.parent.parent
  if (!list || !(source.ts.isNamedImports(list) || source.ts.isObjectBindingPattern(list))) return
  const kept = [...list.elements].filter((one) => !bindings.some(({ name }) => name === one.name))
  source.replace(list, `{ ${kept.map((one) => source.code(one)).join(', ')} }`)
}
