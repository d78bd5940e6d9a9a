import type ts from 'typescript'
import type { DeclaredStub } from '../layout/model.ts'

/** A stub, and what its library demanded of it. */
export interface Interceptor {
  readonly stub: DeclaredStub
  readonly isPersisted: boolean
  readonly isOptional: boolean
  /** Whether it takes any query; else the old library takes none that is not asked for. */
  readonly isAnyQuery?: boolean
  /** Whether it takes the place of what was declared for its route. */
  readonly isReplacing?: boolean
  /** The comments that stand in front of it in a list. */
  readonly comments?: readonly string[]
  readonly node: ts.Node
}

/** Whether the newer of two stubs takes the place of the older one. */
export function replaces(newer: Interceptor, older: Interceptor): boolean {
  const parts = ['method', 'path', 'at', 'match'] as const
  return newer.isReplacing === true && parts.every((part) => newer.stub[part] === older.stub[part])
}

/** The stubs of a list that no newer one of it takes the place of. */
export function withoutReplaced(list: readonly Interceptor[]): Interceptor[] {
  return list.filter((one, index) => !list.slice(index + 1).some((newer) => replaces(newer, one)))
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
