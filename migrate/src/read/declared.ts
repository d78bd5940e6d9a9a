import type ts from 'typescript'
import type { DeclaredStub } from '../layout/model.ts'

/** A stub, and what its library demanded of it. */
export interface Interceptor {
  readonly stub: DeclaredStub
  readonly isPersisted: boolean
  readonly isOptional: boolean
  /** Whether it takes any query; else the old library takes none that is not asked for. */
  readonly isAnyQuery?: boolean
  /**
   * Whether it takes the place of what was declared for its route: of anything, of what answers always to the same request, or of what
   * answers always.
   */
  readonly isReplacing?: boolean | 'persisted' | 'lasting'
  /** Whether it answers once, after those that were declared before, by whichever function. */
  readonly isQueued?: boolean
  /** The comments that stand in front of it in a list. */
  readonly comments?: readonly string[]
  readonly node: ts.Node
}

/** Whether the newer of two stubs takes the place of the older one. */
export function replaces(newer: Interceptor, older: Interceptor): boolean {
  if (newer.isReplacing === 'lasting') return older.isPersisted && (isOfAny(newer) || areOneRoute(newer, older))
  const isReplacing = newer.isReplacing === true || (newer.isReplacing === 'persisted' && older.isPersisted)
  return isReplacing && areOneRoute(newer, older)
}

/** Whether a stub answers any request. */
export function isOfAny({ stub: { path, match } }: Interceptor): boolean {
  return path === '/.*/' && match === undefined
}

function areOneRoute(one: Interceptor, other: Interceptor): boolean {
  return (['method', 'path', 'at', 'match'] as const).every((part) => one.stub[part] === other.stub[part])
}

/** The stubs of a list that no newer one of it takes the place of, in the order in which they are asked. */
export function withoutReplaced(list: readonly Interceptor[]): Interceptor[] {
  const kept = list.filter((one, index) => {
    return !list.slice(index + 1).some((newer) => {
      if (newer.isReplacing === true) return replaces(newer, one)
      // Of what a mocked function always answers, the last counts, whatever it is for.
      if (newer.isReplacing === 'lasting') return newer.isPersisted && one.isPersisted
      return newer.isReplacing === 'persisted' && newer.isPersisted && replaces(newer, one)
    })
  })
  const isLast = ({ isReplacing, isPersisted }: Interceptor) => isReplacing === 'lasting' && isPersisted
  return [...kept.filter((one) => !isLast(one)), ...kept.filter(isLast)]
}

/** Stubs that one call declares: they are one layer. */
export interface Layer {
  first: ts.Node
}

/** Stubs that a file declares. */
export interface Declared {
  /** The construct that was attempted, which is refused if the order of answers would change. */
  readonly construct: ts.Node
  readonly chain: ts.Node
  readonly interceptors: readonly Interceptor[]
  readonly isExpected: boolean
  /** The mocks that they are declared on. */
  readonly mocks: string
  readonly layer: Layer
}

/** A call that removes all overrides of mocks. */
export interface Reset {
  readonly construct: ts.Node
  readonly node: ts.Node
  readonly mocks: string
}
