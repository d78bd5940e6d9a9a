import type ts from 'typescript'
import { FETCH_MOCK } from './fetch-mock/convert-fetch-mock.ts'
import { MSW } from './msw/convert-msw.ts'
import { NOCK } from './nock/convert-nock.ts'
import type { Conversion, Reader } from './read/conversion.ts'
import type { Binding } from './read/imports.ts'
import { hookName } from './read/nodes.ts'
import { importCode, importHooks, insertSetup, isCommonJs, runnerOf } from './read/setup.ts'
import { type Left, type Note, Source, type TypeScript } from './read/source.ts'
import { sweepHooks } from './read/sweep.ts'

export const LIBRARIES = ['nock', 'msw', 'fetch-mock'] as const
export type Library = (typeof LIBRARIES)[number]

const READERS: Readonly<Record<Library, Reader>> = { nock: NOCK, msw: MSW, 'fetch-mock': FETCH_MOCK }

/** Whether a module belongs to one of the libraries. */
export function isOldModule(module: string): boolean {
  return LIBRARIES.some((library) => READERS[library].modules.test(module))
}

/** What became of a file. */
export interface ConvertedFile {
  readonly libraries: readonly Library[]
  readonly text: string
  readonly converted: number
  readonly left: readonly Left[]
  readonly notes: readonly Note[]
}

/** Rewrites one file from the libraries that it imports. `undefined` if it imports none of them. */
export function convertFile(
  typescript: TypeScript,
  file: ts.SourceFile,
  checker: ts.TypeChecker,
  dependencies: ReadonlySet<string>,
  from: Library | undefined,
): ConvertedFile | undefined {
  const source = new Source(typescript, file, checker)
  const libraries = LIBRARIES.filter((library) => {
    if (from !== undefined && from !== library) return false
    const conversion = READERS[library].convert(source)
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
  const [first, ...others] = statements
  if (!first) return
  if (!isKept) source.converted += statements.length
  const code = source.imported.size > 0 ? importCode(source, usesRequire(source, first)) : undefined
  if (isKept) {
    if (code) source.edits.insert(first.getStart(source.file), `${code}\n`)
    return
  }
  if (code) source.replace(first, code)
  else source.remove(first)
  for (const statement of others) source.remove(statement)
}

function usesRequire(source: Source, statement: ts.Node): boolean {
  return isCommonJs(source, statement)
}
