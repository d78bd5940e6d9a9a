import type ts from 'typescript'
import type { Converted, Library } from './convert-file.ts'
import { declaredIn } from './order/order.ts'
import { nodesIn } from './read/nodes.ts'
import type { ProjectFiles } from './read/project-files.ts'
import type { Kept, Note } from './read/rulings.ts'

/** What a round over all files has converted, and what modules keep that no pattern holds. */
export interface Round {
  readonly results: readonly Converted[]
  readonly outside: readonly Converted[]
  readonly files: ProjectFiles
  readonly isOneProcess: boolean
}

/** Gives the mocks of a module the options that another file starts its server with. Returns whether one more has them. */
export function sharePolicies({ results, files }: Round): boolean {
  let isMore = false
  for (const { rulings, result } of results) {
    for (const [module, options] of result.source.policies) {
      const setup = results.find((one) => one.path === files.pathOf(module) && one.result.converted > 0)
      if (!setup || rulings.isPolicyTold || (setup.rulings.policy ?? options) !== options) continue
      setup.rulings.policy = options
      rulings.isPolicyTold = true
      isMore = true
    }
  }
  return isMore
}

/** What a setup file demands of nock, it demands in all tests. Returns whether that is news. */
export function shareDemands({ results, files }: Round): boolean {
  const isDemanded = results.some(({ path, rulings }) => rulings.isDemanding && files.isSetup(path))
  const others = isDemanded ? results.filter(({ rulings }) => !rulings.isDemanded) : []
  for (const { rulings } of others) rulings.isDemanded = true
  return others.length > 0
}

/** Tells the files of msw which modules keep their handlers, so that mynah asks for these. Returns whether that is news. */
export function shareAsked({ results, outside, files }: Round): boolean {
  const isOfMsw = ({ result }: Converted) => result.libraries.includes('msw')
  const ofMsw = results.filter(isOfMsw)
  const kept = new Set([...outside.filter(isOfMsw), ...ofMsw.filter(isKept)].map(({ path }) => path))
  const done = new Set(ofMsw.map(({ path }) => path).filter((path) => !kept.has(path)))
  const open = new Set(ofMsw.flatMap(({ path, rulings }) => (rulings.whole === undefined ? path : [])))
  const known = ofMsw[0]?.rulings.asked
  // A file that refuses a list is not done, so that it would be asked to take it again.
  const paths = new Set([...[...done].flatMap((path) => [...files.reachedFrom(path)]), ...(known?.keys() ?? [])])
  const asked = new Map(
    [...paths].flatMap((path): [string, 'whole' | 'in part'][] => {
      const reached = [path, ...files.reachedFrom(path)]
      if (done.has(path) || !reached.some((one) => kept.has(one))) return []
      // A list that was refused once stays so while its file makes nothing of mynah for that reason alone.
      const isRefused = known?.get(path) === 'in part' && reached.some((one) => open.has(one))
      const isMixed = isRefused || reached.some((one) => done.has(one))
      return [[path, isMixed ? 'in part' : 'whole']]
    }),
  )
  const keyOf = (map: ReadonlyMap<string, string>) => JSON.stringify([...map].sort())
  const isNews = ofMsw.some(({ rulings }) => keyOf(rulings.asked) !== keyOf(asked))
  for (const { rulings } of ofMsw) rulings.asked = asked
  return isNews
}

export function isKept({ result }: Converted): boolean {
  return result.converted === 0 && result.left.length > 0 && !result.isBeside
}

/** Tells each file what the others of its process keep of the old library, and for which hosts they have stubs of mynah. Returns whether that is news. */
export function shareKept({ results, outside, files, isOneProcess }: Round): boolean {
  const news = results.map((one) => {
    const areTogether = (file: string) => isOneProcess || files.runTogether(one.file, file)
    const others = results.filter((other) => other !== one && areTogether(other.file))
    // Nobody calls the functions of a file that nobody imports, even if it may be a setup file.
    const keptOf = ({ path, result }: Converted) =>
      result.source.kept.filter(
        ({ tests }) => tests !== 'of callers' || !files.isSetup(path) || files.importersOf(path).length > 0,
      )
    const ofModules = outside
      .filter(({ file }) => areTogether(file))
      .flatMap((other) => keptOf(other).map((kept) => ({ ...kept, routes: undefined, opening: undefined })))
    const beneath = [...others.flatMap(keptOf), ...ofModules]
    const beside = [...new Set(others.flatMap(({ result }) => [...result.source.hosts]))]
    const { rulings } = one
    const isJoined = others.some(({ result }) => result.converted > 0)
    const isNews = isJoined !== rulings.isJoined || keyOf(beneath, beside) !== keyOf(rulings.beneath, rulings.beside)
    rulings.isJoined = isJoined
    rulings.beneath = beneath.map((kept) => {
      const isFar = !files.runTogether(one.file, kept.node.getSourceFile().fileName)
      return { ...kept, place: files.placeOf(kept.node), isFar }
    })
    rulings.beside = beside
    return isNews
  })
  return news.includes(true)
}

function keyOf(kept: readonly Kept[], hosts: readonly (string | undefined)[]): string {
  const placeOf = (node: ts.Node) => `${node.getSourceFile().fileName}:${node.pos}:${node.end}`
  return JSON.stringify([kept.map(({ node }) => placeOf(node)).sort(), hosts.map(String).sort()])
}

/** A file that stays, or the construct of it that begins at a place, why, and the file because of which it does. */
export type Staying = readonly [
  one: Converted,
  reason: string,
  construct?: number | undefined,
  keeper?: Converted | undefined,
]

/** A server, and what it is given, are of one library; mynah asks for the handlers that it imports of modules which stay. */
export function leftWithServer({ results, outside, files }: Round): Staying[] {
  const ofMsw = results.filter(({ result }) => result.libraries.includes('msw'))
  const stayingWith = (keepers: readonly Converted[]) =>
    ofMsw.flatMap((one): Staying[] => {
      const { file } = one
      if (isKept(one)) return []
      const isAbove = (other: Converted) =>
        files.isImporting(other.file, file) || (files.isImporting(file, other.file) && !isAsked(one, other, files))
      const outsider = outside.find((other) => other.result.libraries.includes('msw') && isAbove(other))
      if (outsider) return [[one, `this stays with msw as ${outsider.file} does, which no pattern holds: name it too`]]
      const keeper = keepers.find(isAbove)
      const reason = `this stays with msw as ${keeper?.file} does: setupMocks refuses its handlers`
      return keeper ? [[one, reason, undefined, keeper]] : []
    })
  const kept = ofMsw.filter(isKept)
  // What stays for a list that is half converted may ask for its handlers once the others of the list stay too.
  const bySure = stayingWith(kept.filter(({ rulings }) => rulings.whole !== undefined))
  return bySure.length > 0 ? bySure : stayingWith(kept)
}

/** Whether mynah can ask for the handlers of a module that stays: it makes no server of the file, and only msw's server lets requests pass. */
function isAsked({ result }: Converted, { path }: Converted, files: ProjectFiles): boolean {
  const tree = files.program.getSourceFile(path)
  const isPassing = (node: ts.Node) => files.ts.isIdentifier(node) && /^(?:passthrough|bypass)$/.test(node.text)
  return tree !== undefined && !result.source.servers.includes(path) && nodesIn(files.ts, tree, isPassing).length === 0
}

/** The global fetch-mock is one for all files of a test: its setup file, the modules with its routes, and the tests that import these. */
export function leftWithFetchMock({ results, outside, files }: Round): Staying[] {
  const ofMock = results.filter(({ result }) => result.libraries.includes('fetch-mock'))
  const keeping = ofMock.filter((one) => isKept(one) || one.rulings.tests.size > 0)
  return ofMock.flatMap((one): Staying[] => {
    if (isKept(one)) return []
    const areOne = ({ file, path }: Converted) =>
      files.areBeside(one.file, file) || files.isSetup(path) || files.isSetup(one.path)
    // happy-dom has a fetch of its own, to which fetch-mock would hand the calls on, and which gets no bodies of mynah.
    const isOwn = /-environment happy-dom\b/.test(one.result.source.file.text)
    const isKeeping = (other: Converted) => keeping.includes(other) || (isOwn && other.rulings.whole !== undefined)
    const keeper = ofMock.find((other) => other !== one && isKeeping(other) && areOne(other))
    const isOutside = (other: Converted) =>
      other.result.libraries.includes('fetch-mock') && isKept(other) && files.areBeside(one.file, other.file)
    const name = (keeper ?? outside.find(isOutside))?.file
    if (name !== undefined)
      return [[one, `this stays while ${name} mocks fetch in the old way: convert that first`, undefined, keeper]]
    const isAnswering = (other: Converted) =>
      other !== one && areOne(other) && declaredIn(other.result.source).length > 0
    const answering = one.result.source.reads.length > 0 && ofMock.find(isAnswering)
    // The calls that a file's own routes take are in its mocks: notesAcross() tells of the others.
    if (!answering || declaredIn(one.result.source).length > 0) return []
    answering.rulings.isAsked = true
    const reason = `export the mocks of ${answering.file}, and read its calls from them: these mocks have none of them`
    return one.result.source.reads.map((start) => [one, reason, start])
  })
}

/** nock and fetch-mock have one list of answers for all files, and here each file has mocks of its own. Returns what to say of a file's questions. */
export function notesAcross(one: Converted, { results, files }: Round): Note[] {
  const { asking, reads, file } = one.result.source
  const note = (library: Library, lines: readonly number[], text: string): Note[] => {
    const isOther = (two: Converted) =>
      two !== one && two.result.libraries.includes(library) && declaredIn(two.result.source).length > 0
    const other = results.find((two) => isOther(two) && files.runTogether(one.file, two.file))
    return other ? lines.map((line) => ({ line, reason: `${other.file} ${text}` })) : []
  }
  const [read] = reads.map((start) => file.getLineAndCharacterOfPosition(start).line + 1)
  return [
    ...note('nock', asking, 'declares stubs on mocks of its own: export them, and write this for both'),
    ...note(
      'fetch-mock',
      read ? [read] : [],
      'has stubs too, whose calls are in its mocks: export them, and ask these too',
    ),
  ]
}
