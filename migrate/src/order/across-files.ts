import type ts from 'typescript'
import type { Declared } from '../read/declared.ts'
import type { ProjectFiles } from '../read/project-files.ts'
import type { Rulings } from '../read/rulings.ts'
import type { Source } from '../read/source.ts'
import { hasTests, runsTests } from '../read/tests.ts'
import { LOOP, mayAnswerOneRequest, NEWEST, rulingOn } from './order.ts'
import { functionNameAround, type Placed, placedAt, placementsOf } from './placements.ts'
import { aliasesOf, DEFAULT, usesOfDefault, usesOfFunction } from './uses.ts'
import { isReversedByLoop } from './varying.ts'

/** A file that was rewritten, and what its converted constructs declare. */
export interface Declaring {
  readonly path: string
  readonly declared: readonly Declared[]
  readonly rulings: Rulings
}

/** A function that declares a stub for the files that call it. */
interface Helper {
  readonly name: string
  /** The file of the function. */
  readonly path: string
  readonly declared: Declared
  readonly module: Declaring
  /** The calls in other modules by which it declares the stub, and the declaration. */
  readonly trail: readonly ts.Node[]
}

/** A stub where it runs in a file; a module declares it for that file. */
interface Remote extends Placed {
  readonly module: Declaring
}

type Found = Map<ts.SourceFile, Remote[]>

const DEPTH = 3
const UNNAMED =
  'declare this answer in a function with a name, const answer = () => { … }: its calls may want their answers in order'

/**
 * Has constructs stay whose answers would come in another order in the files that call the functions around them. Returns whether
 * one more does.
 */
export function refuseReversedAcross(files: ProjectFiles, declaring: readonly Declaring[]): boolean {
  const ruled = () => declaring.reduce((sum, { rulings }) => sum + rulings.size, 0)
  const before = ruled()
  const found: Found = new Map()
  for (const module of declaring)
    for (const declared of module.declared)
      for (const one of namesOf(files, module, declared)) follow(files, one, found)
  serveTests(files, declaring, found)
  for (const [file, remote] of found) {
    const source = files.sourceOf(file)
    const own = declaring.find(({ path }) => path === file.fileName)
    for (const one of remote) {
      if (isReversedByLoop(source, one)) leave(files, one, one, LOOP, one)
      for (const other of remote) compareRemote(files, source, one, other)
      if (own) for (const other of placedIn(source, own)) compareOwn(files, source, one, other, own)
    }
  }
  return ruled() > before
}

function placedIn(source: Source, { declared }: Declaring): Placed[] {
  return declared.flatMap((one) => placedAt(one, placementsOf(source, one.chain)))
}

/** Places what the hooks of setup files declare in the files of the tests. */
function serveTests(files: ProjectFiles, declaring: readonly Declaring[], found: Found): void {
  const trees = new Set([...declaring.flatMap(({ path }) => files.program.getSourceFile(path) ?? []), ...found.keys()])
  const setups = [...trees].filter(({ fileName }) => files.isSetup(fileName))
  const hooks = setups.flatMap((tree) => {
    const module = declaring.find(({ path }) => path === tree.fileName)
    const own = module ? placedIn(files.sourceOf(tree), module).map((one) => ({ ...one, module })) : []
    return [...own, ...(found.get(tree) ?? [])].map((one) => ({ ...one, placement: { ...one.placement, scope: tree } }))
  })
  const served = hooks.filter(({ placement }) => placement.kind === 'hook')
  for (const file of trees) {
    if (!hasTests(file)) continue
    const here = served.map((one) => ({ ...one, placement: { ...one.placement, suite: file } }))
    found.set(file, [...(found.get(file) ?? []), ...here])
  }
}

/** The names by which other files call the function around a stub. */
function namesOf({ ts }: ProjectFiles, module: Declaring, declared: Declared): Helper[] {
  const { chain, construct } = declared
  const file = chain.getSourceFile()
  const name = functionNameAround(ts, chain)
  if (name === undefined) return []
  if (name === null && !runsTests(file.text)) module.rulings.rule(construct.getStart(), { reason: UNNAMED })
  const names = name === null ? [] : name === DEFAULT ? [DEFAULT] : aliasesOf(ts, file, name)
  return names.map((one) => ({ name: one, path: module.path, declared, module, trail: [chain] }))
}

/** Finds the places at which other files call a function, and those that call the functions around them. */
function follow(files: ProjectFiles, helper: Helper, found: Found): void {
  const { ts, program } = files
  const { name, path, declared, module } = helper
  const checker = program.getTypeChecker()
  for (const file of files.own) {
    const { fileName, text } = file
    const isOwn = fileName === path
    const isNamed = name === DEFAULT || text.includes(name)
    if (!isNamed || !(isOwn || files.reachedFrom(fileName).has(path))) continue
    const names =
      name === DEFAULT ? usesOfDefault(ts, checker, file, path).names : isOwn ? [name] : aliasesOf(ts, file, name)
    for (const use of names.flatMap((one) => usesOfFunction(ts, file, one))) {
      if (fileName !== module.path) {
        const placed = placedAt(declared, placementsOf(files.sourceOf(file), use, { trail: helper.trail, loops: [] }))
        found.set(file, [...(found.get(file) ?? []), ...placed.map((one) => ({ ...one, module }))])
      }
      const around = functionNameAround(ts, use)
      const trail = [use, ...helper.trail]
      if (around && trail.length <= DEPTH) follow(files, { ...helper, name: around, path: fileName, trail }, found)
    }
  }
}

function compareRemote(files: ProjectFiles, source: Source, first: Remote, second: Remote): void {
  if (first.module !== second.module) {
    if (mayAnswerOneRequest(source, first, second)) leave(files, first, second, NEWEST, second)
    return
  }
  const ruling = rulingOn(source, first, second)
  if (typeof ruling === 'object') leave(files, first, second, ruling.reason, second)
  else if (ruling)
    for (const { module, declared } of [first, second]) module.rulings.rule(declared.construct.getStart(), ruling)
}

/** Of two mocks, mynah asks first those that were started last: the file's own, which starts them after the modules that it imports. */
function compareOwn(files: ProjectFiles, source: Source, remote: Remote, one: Placed, own: Declaring): void {
  const local = { ...one, module: own }
  const isShared = own.rulings.mocksOf === remote.module.path
  const rulings = isShared
    ? [rulingOn(source, remote, one), rulingOn(source, one, remote)].filter((ruling) => ruling !== undefined)
    : mayAnswerOneRequest(source, remote, one)
      ? [{ reason: NEWEST }]
      : []
  for (const ruling of rulings) {
    if (typeof ruling === 'object') leave(files, remote, local, NEWEST, remote)
    else for (const each of [remote, local]) each.module.rulings.rule(each.declared.construct.getStart(), ruling)
  }
}

/** Leaves the constructs of two answers, the second because of the first, and tells where one of them is called. */
function leave(files: ProjectFiles, first: Remote, { module, declared }: Remote, reason: string, called: Remote): void {
  const call = called.placement.trail.at(-2) ?? called.declared.chain
  const whole = { reason: `${reason}: ${files.placeOf(call)}` }
  const keeper = first.declared.construct
  first.module.rulings.rule(keeper.getStart(), whole)
  if (first.declared !== declared) module.rulings.rule(declared.construct.getStart(), { ...whole, keeper })
}
