import type ts from 'typescript'
import { type Declared, type Interceptor, replaces } from '../read/declared.ts'
import { functionAround } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { hasQueries, isAskedFirst, mayOverlap } from './overlap.ts'
import { type Placement, placementsOf, runsBefore } from './placements.ts'

const NEWEST =
  'the older of two answers comes first there, and the newest here: declare both in one mocks.use(first, second)'
const SPECIFIC =
  'the older of two answers comes first there, and the more specific one here: give the older one the conditions that the newer one has'
const LOOP =
  'the answers of this loop would come in the reverse order: collect the stubs, and declare them by one mocks.use(...stubs)'

interface Placed {
  readonly declared: Declared
  readonly interceptor: Interceptor
  readonly placement: Placement
  readonly index: number
}

/** Refuses the constructs whose answers would come in another order than in the old library. */
export function refuseReversed(source: Source): void {
  const left = new Set(source.left.map(({ node }) => node))
  const all = source.declared.filter(({ construct }) => !left.has(construct))
  const placed = all.flatMap((declared): Placed[] => {
    const placements = placementsOf(source, declared.chain)
    return declared.interceptors.flatMap((interceptor, index) =>
      placements.map((placement) => ({ declared, interceptor, placement, index })),
    )
  })
  for (const first of placed) {
    refuseLoop(source, first)
    for (const second of placed) comparePair(source, first, second)
  }
}

function comparePair(source: Source, first: Placed, second: Placed): void {
  if (first === second || first.declared.mocks !== second.declared.mocks) return
  const isOneCall = isOneLayer(first, second)
  const isBefore = isOneCall ? isListedBefore(first, second) : runsBefore(source, first.placement, second.placement)
  if (!isBefore) return
  const { until } = first.declared
  if (until !== undefined && second.placement.scope === first.placement.scope && second.placement.at.pos >= until)
    return
  const older = first.interceptor.stub
  const newer = second.interceptor.stub
  if (areSame(source, first, second) || !mayOverlap(source.ts, older, newer)) return
  if (replaces(second.interceptor, first.interceptor) || haveOtherRoutes(source, first, second)) return
  if (differByQueries(first, second)) {
    for (const { declared } of [first, second]) source.rulings.exact.add(declared.construct.getStart(source.file))
    return
  }
  const isRight =
    isOneCall || (first.declared.isExpected === second.declared.isExpected && first.declared.isExpected)
      ? isRightInLayer(source, first, second)
      : isRightInLayers(first, second)
  if (isRight) return
  if (!isOneCall && canBeExpected(source, first, second)) {
    for (const { declared } of [first, second]) source.rulings.expected.add(declared.construct.getStart(source.file))
    return
  }
  const reason = isOneCall ? SPECIFIC : NEWEST
  source.refuse(first.declared.construct, reason)
  source.refuse(second.declared.construct, reason)
}

/** Whether one of two asks for queries, and the other takes none. */
function differByQueries({ interceptor: first }: Placed, { interceptor: second }: Placed): boolean {
  const [plain] = [first, second].filter(({ stub }) => !hasQueries(stub))
  const isOne = hasQueries(first.stub) !== hasQueries(second.stub)
  return isOne && plain !== undefined && !plain.isAnyQuery && !plain.stub.isFallback
}

function isOneLayer(first: Placed, second: Placed): boolean {
  return (
    first.declared.layer.first === second.declared.layer.first &&
    first.placement.calls.every((call, index) => call === second.placement.calls[index])
  )
}

function isListedBefore(first: Placed, second: Placed): boolean {
  if (first.declared === second.declared) return first.index < second.index
  return first.declared.chain.pos < second.declared.chain.pos
}

/** Expectations of one test answer in the order of their declaration. */
function canBeExpected(source: Source, first: Placed, second: Placed): boolean {
  const isPlain = ({ placement: { kind, calls, loop }, declared: { interceptors } }: Placed) =>
    kind === 'test' && calls.length === 0 && !loop && interceptors.every((one) => !one.isPersisted && !one.isOptional)
  return isPlain(first) && isPlain(second) && isRightInLayer(source, first, second)
}

function isRightInLayer(
  source: Source,
  { interceptor: { stub: older } }: Placed,
  { interceptor: { stub: newer } }: Placed,
): boolean {
  if (newer.isFallback || older.isFallback) return true
  return isAskedFirst(source.ts, older, newer)
}

/** Expectations come first, then the newest override. */
function isRightInLayers(first: Placed, second: Placed): boolean {
  if (first.interceptor.stub.isFallback) return true
  return first.declared.isExpected && !second.declared.isExpected
}

/** Two declarations of the same answer may change places. */
function areSame(source: Source, first: Placed, second: Placed): boolean {
  const code = ({ interceptor: { stub }, placement }: Placed) =>
    JSON.stringify([
      stub.method,
      stub.at,
      stub.path,
      stub.match,
      stub.response,
      stub.settings,
      placement.calls.map((call) => call.getText(source.file)),
    ])
  return code(first) === code(second)
}

/** Whether two calls of a helper hand it other texts for its path or its conditions. */
function haveOtherRoutes(source: Source, first: Placed, second: Placed): boolean {
  const helper = functionAround(source, first.declared.chain)
  const [one, other] = [first, second].map(({ placement: { calls } }) => calls[0])
  if (!helper || !one || !other || helper !== functionAround(source, second.declared.chain)) return false
  const { stub } = first.interceptor
  const route = `${stub.at ?? ''} ${stub.path} ${stub.match ?? ''}`
  return helper.parameters.some((parameter, index) => {
    const isUsed = new RegExp(String.raw`\b${parameter.name.getText(source.file)}\b`).test(route)
    return isUsed && one.arguments[index]?.getText(source.file) !== other.arguments[index]?.getText(source.file)
  })
}

/** Each round of a loop declares an answer of its own. */
function refuseLoop(
  source: Source,
  { declared, interceptor: { stub, isReplacing }, placement: { loop } }: Placed,
): void {
  if (!loop || declared.isExpected || isReplacing) return
  const names = namesDeclaredIn(source, loop)
  const route = `${stub.at ?? ''} ${stub.path} ${stub.match ?? ''}`
  const answer = JSON.stringify([stub.response, stub.settings])
  const uses = (code: string) => names.some((name) => new RegExp(String.raw`\b${name}\b`).test(code))
  if (!uses(route) && uses(answer)) source.refuse(declared.construct, LOOP)
}

function namesDeclaredIn({ ts, file }: Source, loop: ts.Node): string[] {
  const names: string[] = []
  const visit = (node: ts.Node): void => {
    if (
      (ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node)) &&
      ts.isIdentifier(node.name)
    )
      names.push(node.name.getText(file))
    ts.forEachChild(node, visit)
  }
  visit(loop)
  return names
}
