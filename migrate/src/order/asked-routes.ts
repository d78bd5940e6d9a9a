import type { Source } from '../read/source.ts'
import { declaredIn } from './order.ts'
import { mayOverlap } from './overlap.ts'
import { type Placed, placedAt, placementsOf, runsBefore } from './placements.ts'
import { mayBeOneRoute } from './varying.ts'

const SHARED =
  'another route takes some of these requests too: ask for those of this one, mocks.calls(({ stub }) => stub === users), with the stub in a constant'

/** Refuses to ask for the calls of a route by what it takes, where another route may have answered some of these requests. */
export function refuseShared(source: Source): void {
  const placed = declaredIn(source).flatMap((one) => placedAt(one, placementsOf(source, one.chain)))
  for (const { construct, routes } of source.askedRoutes) {
    const asked = placementsOf(source, construct)
    const own = placed.filter(
      ({ interceptor, placement }) =>
        routes.includes(interceptor.node) && asked.some((one) => runsBefore(source, placement, one)),
    )
    const others = placed.filter(({ interceptor }) => !routes.includes(interceptor.node))
    if (own.some((one) => others.some((other) => mayTakeOf(source, other, one)))) source.refuse(construct, SHARED)
  }
}

/** Whether one stub may answer what is for another one: it comes first, or when the other has answered all its times. */
function mayTakeOf(source: Source, one: Placed, other: Placed): boolean {
  if (one.declared.mocks !== other.declared.mocks) return false
  const { stub } = one.interceptor
  if (!mayOverlap(source.ts, stub, other.interceptor.stub) || !mayBeOneRoute(source, one, other)) return false
  const isFirst = !stub.isFallback && isBefore(source, one, other)
  return isFirst || (!other.interceptor.isPersisted && isBefore(source, other, one))
}

function isBefore(source: Source, one: Placed, other: Placed): boolean {
  if (one.declared === other.declared) return one.index < other.index
  return runsBefore(source, one.placement, other.placement)
}
