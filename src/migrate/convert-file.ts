import type ts from 'typescript'
import { convertFetchMock } from './fetch-mock/convert-fetch-mock.ts'
import { convertMsw, usesMsw } from './msw/convert-msw.ts'
import { convertNock } from './nock/convert-nock.ts'
import type { Conversion } from './read/conversion.ts'
import { type Binding, bindingsOf } from './read/imports.ts'
import { hookName } from './read/nodes.ts'
import { importCode, insertSetup, isCommonJs, runnerOf } from './read/setup.ts'
import { type Left, type Note, Source, type TypeScript } from './read/source.ts'
import { sweepHooks } from './read/sweep.ts'

export const LIBRARIES = ['nock', 'msw', 'fetch-mock'] as const
export type Library = (typeof LIBRARIES)[number]

interface Reader {
  readonly isUsed: (source: Source) => boolean
  readonly convert: (source: Source) => Conversion
}

const READERS: Readonly<Record<Library, Reader>> = {
  nock: { isUsed: (source) => bindingsOf(source, /^nock$/).length > 0, convert: convertNock },
  msw: { isUsed: usesMsw, convert: convertMsw },
  'fetch-mock': { isUsed: (source) => bindingsOf(source, /^fetch-mock$/).length > 0, convert: convertFetchMock },
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
    return (from === undefined || from === library) && READERS[library].isUsed(source)
  })
  if (libraries.length === 0) return undefined
  for (const library of libraries) finish(source, READERS[library].convert(source), dependencies)
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
