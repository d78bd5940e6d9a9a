import type ts from 'typescript'
import { mergeOptions } from './declare/allowed-hosts.ts'
import { noteDifferences } from './declare/differences.ts'
import { sweepHooks } from './declare/hooks.ts'
import { besideBy, openStarts, openTests, testsToKeep } from './declare/kept-tests.ts'
import { importHooks, insertBehind, insertSetup, runnerOf } from './declare/setup.ts'
import { FETCH_MOCK } from './fetch-mock/convert-fetch-mock.ts'
import { MSW } from './msw/convert-msw.ts'
import { refuseBases } from './nock/bases.ts'
import { NOCK } from './nock/convert-nock.ts'
import { openKept, passingItems } from './order/beneath.ts'
import { noteLoosened, noteRepeated, refuseReversed } from './order/order.ts'
import { type Conversion, importsOf, type Reader } from './read/imports.ts'
import { namesOfMynah } from './read/known-names.ts'
import { nodesIn } from './read/nodes.ts'
import { keeperAt, type Left, type Note, Rulings } from './read/rulings.ts'
import { Source, type TypeScript } from './read/source.ts'
import { majorOf } from './read/typescript.ts'
import { UNDICI } from './undici/convert-undici.ts'
import { writeImports } from './write-imports.ts'

export const LIBRARIES = ['nock', 'msw', 'fetch-mock', 'undici'] as const
export type Library = (typeof LIBRARIES)[number]

const READERS: Readonly<Record<Library, Reader>> = {
  nock: NOCK,
  msw: MSW,
  'fetch-mock': FETCH_MOCK,
  undici: UNDICI,
}

/** Whether a module belongs to one of the libraries. undici is a client too: what the file names tells. */
export function isOldModule(ts: TypeScript, module: string, file: ts.SourceFile): boolean {
  const found = LIBRARIES.find((library) => READERS[library].modules.test(module))
  const isAgent = (node: ts.Node) => ts.isIdentifier(node) && /^(?:Mock|Snapshot)Agent$/.test(node.text)
  return found !== undefined && (found !== 'undici' || nodesIn(ts, file, isAgent).length > 0)
}

export interface ConvertedFile {
  readonly libraries: readonly Library[]
  readonly text: string
  readonly converted: number
  /** Whether what stays works beside mynah, so that it keeps nothing of other files. */
  readonly isBeside: boolean
  readonly left: readonly Left[]
  readonly notes: readonly Note[]
  readonly source: Source
  readonly sourceOf: (position: number) => number
}

export interface Converted {
  readonly file: string
  readonly path: string
  readonly rulings: Rulings
  readonly result: ConvertedFile
}

/** Rewrites one file from the libraries that it imports. `undefined` if it imports none of them. */
export function convertFile(
  ts: TypeScript,
  file: ts.SourceFile,
  checker: ts.TypeChecker,
  dependencies: ReadonlySet<string>,
  from: Library | undefined,
  rulings = new Rulings(),
): ConvertedFile | undefined {
  const { whole } = rulings
  if (whole !== undefined) rulings.tests.clear()
  const kept = new Map(whole === undefined ? [] : LIBRARIES.map((library) => [library, whole]))
  for (;;) {
    const before = rulings.size + kept.size
    const source = new Source(ts, file, checker, rulings)
    const found = LIBRARIES.flatMap((library) => {
      if (from !== undefined && from !== library) return []
      const reason = kept.get(library)
      const conversion =
        reason === undefined ? READERS[library].convert(source) : keepWhole(source, READERS[library], reason)
      return conversion ? [{ library, conversion }] : []
    })
    if (found.length === 0) return undefined
    refuseReversed(source)
    refuseBases(source)
    for (const { library, conversion } of found) {
      if (!conversion.stays || kept.has(library)) continue
      const tests = found.length === 1 ? testsToKeep(source, library) : undefined
      if (!tests) rulings.tests.clear()
      for (const [test, keeper] of tests ?? []) rulings.tests.set(test, keeper)
      if (!tests) kept.set(library, conversion.stays)
    }
    // Each library rejects the requests that the other answers.
    if (kept.size > 0 && whole === undefined)
      for (const { library } of found) if (!kept.has(library)) kept.set(library, BESIDE)
    if (rulings.size + kept.size > before) continue
    const conversions = found.map(({ conversion }) => conversion)
    const options = mergeOptions(conversions.map((one) => one.options))
    const isOpened = openKept(source) || conversions.some((one) => one.isOpened)
    if (rulings.tests.size > 0) openTests(source)
    finish(source, conversions, options, dependencies)
    const jest = source.converted > 0 ? majorOf(file.fileName, 'jest') : undefined
    if (jest !== undefined && jest < 27)
      source.notes.push({ line: 1, reason: `Jest ${jest} cannot load mynah: update it` })
    noteLoosened(source)
    noteRepeated(source)
    if (source.converted > 0) noteDifferences(source, options)
    const left = source.left.map(({ line, reason, keeper }) => ({ line, reason, ...(keeper && { keeper }) }))
    // Comments alone would make a change of a file that stays as it is.
    const isChanged = source.converted > 0 || left.length === 0 || isOpened
    return {
      libraries: found.map(({ library }) => library),
      text: isChanged ? source.edits.toString() : file.text,
      converted: source.converted,
      isBeside: isOpened || conversions.every((one) => one.isHarmless),
      left,
      notes: source.notes,
      source,
      sourceOf: (position) => (isChanged ? source.edits.sourceOf(position) : position),
    }
  }
}

/** A file that has nothing to convert, and tests that get the answers of others. */
export function checkFile(ts: TypeScript, file: ts.SourceFile, checker: ts.TypeChecker): ConvertedFile {
  const source = new Source(ts, file, checker, new Rulings())
  noteDifferences(source)
  const { notes } = source
  const none = { libraries: [], converted: 0, isBeside: true, left: [] }
  return { ...none, text: file.text, notes, source, sourceOf: (position) => position }
}

const BESIDE = 'this stays while the other library of the file does'

/** Leaves all that a file has of a library: what could be converted too, since it works beside the rest alone. */
function keepWhole(source: Source, reader: Reader, reason: string): Conversion | undefined {
  const { rulings } = source
  const { beneath } = rulings
  const tried = new Source(source.ts, source.file, source.checker, rulings)
  // What other files keep would hide why this one stays.
  rulings.beneath = []
  const conversion = reader.convert(tried)
  rulings.beneath = beneath
  if (!conversion) return undefined
  for (const { node, reason: own } of tried.left) source.leave(node, own)
  source.kept.push(...tried.answers)
  const [first] = importsOf(source)
  const told = tried.left.find((one) => one.reason === reason)?.node
  const place = told ?? conversion.bindings[0]?.statement ?? first ?? source.file
  const own = tried.left.find((one) => one.node !== place)?.node
  const keeper = source.rulings.keeper ?? (own && keeperAt(own))
  if (tried.converted > 0) source.leave(place, reason, tried.converted, keeper)
  const beside = besideBy(tried)
  const isOpened = beside === 'spy' && rulings.isJoined
  if (isOpened) openStarts(source)
  return { bindings: [], needsSetup: false, options: '', isHarmless: beside !== undefined, isOpened }
}

function finish(
  source: Source,
  conversions: readonly Conversion[],
  options: string,
  dependencies: ReadonlySet<string>,
): void {
  sweepHooks(source)
  const isKnown = source.localName('mocks') === namesOfMynah(source.ts, source.file).get('mocks')
  const needsMocks = conversions.some(({ needsSetup }) => needsSetup) && !isKnown
  const items = needsMocks ? passingItems(source) : []
  const passing = items.length === 0 ? [] : [`{ passthrough: [${items.join(', ')}] }`]
  if (needsMocks) insertSetup(source, runnerOf(source, dependencies), options, passing)
  insertBehind(source)
  importHooks(source)
  const bindings = conversions.flatMap((one) => one.bindings)
  writeImports(source, bindings)
  source.edits.closeGaps()
  source.dropComments(source.left.length > 0 ? [] : bindings.map(({ statement }) => statement))
}
