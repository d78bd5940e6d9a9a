import { expressionOf } from '../layout/model.ts'
import { type Declared, type Interceptor, replaces } from '../read/declared.ts'
import { namesDeclared } from '../read/known-names.ts'
import { functionAround, namesIn } from '../read/nodes.ts'
import type { Ruling } from '../read/rulings.ts'
import type { Source } from '../read/source.ts'
import { hasQueries, isAskedFirst, mayOverlap } from './overlap.ts'
import { endsBetween, type Placement, placementsOf, runsBefore } from './placements.ts'
import { areKnown, haveOneUrl, mayBeOneUrl, patternOf, type Route } from './urls.ts'

const NEWEST =
  'the older of two answers comes first there, and the newest here: declare both in one mocks.use(first, second)'
const SPECIFIC =
  'the older of two answers comes first there, and the more specific one here: give the older one the conditions that the newer one has'

const REPLACED = 'a newer route takes the place of this one: leave it out'

/** Refuses the constructs whose answers would come in another order than in the old library. */
export function refuseReversed(source: Source): void {
  const all = declaredIn(source)
  const resets = source.resets.flatMap((node) => placementsOf(source, node))
  const placed = all.flatMap((declared) =>
    placementsOf(source, declared.chain).flatMap((placement) =>
      declared.interceptors.map((interceptor, index) => ({ declared, interceptor, placement, index })),
    ),
  )
  for (const first of placed) {
    for (const second of placed) {
      const isGone = resets.some((one) => endsBetween(source, one, first.placement, second.placement))
      const ruling = isGone ? undefined : rulingOn(source, first, second)
      if (!ruling) continue
      for (const { declared } of [first, second]) source.rulings.rule(declared.construct.getStart(source.file), ruling)
    }
  }
}

export function declaredIn(source: Source): Declared[] {
  return source.declared.filter(({ construct }) => !source.isLeft(construct))
}

/** Rules on two stubs of one file's mocks, if the first may run before the second and their answers would come in the reverse order. */
function rulingOn(source: Source, first: Placed, second: Placed): Ruling | undefined {
  if (first === second || first.declared.mocks !== second.declared.mocks) return undefined
  const isOneCall = isOneLayer(first, second)
  if (!mayAnswerOneRequest(source, first, second)) return undefined
  if (replaces(second.interceptor, first.interceptor)) return isOneCall ? { reason: REPLACED } : undefined
  if (differByQueries(first, second)) return 'exact'
  // Expectations come first, then the newest override.
  if (isOneCall && first.declared.layer.isInOrder) return undefined
  const isRight =
    isOneCall || (first.declared.isExpected === second.declared.isExpected && first.declared.isExpected)
      ? isRightInLayer(source, first, second)
      : first.interceptor.stub.isFallback || (first.declared.isExpected && !second.declared.isExpected)
  if (isRight) return undefined
  if (!isOneCall && canBeExpected(source, first, second)) return 'expected'
  if (isOneCall) return { reason: SPECIFIC }
  if (areKnown(source, routeOf(first), routeOf(second))) return { reason: NEWEST }
  source.noteOnce(second.declared.chain, REPEATED)
  return undefined
}

export interface Asked {
  readonly interceptor: Interceptor
  readonly declared: Pick<Declared, 'chain'>
}

interface Placed extends Asked {
  readonly declared: Declared
  readonly placement: Placement
  readonly index: number
}

function routeOf({ declared: { chain }, interceptor: { stub } }: Asked): Route {
  return { stub, chain }
}

/** Whether one request may be for both, the first of which may run before the second. */
function mayAnswerOneRequest(source: Source, first: Placed, second: Placed): boolean {
  const isOne = isOneLayer(first, second)
  const isOfOne = first.declared === second.declared
  const isListedBefore = isOfOne ? first.index < second.index : first.declared.chain.pos < second.declared.chain.pos
  if (!(isOne ? isListedBefore : runsBefore(source, first.placement, second.placement))) return false
  const [older, newer] = [first.interceptor.stub, second.interceptor.stub]
  if (areSame(first, second) || !mayOverlap(source.ts, older, newer)) return false
  if (first.interceptor === second.interceptor) return false
  // What a helper is handed is not followed: noteRepeated() tells of it.
  const isByHelper = !isOne && [first, second].some(({ placement }) => placement.trail.length > 1)
  return (isByHelper ? haveOneUrl : mayBeOneUrl)(source, routeOf(first), routeOf(second))
}

/** Whether one of two asks for queries, and the other takes none; or the second takes any, and the first none. */
function differByQueries({ interceptor: first }: Asked, { interceptor: second }: Asked): boolean {
  if (![first, second].some(({ stub }) => hasQueries(stub))) {
    const isPlain = !first.isAnyQuery && !first.stub.isFallback && (first.stub.match ?? '{').startsWith('{')
    return isPlain && second.isAnyQuery === true && !second.stub.isFallback
  }
  const [plain] = [first, second].filter(({ stub }) => !hasQueries(stub))
  const isOne = hasQueries(first.stub) !== hasQueries(second.stub)
  return isOne && plain !== undefined && !plain.isAnyQuery && !plain.stub.isFallback
}

function isOneLayer(first: Placed, second: Placed): boolean {
  return (
    first.declared.layer.first === second.declared.layer.first &&
    first.placement.trail.slice(0, -1).every((call, index) => call === second.placement.trail[index])
  )
}

/** Expectations of one test answer in the order of their declaration. */
function canBeExpected(source: Source, first: Placed, second: Placed): boolean {
  const isPlain = ({ declared: { chain, interceptors } }: Placed) =>
    placementsOf(source, chain).every(({ kind, loops }) => kind === 'test' && loops.length === 0) &&
    interceptors.every((one) => !one.isPersisted && !one.isOptional)
  return isPlain(first) && isPlain(second) && isRightInLayer(source, first, second)
}

function isRightInLayer({ ts }: Source, { interceptor: first }: Asked, { interceptor: second }: Asked): boolean {
  if (first.stub.isFallback || second.stub.isFallback) return true
  return isAskedFirst(ts, first.stub, second.stub)
}

/** Divides the stubs of one call into layers. mynah asks the newest layer first, so the oldest stubs have to be the newest layer. */
export function inLayers<One extends Asked>(source: Source, all: readonly One[]): One[][] {
  const layers: One[][] = []
  for (const one of all) {
    const isReversed = (older: One) =>
      mayOverlap(source.ts, older.interceptor.stub, one.interceptor.stub) &&
      mayBeOneUrl(source, routeOf(older), routeOf(one)) &&
      !replaces(one.interceptor, older.interceptor) &&
      !differByQueries(older, one) &&
      !isRightInLayer(source, older, one)
    const last = layers.at(-1)
    if (!last || last.some(isReversed)) layers.push([one])
    else last.push(one)
  }
  return layers
}

/** Two declarations of the same answer may change places. */
function areSame(first: Placed, second: Placed): boolean {
  const code = ({ interceptor: { stub }, placement }: Placed) =>
    JSON.stringify([
      stub.method,
      stub.at,
      stub.path,
      stub.match,
      stub.response,
      stub.settings,
      placement.trail.slice(0, -1).map((call) => call.getText()),
    ])
  return code(first) === code(second)
}

const REPEATED =
  'the older of two answers comes first there, and the newest here: if a test declares this twice for one URL, collect the stubs, and declare them by one mocks.use(...stubs)'

/** Says once in a file that a loop or a function declares answers: what its rounds or calls have in common is not followed. */
export function noteRepeated(source: Source): void {
  const found = declaredIn(source).find(({ chain, isExpected, interceptors }) => {
    const isRepeated = ({ kind, loops, trail }: Placement) =>
      kind === 'function' || loops.length > 0 || trail.length > 1
    const placements = placementsOf(source, chain).filter(isRepeated)
    const around = placements[0] && (placements[0].loops[0] ?? functionAround(source, chain))
    const names = around ? namesDeclared(source.ts, around) : []
    const isVarying = ({ stub: { response, settings } }: Interceptor) =>
      [response.code, response.status, ...settings.map(([, code]) => code)].some((code) => {
        const node = code === undefined ? undefined : expressionOf(source.ts, code)
        return node && namesIn(source.ts, node).some((name) => names.includes(name))
      })
    return !isExpected && interceptors.some(isVarying)
  })
  if (found) source.noteOnce(found.chain, REPEATED)
}

export const LOOSENED =
  'took no request with a query, with a slash at its end, or of HEAD for a GET, and takes them here: write match: { queries: equals({}) } if a test needs the miss'

export const LOOSER =
  'took no request with a slash at its end, or of HEAD for a GET, and takes them here: declare these by themselves if a test needs the miss'

/** Says once in a file that its stubs take requests with a query, or of HEAD, which what they stand for did not. */
export function noteLoosened(source: Source): void {
  const all = declaredIn(source)
  const isLooser = ({ stub }: Interceptor) => /^get$|^\[/.test(stub.method) || hasQueries(stub)
  const loosened = all.find(({ interceptors }) => interceptors.some(isLoosened))
  const first = loosened ?? all.find(({ interceptors }) => interceptors.some(isLooser))
  if (first) source.notes.push({ line: source.lineOf(first.chain), reason: loosened ? LOOSENED : LOOSER })
}

/** A RegExp reads the query there, which it allows unless it asks for the end. So does a function of the URL. */
function isLoosened({ stub, isAnyQuery }: Interceptor): boolean {
  const { match = '', isFallback, path } = stub
  const readsQuery = /\b(?:url|searchParams)\b/.test(match) || (patternOf(path) !== undefined && !path.includes('$'))
  return !isAnyQuery && !isFallback && !hasQueries(stub) && !readsQuery
}
