import type ts from 'typescript'
import type { Converted } from './convert-file.ts'
import type { ProjectFiles } from './read/project-files.ts'
import type { Kept } from './read/rulings.ts'
import { isRunByMocha } from './read/tests.ts'

/** Gives the mocks of a module the options that another file starts its server with. Returns whether one more has them. */
export function sharePolicies(results: readonly Converted[], files: ProjectFiles): boolean {
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
export function shareDemands(results: readonly Converted[], files: ProjectFiles): boolean {
  const isDemanded = results.some(({ path, rulings }) => rulings.isDemanding && files.isSetup(path))
  const others = isDemanded ? results.filter(({ rulings }) => !rulings.isDemanded) : []
  for (const { rulings } of others) rulings.isDemanded = true
  return others.length > 0
}

/** Tells the files of msw which modules keep their handlers, so that mynah asks for these. Returns whether that is news. */
export function shareAsked(results: readonly Converted[], outside: readonly Converted[], files: ProjectFiles): boolean {
  const isOfMsw = ({ result }: Converted) => result.libraries.includes('msw')
  const ofMsw = results.filter(isOfMsw)
  const kept = new Set([...outside.filter(isOfMsw), ...ofMsw.filter(isKept)].map(({ path }) => path))
  const done = new Set(ofMsw.map(({ path }) => path).filter((path) => !kept.has(path)))
  const paths = new Set([...done].flatMap((path) => [...files.reachedFrom(path)]))
  const open = new Set(ofMsw.flatMap(({ path, rulings }) => (rulings.whole === undefined ? path : [])))
  const known = ofMsw[0]?.rulings.asked
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

/** Whether a file stays whole, and does not work beside mynah. */
export function isKept({ result }: Converted): boolean {
  return result.converted === 0 && result.left.length > 0 && !result.isBeside
}

/**
 * Tells each file what the others of its process keep of the old library, and for which hosts they have stubs of mynah. Returns whether
 * that is news. `outside` is what modules keep that no pattern holds.
 */
export function shareKept(
  results: readonly Converted[],
  outside: readonly Converted[],
  files: ProjectFiles,
  dependencies: ReadonlySet<string>,
): boolean {
  const isOneProcess = isRunByMocha(dependencies)
  const news = results.map((one) => {
    const areTogether = (file: string) => isOneProcess || files.runTogether(one.file, file)
    const others = results.filter((other) => other !== one && areTogether(other.file))
    const ofModules = outside
      .filter(({ file }) => areTogether(file))
      .flatMap(({ result }) => result.source.kept.map((kept) => ({ ...kept, routes: undefined })))
    const beneath = [...others.flatMap(({ result }) => result.source.kept), ...ofModules]
    const beside = [...new Set(others.flatMap(({ result }) => [...result.source.hosts]))]
    const { rulings } = one
    const isNews = keyOf(beneath, beside) !== keyOf(rulings.beneath, rulings.beside)
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
